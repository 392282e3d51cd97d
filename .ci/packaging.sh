#!/usr/bin/env bash
# Checks the container image, the systemd unit and the Debian package, after "bun run build". Installs Debian's tools
# where it can, and prints one line for each check that it leaves out.
set -euo pipefail
cd "$(dirname "$0")/.."

is_root() { [ "$(id -u)" = 0 ]; }
# has PROGRAM PACKAGE CHECK: true if the program is there, or can be installed.
has() {
  if ! command -v "$1" >/dev/null && is_root && command -v apt-get >/dev/null; then
    { apt-get update && apt-get install -y --no-install-recommends "$2"; } >/dev/null 2>&1 || true
  fi
  command -v "$1" >/dev/null || { echo "left out: $3 (needs $1)" && return 1; }
}
failed=0
# run NAME COMMAND...
run() {
  echo "-- $1"
  shift
  "$@" || failed=1
}

if has shellcheck shellcheck "the check of shell scripts"; then
  run "shell scripts" shellcheck .ci/*.sh packaging/debian/*
fi
if has docker-compose docker-compose "the check of compose.yaml"; then
  run "compose.yaml" docker-compose -f compose.yaml config -q
fi
if has systemd-analyze systemd "the check of the systemd unit"; then
  unit=$(mktemp -d)
  sed 's,/usr/bin/inglenook,/bin/true,' packaging/inglenook.service >"$unit/inglenook.service"
  run "unit" systemd-analyze verify "$unit/inglenook.service"
  rm -r "$unit"
  echo "-- exposure of the unit, at most 2.0"
  exposure=$(systemd-analyze security --offline=true --threshold=20 packaging/inglenook.service) || failed=1
  tail -n 1 <<<"$exposure"
fi

bun run image
if ! is_root || [ "$(uname -s)" != Linux ]; then
  echo "left out: the image's files in a chroot (needs root and Linux)"
else
  run "image" .ci/image-check.sh dist/inglenook src/demo/photos/beach-sunset-sea.webp
fi

if has dpkg-deb dpkg "the Debian package"; then
  bun run deb
  package=$(find dist -maxdepth 1 -name "inglenook_*_$(dpkg --print-architecture).deb" | sort | tail -n 1)
  if has lintian lintian "lintian of the Debian package"; then
    run "lintian" lintian --fail-on error --suppress-tags embedded-library,unstripped-binary-or-object "$package"
  fi
  if ! is_root || ! command -v deb-systemd-helper >/dev/null || ! command -v systemd-sysusers >/dev/null; then
    echo "left out: the installation of the Debian package (needs root, Debian and systemd's programs)"
  else
    run "Debian package" .ci/deb-check.sh "$package"
  fi
fi
exit "$failed"
