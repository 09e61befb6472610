# Wasm: the modules the page runs, from the sources of the rooms rules, notation, ai and wasm.
#
# junqi.wasm is what every visitor loads: the rules. junqi_whole.wasm has the computer players and
# the reader of QQ's replays as well; it is fetched when one of them is needed, and made for speed
# rather than for size.
#
# The sources come from the rooms' targets, so a file is listed once and generated ones (the board
# tables) are shared with the native build. Debian's clang compiles them, one object a source. The
# target junqi_wasm_module leaves both in the build directory and in web/src/generated/. It is built
# with the page; on its own with `cmake --build --preset wasm`.

set(JUNQI_WASM_ROOMS rules notation wasm)
set(JUNQI_WASM_LATER jgs thinker) # sources of the room wasm that only the whole module has
set(JUNQI_WASM_WHOLE_ROOMS rules notation ai wasm)
set(JUNQI_WASM_FLAGS --target=wasm32-wasi -std=c17 -flto -fvisibility=hidden -mbulk-memory
                     -msign-ext -Wall -Wextra -Wpedantic -Werror)
# The stack lies first, so that one that overflows traps instead of running into the data.
set(JUNQI_WASM_LINK -mexec-model=reactor -Wl,--strip-all -Wl,--gc-sections -Wl,--stack-first)

# Adds the commands that compile one room for a module, but not the sources named behind; appends
# the objects to the list named by `list`.
function(junqi_wasm_objects module speed room list)
  get_target_property(sources junqi_${room} SOURCES)
  get_target_property(directories junqi_${room} INCLUDE_DIRECTORIES)
  list(TRANSFORM directories PREPEND "-I")
  set(headers ${sources})
  list(FILTER headers INCLUDE REGEX "\\.h$")
  list(FILTER sources INCLUDE REGEX "\\.c$")
  foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    if(name IN_LIST ARGN)
      continue()
    endif()
    set(object "${CMAKE_BINARY_DIR}/wasm/${module}/${room}-${name}.o")
    add_custom_command(
      OUTPUT "${object}"
      COMMAND "${JUNQI_WASM_CLANG}" ${JUNQI_WASM_FLAGS} ${speed} ${directories} -MD -MF
              "${object}.d" -MT "${object}" -c "${source}" -o "${object}"
      DEPENDS "${source}" ${headers}
      DEPFILE "${object}.d"
      COMMENT "Building ${module} object ${room}/${name}"
      VERBATIM)
    list(APPEND ${list} "${object}")
  endforeach()
  set(${list} "${${list}}" PARENT_SCOPE)
endfunction()

# Adds the command that links a module.
function(junqi_wasm_link module speed stack)
  set(copy "${CMAKE_SOURCE_DIR}/web/src/generated/${module}")
  add_custom_command(
    OUTPUT "${CMAKE_BINARY_DIR}/${module}"
    COMMAND "${JUNQI_WASM_CLANG}" ${JUNQI_WASM_FLAGS} ${speed} ${JUNQI_WASM_LINK}
            -Wl,-z,stack-size=${stack} ${ARGN} -o "${CMAKE_BINARY_DIR}/${module}"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${CMAKE_BINARY_DIR}/${module}" "${copy}"
    DEPENDS ${ARGN}
    BYPRODUCTS "${copy}"
    COMMENT "Linking ${module}"
    VERBATIM)
endfunction()

function(junqi_wasm_module)
  if(NOT TARGET junqi_wasm)
    return()
  endif()
  find_program(JUNQI_WASM_CLANG clang REQUIRED)
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/wasm/junqi.wasm"
                      "${CMAKE_BINARY_DIR}/wasm/junqi_whole.wasm"
                      "${CMAKE_SOURCE_DIR}/web/src/generated")
  set(first "")
  set(whole "")
  foreach(room IN LISTS JUNQI_WASM_ROOMS)
    junqi_wasm_objects(junqi.wasm -Oz ${room} first ${JUNQI_WASM_LATER})
  endforeach()
  foreach(room IN LISTS JUNQI_WASM_WHOLE_ROOMS)
    junqi_wasm_objects(junqi_whole.wasm -O2 ${room} whole)
  endforeach()
  junqi_wasm_link(junqi.wasm -Oz 262144 ${first})
  junqi_wasm_link(junqi_whole.wasm -O2 1048576 ${whole}) # searches go deep
  set(JUNQI_WASM_MODULES "${CMAKE_BINARY_DIR}/junqi.wasm" "${CMAKE_BINARY_DIR}/junqi_whole.wasm")
  add_custom_target(junqi_wasm_module DEPENDS ${JUNQI_WASM_MODULES})
endfunction()
