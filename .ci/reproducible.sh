#!/usr/bin/env bash
# Builds the binary in two copies of this folder, and fails if the files differ. Arguments go to the build: --target NAME
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"

# On the file system of node_modules, so that its files can be linked instead of copied.
mkdir -p dist
work=$(mktemp -d dist/reproducible.XXXXXX)
trap 'rm -rf "$work"' EXIT
for copy in one two/deeper; do
  mkdir -p "$work/$copy/node_modules"
  git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$work/$copy"
  find node_modules -mindepth 1 -maxdepth 1 -exec cp -al -t "$work/$copy/node_modules" {} +
  # The copies are not repositories, so they can't tell the commit.
  (cd "$work/$copy" && INGLENOOK_BUILD=reproducible bun run build "$@")
done
sums=$(cd "$work" && sha256sum one/dist/inglenook* two/deeper/dist/inglenook*)
echo "$sums"
[ "$(cut -d' ' -f1 <<<"$sums" | sort -u | wc -l)" = 1 ] || { echo "The two builds differ" >&2; exit 1; }
