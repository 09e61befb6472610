# Protocol: the messages of the wire, declared once in proto/messages.json.
#
# junqi_protocol(ROOM) makes the C tables of the room and, when the page is built, the TypeScript
# types in web/src/generated/protocol.ts. docs/protocol.md is committed; `cmake --build … --target
# protocol-document` writes it anew, and the test server.document fails while it is stale.

function(junqi_protocol target)
  set(messages "${CMAKE_SOURCE_DIR}/proto/messages.json")
  add_executable(server_protogen "${CMAKE_SOURCE_DIR}/src/server/protogen.c")
  target_link_libraries(server_protogen PRIVATE PkgConfig::JANSSON)
  set(header "${CMAKE_CURRENT_BINARY_DIR}/wire_table.h")
  set(table "${CMAKE_CURRENT_BINARY_DIR}/wire_table.c")
  add_custom_command(
    OUTPUT "${header}" "${table}"
    COMMAND server_protogen "${messages}" header "${header}"
    COMMAND server_protogen "${messages}" table "${table}"
    DEPENDS server_protogen "${messages}"
    COMMENT "Making the tables of the wire"
    VERBATIM)
  target_sources(${target} PRIVATE "${header}" "${table}")
  add_custom_target(wire_tables DEPENDS "${header}" "${table}")

  set(types "${CMAKE_SOURCE_DIR}/web/src/generated/protocol.ts")
  add_custom_command(
    OUTPUT "${types}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_SOURCE_DIR}/web/src/generated"
    COMMAND server_protogen "${messages}" types "${types}"
    DEPENDS server_protogen "${messages}"
    COMMENT "Making the page's types of the wire"
    VERBATIM)
  add_custom_target(protocol-types DEPENDS "${types}")
  add_custom_target(protocol-document
    COMMAND server_protogen "${messages}" document "${CMAKE_SOURCE_DIR}/docs/protocol.md"
    VERBATIM)
endfunction()
