# Wasm: the module the page runs, from the sources of the rooms rules, notation, ai and wasm.
#
# The sources come from the rooms' targets, so a file is listed once and generated ones (the board
# tables) are shared with the native build. Debian's clang compiles them, one object a source. The
# target junqi_wasm_module leaves junqi.wasm in the build directory and in web/src/generated/.
# It is built with the page; on its own with `cmake --build --preset wasm`.

set(JUNQI_WASM_ROOMS rules notation ai wasm)
set(JUNQI_WASM_FLAGS --target=wasm32-wasi -std=c17 -Oz -flto -fvisibility=hidden -mbulk-memory
                     -msign-ext -Wall -Wextra -Wpedantic -Werror)
# The stack lies first, so that one that overflows traps instead of running into the data.
set(JUNQI_WASM_LINK -mexec-model=reactor -Wl,--strip-all -Wl,--gc-sections -Wl,--stack-first
                    -Wl,-z,stack-size=262144)

# Adds the commands that compile one room; appends the objects to the list named by `list`.
function(junqi_wasm_objects room list)
  get_target_property(sources junqi_${room} SOURCES)
  get_target_property(directories junqi_${room} INCLUDE_DIRECTORIES)
  list(TRANSFORM directories PREPEND "-I")
  set(headers ${sources})
  list(FILTER headers INCLUDE REGEX "\\.h$")
  list(FILTER sources INCLUDE REGEX "\\.c$")
  foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    set(object "${CMAKE_BINARY_DIR}/wasm/${room}-${name}.o")
    add_custom_command(
      OUTPUT "${object}"
      COMMAND "${JUNQI_WASM_CLANG}" ${JUNQI_WASM_FLAGS} ${directories} -MD -MF "${object}.d"
              -MT "${object}" -c "${source}" -o "${object}"
      DEPENDS "${source}" ${headers}
      DEPFILE "${object}.d"
      COMMENT "Building wasm object ${room}/${name}"
      VERBATIM)
    list(APPEND ${list} "${object}")
  endforeach()
  set(${list} "${${list}}" PARENT_SCOPE)
endfunction()

function(junqi_wasm_module)
  if(NOT TARGET junqi_wasm)
    return()
  endif()
  find_program(JUNQI_WASM_CLANG clang REQUIRED)
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/wasm" "${CMAKE_SOURCE_DIR}/web/src/generated")
  set(objects "")
  foreach(room IN LISTS JUNQI_WASM_ROOMS)
    if(TARGET junqi_${room})
      junqi_wasm_objects(${room} objects)
    endif()
  endforeach()
  set(module "${CMAKE_BINARY_DIR}/junqi.wasm")
  set(copy "${CMAKE_SOURCE_DIR}/web/src/generated/junqi.wasm")
  add_custom_command(
    OUTPUT "${module}"
    COMMAND "${JUNQI_WASM_CLANG}" ${JUNQI_WASM_FLAGS} ${JUNQI_WASM_LINK} ${objects} -o "${module}"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${module}" "${copy}"
    DEPENDS ${objects}
    BYPRODUCTS "${copy}"
    COMMENT "Linking junqi.wasm"
    VERBATIM)
  add_custom_target(junqi_wasm_module DEPENDS "${module}")
endfunction()
