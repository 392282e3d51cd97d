#!/usr/bin/env bash
# Checks the container image, the systemd unit and the Debian package, after "bun run build". Installs Debian's tools
# where it can, and prints one line for each check that it leaves out.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=.ci/needs.sh
. .ci/needs.sh

# Containers may forbid root to mount.
can_mount() { [ "$(id -u)" = 0 ] && unshare --mount --propagation private mount -t tmpfs trial /mnt 2>/dev/null; }
failed=0
# run NAME COMMAND...
run() {
  echo "-- $1"
  shift
  "$@" || failed=1
}

if needs "the check of compose.yaml" docker-compose docker-compose; then
  run "compose.yaml" docker-compose -f compose.yaml config -q
fi
if needs "the check of the systemd unit" systemd-analyze systemd; then
  unit=$(mktemp -d)
  sed 's,/usr/bin/inglenook,/bin/true,' packaging/inglenook.service >"$unit/inglenook.service"
  run "unit" systemd-analyze verify "$unit/inglenook.service"
  rm -r "$unit"
  echo "-- exposure of the unit, at most 2.0"
  exposure=$(systemd-analyze security --offline=true --threshold=20 packaging/inglenook.service) || failed=1
  tail -n 1 <<<"$exposure"
fi

case "$(uname -m)" in
  x86_64) architecture=amd64 ;;
  aarch64) architecture=arm64 ;;
  *) echo "LEFT OUT: image and package, for want of a supported processor" && exit "$failed" ;;
esac
bun run image "$architecture"
if ! can_mount; then
  echo "LEFT OUT: the image's files in a chroot (needs Linux, and root that may mount)"
else
  run "image" .ci/image-check.sh dist/inglenook src/operations/demo/photos/beach-sunset-sea.webp
fi

if needs "the Debian package" dpkg-deb dpkg; then
  bun run deb "$architecture"
  package=$(find dist -maxdepth 1 -name "inglenook_*_$architecture.deb" | sort | tail -n 1)
  if needs "lintian of the Debian package" lintian lintian; then
    run "lintian" lintian --fail-on error --suppress-tags embedded-library,unstripped-binary-or-object "$package"
  fi
  if ! can_mount || ! command -v deb-systemd-helper >/dev/null || ! command -v systemd-sysusers >/dev/null; then
    echo "LEFT OUT: the installation of the Debian package (needs root that may mount, Debian and systemd's programs)"
  else
    run "Debian package" .ci/deb-check.sh "$package"
  fi
fi
exit "$failed"
