# Rooms: one static library each, and which room may use which.
#
#   junqi_room(NAME SOURCES file... [USES room...] [LIBS library...])   in src/<room>/
#   junqi_test(NAME [SOURCES file...] [USES room...] [LIBS library...] [TIMEOUT s] [COST s] [THREADS])
#                                                                            in tests/<room>/
#   junqi_fuzz(NAME [SOURCES file...] [USES room...] [SEEDS dir])       in tests/<room>/
#
# A room that names a room it may not enter stops the configuration. Whether the includes keep
# to the same order is checked by the test `rooms` (script/check-rooms).

# From the bottom up; each list is all a room may use (docs/architecture.md).
set(JUNQI_ROOMS rules notation ai wasm table net bus store arena server cli)
set(JUNQI_MAY_rules "")
set(JUNQI_MAY_notation rules)
set(JUNQI_MAY_ai rules notation)
set(JUNQI_MAY_table rules notation)
set(JUNQI_MAY_net "")
set(JUNQI_MAY_bus "")
set(JUNQI_MAY_store rules notation)
set(JUNQI_MAY_arena rules notation ai)
set(JUNQI_MAY_server rules notation ai table net bus store)
set(JUNQI_MAY_wasm rules notation ai)
set(JUNQI_MAY_cli rules notation ai table net bus store arena server)

function(junqi_add_rooms)
  foreach(room IN LISTS JUNQI_ROOMS)
    if(EXISTS "${CMAKE_SOURCE_DIR}/src/${room}/CMakeLists.txt")
      add_subdirectory(src/${room})
    endif()
  endforeach()
endfunction()

