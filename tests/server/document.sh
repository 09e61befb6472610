#!/bin/sh
# document.sh PROTOGEN ROOT: fails when docs/protocol.md is not what proto/messages.json says.
set -eu
made=$(mktemp)
trap 'rm -f "$made"' EXIT
"$1" "$2/proto/messages.json" document "$made"
diff -u "$2/docs/protocol.md" "$made" || {
  echo "docs/protocol.md is stale: cmake --build <build> --target protocol-document" >&2
  exit 1
}
