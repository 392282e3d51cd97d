#!/usr/bin/env bash
# needs "WHAT IS LEFT OUT" COMMAND-OR-FILE PACKAGE…: installs Debian's packages if the command or file is missing. Prints
# a line and returns 1 if that is not possible.
needs() {
  local left_out=$1 wanted=$2
  shift 2
  has() { command -v "$wanted" >/dev/null || [ -e "$wanted" ]; }
  if ! has && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    { apt-get update && apt-get install -y --no-install-recommends "$@"; } >/dev/null 2>&1 || true
  fi
  has || { echo "LEFT OUT: $left_out, for want of $*" && return 1; }
}