function(junqi_add_tests)
  add_custom_target(threaded-tests)
  add_custom_target(fuzz-targets)
  file(GLOB lists CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/*/CMakeLists.txt")
  foreach(list IN LISTS lists)
    get_filename_component(directory "${list}" DIRECTORY)
    add_subdirectory("${directory}")
  endforeach()
  if(JUNQI_FUZZ)
    return()
  endif()
  add_test(NAME rooms COMMAND "${CMAKE_SOURCE_DIR}/script/check-rooms")
  add_test(NAME rooms.faults
           COMMAND "${CMAKE_SOURCE_DIR}/tests/build/rooms.sh" "${CMAKE_SOURCE_DIR}")
  add_test(NAME clauses COMMAND "${CMAKE_SOURCE_DIR}/script/clauses")
  add_test(NAME clauses.faults
           COMMAND "${CMAKE_SOURCE_DIR}/tests/build/clauses.sh" "${CMAKE_SOURCE_DIR}")
  if(JUNQI_PAGE AND TARGET junqi_wasm)
    add_test(NAME wasm.imports COMMAND "${JUNQI_NODE}" "${CMAKE_SOURCE_DIR}/tests/build/wasm-imports.mjs"
                                       "${CMAKE_BINARY_DIR}/junqi.wasm"
                                       "${CMAKE_BINARY_DIR}/junqi_whole.wasm")
  endif()
endfunction()

# Links the rooms in `uses` that exist; a room whose directory is not there yet is left out.
function(junqi_link_rooms target)
  foreach(used IN LISTS ARGN)
    if(TARGET junqi_${used})
      target_link_libraries(${target} PUBLIC junqi_${used})
    elseif(used IN_LIST JUNQI_ROOMS)
      message(STATUS "${target}: room ${used} is not there yet")
    endif()
  endforeach()
endfunction()

function(junqi_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LIBS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "junqi_room(${name}): unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  foreach(used IN LISTS ARG_USES)
    if(NOT used IN_LIST JUNQI_MAY_${name})
      message(FATAL_ERROR "room ${name} may not use room ${used}; it may use: ${JUNQI_MAY_${name}}")
    endif()
  endforeach()
  # Absolute names, so that the WebAssembly build can take the list over from another directory.
  list(TRANSFORM ARG_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
  add_library(junqi_${name} STATIC ${ARG_SOURCES})
  target_include_directories(
    junqi_${name} PUBLIC "${CMAKE_SOURCE_DIR}/include"
    PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
  junqi_link_rooms(junqi_${name} ${ARG_USES})
  target_link_libraries(junqi_${name} PUBLIC ${ARG_LIBS})
endfunction()

# The program itself, from the room cli: a room that nothing links against.
function(junqi_program)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LIBS" ${ARGN})
  add_executable(junqi ${ARG_SOURCES})
  target_include_directories(junqi PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}"
                                           "${CMAKE_SOURCE_DIR}/include")
  target_compile_definitions(junqi PRIVATE JUNQI_VERSION="${PROJECT_VERSION}")
  set_target_properties(junqi PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
  junqi_link_rooms(junqi ${ARG_USES})
  target_link_libraries(junqi PUBLIC ${ARG_LIBS})
endfunction()

# A program next to a room's tests, with that room's private headers in reach.
function(junqi_room_program target room)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;LIBS" ${ARGN})
  add_executable(${target} ${ARG_SOURCES})
  target_include_directories(
    ${target} PRIVATE "${CMAKE_SOURCE_DIR}/include" "${CMAKE_SOURCE_DIR}/src/${room}"
                      "${CMAKE_BINARY_DIR}/src/${room}" "${CMAKE_SOURCE_DIR}/tests")
  target_compile_definitions(${target} PRIVATE JUNQI_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  junqi_link_rooms(${target} ${room} ${ARG_USES})
  target_link_libraries(${target} PUBLIC ${ARG_LIBS})
endfunction()

# Where tests put their files: in memory if they can, so that none waits for a disk. What is killed
# there is as dead.
set(JUNQI_SCRATCH /tmp)
if(IS_DIRECTORY /dev/shm)
  set(JUNQI_SCRATCH /dev/shm)
endif()

# A cmocka test, registered under ctest as <room>.<NAME>. Without SOURCES it is <NAME>.c. One that
# takes long names its COST in seconds, and ctest begins with it, so that nobody waits for it alone
# in the end. Those with THREADS, labelled so and built by the target threaded-tests, are for
# ThreadSanitizer. The fuzz build leaves these out: it differs from the one with sanitizers only in
# the fuzz targets.
function(junqi_test name)
  if(JUNQI_FUZZ)
    return()
  endif()
  cmake_parse_arguments(ARG "THREADS" "TIMEOUT;COST" "SOURCES;USES;LIBS" ${ARGN})
  get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES ${name}.c)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 900) # for what hangs, not for what is slow
  endif()
  set(target test_${room}_${name})
  junqi_room_program(${target} ${room} SOURCES ${ARG_SOURCES} USES ${ARG_USES}
                     LIBS cmocka ${ARG_LIBS})
  add_test(NAME ${room}.${name} COMMAND ${target})
  set_tests_properties(${room}.${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS ${room}
                                                  ENVIRONMENT "TMPDIR=${JUNQI_SCRATCH}")
  if(ARG_COST)
    set_tests_properties(${room}.${name} PROPERTIES COST ${ARG_COST})
  endif()
  if(ARG_THREADS)
    set_tests_properties(${room}.${name} PROPERTIES LABELS "${room};threads")
    add_dependencies(threaded-tests ${target})
  endif()
endfunction()

# A libFuzzer target; nothing unless JUNQI_FUZZ. ctest runs it for a bounded time.
function(junqi_fuzz name)
  if(NOT JUNQI_FUZZ)
    return()
  endif()
  cmake_parse_arguments(ARG "" "SEEDS" "SOURCES;USES;LIBS" ${ARGN})
  get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES ${name}.c)
  endif()
  set(target fuzz_${room}_${name})
  junqi_room_program(${target} ${room} SOURCES ${ARG_SOURCES} USES ${ARG_USES} LIBS ${ARG_LIBS})
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzz-targets ${target})
  set(corpus "${CMAKE_CURRENT_BINARY_DIR}/corpus-${name}")
  file(MAKE_DIRECTORY "${corpus}")
  if(ARG_SEEDS)
    set(ARG_SEEDS "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_SEEDS}")
  endif()
  add_test(NAME ${room}.fuzz.${name}
           COMMAND ${target} -max_total_time=5 -timeout=5 "${corpus}" ${ARG_SEEDS})
  set_tests_properties(${room}.fuzz.${name} PROPERTIES LABELS fuzz)
endfunction()
