/* The bytes of the page, as server_embed wrote them; assets_table.c points into them. An assembler
 * takes a file in at once where a C array of the same bytes would be parsed number by number. */
        .section .rodata
        .globl  server_assets_blob
        .balign 16
server_assets_blob:
        .incbin ASSETS_FILE
        .byte   0
        .section .note.GNU-stack,"",%progbits
