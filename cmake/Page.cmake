# Page: builds web/ with Vite and embeds the files, compressed, in a room (the server).
#
# junqi_embed_page(ROOM) is called in src/server/CMakeLists.txt after junqi_room(). With JUNQI_PAGE
# off, one small file that says so stands in for the page and neither Node nor clang is needed.
#
# A room whose build writes a file into web/src/generated/ says so, before that call, by
#   set_property(GLOBAL APPEND PROPERTY JUNQI_PAGE_INPUTS file...)

set(JUNQI_NODE "${CMAKE_SOURCE_DIR}/web/node_modules/.bin/node")

# Commands that build web/ into `directory`. Its index.html is the output others depend on.
function(junqi_build_page directory)
  if(NOT EXISTS "${JUNQI_NODE}")
    message(FATAL_ERROR "the page needs web/node_modules; run script/setup first")
  endif()
  set(web "${CMAKE_SOURCE_DIR}/web")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${web}/src/*" "${web}/public/*")
  list(FILTER sources EXCLUDE REGEX "/src/generated/")
  set(glyphs "${web}/src/generated/glyphs.ts")
  add_custom_command(
    OUTPUT "${glyphs}"
    COMMAND "${JUNQI_NODE}" tools/glyphs.mjs
    DEPENDS "${web}/tools/glyphs.mjs"
    WORKING_DIRECTORY "${web}"
    COMMENT "Outlining the characters of the tiles"
    VERBATIM)
  set(module "")
  if(TARGET junqi_wasm)
    set(module "${CMAKE_BINARY_DIR}/junqi.wasm" "${CMAKE_BINARY_DIR}/junqi_whole.wasm")
  endif()
  get_property(generated GLOBAL PROPERTY JUNQI_PAGE_INPUTS)
  add_custom_command(
    OUTPUT "${directory}/index.html"
    COMMAND "${JUNQI_NODE}" node_modules/vite/bin/vite.js build --outDir "${directory}"
            --emptyOutDir --logLevel warn
    DEPENDS ${sources} "${glyphs}" "${web}/src/generated/protocol.ts" ${module} ${generated} "${web}/index.html" "${web}/vite.config.ts"
            "${web}/tools/icons.ts" "${web}/tsconfig.json" "${web}/package.json"
    WORKING_DIRECTORY "${web}"
    COMMENT "Building the page"
    VERBATIM)
endfunction()

function(junqi_embed_page target)
  find_package(ZLIB REQUIRED)
  pkg_check_modules(BROTLI REQUIRED IMPORTED_TARGET libbrotlienc)
  add_executable(server_embed "${CMAKE_SOURCE_DIR}/src/server/embed.c")
  target_link_libraries(server_embed PRIVATE ZLIB::ZLIB PkgConfig::BROTLI)

  if(JUNQI_PAGE)
    set(directory "${CMAKE_BINARY_DIR}/page")
    junqi_build_page("${directory}")
  else()
    set(directory "${CMAKE_SOURCE_DIR}/src/server/nopage")
  endif()
  set(table "${CMAKE_CURRENT_BINARY_DIR}/assets_table.c")
  set(bytes "${CMAKE_CURRENT_BINARY_DIR}/assets.bin")
  set(blob "${CMAKE_SOURCE_DIR}/src/server/assets_blob.S")
  add_custom_command(
    OUTPUT "${table}" "${bytes}"
    COMMAND server_embed "${directory}" "${table}" "${bytes}"
    DEPENDS server_embed "${directory}/index.html"
    COMMENT "Embedding the page"
    VERBATIM)
  target_sources(${target} PRIVATE "${table}" "${blob}")
  set_source_files_properties("${blob}" PROPERTIES OBJECT_DEPENDS "${bytes}"
                              COMPILE_DEFINITIONS "ASSETS_FILE=\"${bytes}\"")
endfunction()
