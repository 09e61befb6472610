# Wasm: the module the page runs, from the sources of the rooms rules, notation, ai and wasm.

function(junqi_wasm_module)
endfunction()
