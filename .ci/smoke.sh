#!/usr/bin/env bash
# Runs the main functions of a binary, from an empty folder: .ci/smoke.sh NAME PORT -- COMMAND…
# COMMAND may start an emulator: qemu-aarch64-static -cpu cortex-a72 -L /usr/aarch64-linux-gnu dist/inglenook-linux-arm64
# Prints one line for each check, and exits with 1 at the first one that fails.
set -euo pipefail

usage() {
  echo "usage: .ci/smoke.sh NAME PORT -- COMMAND..." >&2
  exit 2
}
if [ $# -lt 4 ] || [ "$3" != -- ] || ! [[ "$2" =~ ^[0-9]+$ ]]; then usage; fi
name=$1 port=$2
shift 3
command=()
for word in "$@"; do
  # The checks run in another folder.
  if [ -f "$word" ]; then word=$(realpath "$word"); fi
  command+=("$word")
done
picture=$(realpath "$(dirname "$0")/../src/web/icons/icon-512.png")
# An emulator is slow to start a program.
patience=120

folder=$(mktemp -d)
server=
finish() {
  if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"
url=http://127.0.0.1:$port
export PORT=$port HOST=127.0.0.1 NIGHTLY_BACKUP=off
count=0

inglenook() { "${command[@]}" "$@"; }

passed() {
  count=$((count + 1))
  echo "$name: $1"
}

failed() {
  echo "$name: FAILED: $1" >&2
  if [ -s server.log ]; then tail -n 20 server.log >&2; fi
  exit 1
}

# ask PATH CURL-OPTIONS…: a request with the key; prints the response.
ask() {
  local path=$1
  shift
  local code=0
  curl --silent --show-error --fail-with-body --max-time "$patience" --output "$folder/response" \
    -H "Authorization: Bearer ${key:-}" "$@" "$url$path" || code=$?
  if [ "$code" = 0 ]; then cat "$folder/response"; else cat "$folder/response" >&2; fi
  return "$code"
}

# value FIELD: the first text with this name in the JSON on standard input.
value() {
  tr -d '\n' | grep -oE "\"$1\": ?\"[^\"]*\"" | head -n 1 | cut -d'"' -f4
}

serve() {
  "${command[@]}" serve >>server.log 2>&1 &
  server=$!
  local deadline=$((SECONDS + patience))
  until curl --silent --fail --output /dev/null "$url/readyz"; do
    kill -0 "$server" 2>/dev/null || failed "serve: it ended before it was ready"
    [ "$SECONDS" -lt "$deadline" ] || failed "serve: not ready after $patience seconds"
    sleep 0.1
  done
}

# Ends the server by SIGTERM.
stop() {
  local code=0
  kill -TERM "$server"
  wait "$server" || code=$?
  server=
  [ "$code" = 0 ] || failed "SIGTERM: exit code $code"
}

[[ $(inglenook --version) =~ ^[0-9]+\.[0-9]+\.[0-9]+ ]] || failed "version"
passed "version"

serve
passed "serve"

made=$(inglenook household create --name Smoke --time-zone Europe/Berlin --owner Anna --json) || failed "household"
passed "household"

key=$(inglenook key create --name Smoke --scopes all --json | value key) || failed "key"
passed "key"

json=(-H "Content-Type: application/json" --data)
member=$(sed '1,/"owner"/d' <<<"$made" | value id) || failed "household: no owner"
ask /v1/tasks "${json[@]}" "{\"label\":\"Sweep the hearth\",\"memberId\":\"$member\"}" >/dev/null || failed "task"
ask /v1/tasks | grep -q "Sweep the hearth" || failed "task: it is not listed"
passed "task"

section=$(ask /v1/lists/sections "${json[@]}" '{"name":"Home"}' | value id) || failed "section"
list=$(ask /v1/lists "${json[@]}" "{\"name\":\"Packing\",\"sectionId\":\"$section\"}" | value id) || failed "list"
cover=$(ask "/v1/lists/$list/cover" -F "file=@$picture;type=image/png" | grep -oE '/covers/[A-Za-z0-9_-]+\.webp' | head -n 1) ||
  failed "cover: upload"
[ "$(ask "$cover" | head -c 12 | tail -c 4)" = WEBP ] || failed "cover: it is not WebP"
passed "cover as WebP"

inglenook healthcheck >/dev/null || failed "healthcheck"
passed "healthcheck"

script=$(ask / -H "Accept: text/html" | grep -oE '/assets/main-[^"]+\.js' | head -n 1) || failed "page"
ask "$script" --compressed >/dev/null || failed "page: $script"
passed "page"

mcp='{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
ask /mcp -H "Accept: application/json, text/event-stream" "${json[@]}" "$mcp" | grep -q '"tools":\[{' || failed "mcp"
passed "mcp"

mkdir saved
inglenook backup --to "$folder/saved" >/dev/null || failed "backup"
saved=$(find "$folder/saved" -type f | grep .) || failed "backup: no file"
passed "backup"

# A warning, such as one about the disk of this machine, is no fault of the binary.
inglenook doctor >doctor.txt 2>&1 || { cat doctor.txt >&2; failed "doctor"; }
passed "doctor"

stop
passed "SIGTERM"

is_restored() { ask /v1/tasks | grep -q "Sweep the hearth" && ask "$cover" >/dev/null; }
inglenook restore "$saved" --yes >/dev/null || failed "restore"
serve
is_restored || failed "restore: the task or the cover is missing"
stop
passed "restore"

echo "$name: $count checks passed in $SECONDS s"
