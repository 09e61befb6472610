#!/bin/sh
# The check of the room order finds what it is there to find: each fault below, planted in a small
# tree of its own, must be reported, and the same tree without it must pass.
#
#   rooms.sh SOURCE_DIRECTORY
set -eu
source=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

plant() { # an allowed tree: a public header each for rules, ai and table
  rm -rf "$tree/src" "$tree/include"
  mkdir -p "$tree/cmake" "$tree/include/junqi"
  cp "$source/cmake/Rooms.cmake" "$tree/cmake/"
  for room in rules notation ai table net; do mkdir -p "$tree/src/$room"; done
  : >"$tree/src/rules/game.c"
  : >"$tree/src/rules/view.c"
  : >"$tree/include/junqi/game.h"
  : >"$tree/include/junqi/view.h"
  : >"$tree/include/junqi/table.h"
  printf '#include "junqi/view.h"\n#include "own.h"\n#include <math.h>\n' >"$tree/src/ai/ai.c"
  printf '#include "junqi/game.h"\n' >"$tree/src/table/table.c"
  printf '#include <string.h>\n' >>"$tree/src/rules/game.c"
}

refused() { # WHAT: the check must fail and say WHAT
  if said=$("$source/script/check-rooms" "$tree" 2>&1); then
    echo "not found: $1" >&2
    exit 1
  fi
  case $said in *"$1"*) ;; *) echo "expected '$1', got: $said" >&2; exit 1 ;; esac
}

plant
"$source/script/check-rooms" "$tree"

plant
echo '#include "junqi/game.h"' >>"$tree/src/ai/ai.c"
refused "ai sees views only"

plant # by a detour through another header
echo '#include <junqi/game.h>' >>"$tree/include/junqi/view.h"
refused "ai sees views only"

plant
echo '  #  include "junqi/table.h"' >>"$tree/src/rules/view.c"
refused "room rules may not use room table"

plant
echo '#include "junqi/view.h"' >>"$tree/src/net/loop.c"
refused "room net may not use room rules"

plant
echo '#include "../rules/board.h"' >>"$tree/src/ai/ai.c"
refused "private headers stay in their room"

plant
echo '#include <stdio.h>' >>"$tree/src/rules/view.c"
refused "the rules may not include <stdio.h>"
