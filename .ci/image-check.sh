#!/usr/bin/env bash
# shellcheck disable=SC2030,SC2031,SC2317 # Settings are for one subshell, and "check" calls functions.
# .ci/image-check.sh BINARY PICTURE: runs the program as the container image runs it, without a container engine: in a
# read-only folder that has only the image's files (dist/image, by "bun run image"). Needs root and Linux.
set -euo pipefail

if [ "${1:-}" != --inside ]; then
  # All mounts end with this namespace.
  exec unshare --mount --propagation private "$0" --inside "$@"
fi
shift
binary=$1
picture=$2
case $(uname -m) in
  x86_64) image=dist/image/amd64 loader=/lib64/ld-linux-x86-64.so.2 ;;
  aarch64) image=dist/image/arm64 loader=/lib/ld-linux-aarch64.so.1 ;;
  *) echo "there is no image for $(uname -m)" && exit 1 ;;
esac
[ -d "$image/root/usr/lib/inglenook" ] || { echo "$image is missing: bun run image"; exit 1; }

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null || true; rm -rf "$work/out"; umount -R "$work/root" 2>/dev/null; rm -rf "$work"' EXIT
root=$work/root
out=$work/out
mkdir "$root" "$out"
failed=0
port=$((20000 + RANDOM % 10000))
base=http://127.0.0.1:$port

fail() {
  echo "WRONG  $*"
  failed=1
}
# check NAME COMMAND...: the command must succeed.
check() {
  local name=$1
  shift
  if "$@" >"$out/check" 2>&1; then echo "ok     $name"; else fail "$name: $(tail -n 3 "$out/check")"; fi
}

# The image: distroless/cc has these libraries and this user.
mount -t tmpfs -o mode=755 image "$root"
cp -R "$image/root/." "$root/"
cp "$binary" "$root/usr/bin/inglenook"
mkdir -p "$root$(dirname "$loader")"
cp -L "$loader" "$root$loader"
known=$(ldconfig -p)
for name in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2 libstdc++.so.6 libgcc_s.so.1; do
  path=$(awk -v name="$name" 'index($1, name) == 1 { print $NF; exit }' <<<"$known")
  [ -n "$path" ] || { echo "this machine has no $name"; exit 1; }
  mkdir -p "$root$(dirname "$path")"
  cp -L "$path" "$root$path"
done
mkdir -p "$root"/{proc,dev,tmp,data,etc}
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' >"$root/etc/passwd"
touch "$root"/dev/{null,urandom}
mount -t proc proc "$root/proc"
mount --bind /dev/null "$root/dev/null"
mount --bind /dev/urandom "$root/dev/urandom"
mount -t tmpfs -o noexec,nosuid,nodev,mode=1777 tmp "$root/tmp"
mount -t tmpfs -o mode=700 data "$root/data"
chown 65532:65532 "$root/data"
mount -o remount,ro "$root"

environment=(PATH=/usr/bin HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 IMAGE_LIBRARY_DIR=/usr/lib/inglenook "PORT=$port")
chroot=$(command -v chroot)
# as USER COMMAND...: within the image, in its working folder, with no-new-privileges.
as() {
  local user=$1
  shift
  exec setpriv --no-new-privs env -i "${environment[@]}" "$chroot" --userspec="$user" --groups= "$root" "$@"
}
program() { (as 65532:65532 /usr/bin/inglenook "$@"); }

# start USER [SETTING...]: serves, and waits for its first line.
start() {
  local user=$1
  shift
  : >"$out/log"
  (environment+=("$@") && as "$user" /usr/bin/inglenook serve) >"$out/log" 2>"$out/errors" &
  server=$!
  for _ in $(seq 200); do
    if curl -sf "$base/healthz" >/dev/null; then return 0; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05
  done
  cat "$out/log" "$out/errors"
  return 1
}
# It must end with 0 within a second.
stop() {
  local before after code=0
  before=$(date +%s%N)
  kill -TERM "$server"
  wait "$server" || code=$?
  server=
  after=$(date +%s%N)
  echo "stopped with $code after $(((after - before) / 1000000)) ms"
  [ "$code" = 0 ] && [ $((after - before)) -lt 1000000000 ]
}
call() { curl -sS -b "$out/cookies" -c "$out/cookies" -H "Origin: $base" "$@"; }
status() { call -o "$out/answer" -w '%{http_code}' "$@"; }

if ! start 65532:65532; then
  fail "the server does not start"
  exit 1
fi
echo "ok     serves as user 65532 on a read-only file system"
token=$(sed -n 's/.*\/setup#\([A-Za-z0-9_-]*\).*/\1/p' "$out/log" | head -n 1)
setup='{"token": "'$token'", "householdName": "Our home", "timeZone": "Europe/Berlin", "memberName": "Anna", "password": "a long one that nobody guesses"}'
code=$(status "$base/app/setup" -H "Content-Type: application/json" -d "$setup")
check "the printed link makes a household" [ "$code" = 200 ]
section=$(call "$base/v1/lists/sections" -H "Content-Type: application/json" -d '{"name": "Home"}' | cut -d'"' -f4)
list=$(call "$base/v1/lists" -H "Content-Type: application/json" -d "{\"name\": \"Shopping\", \"sectionId\": \"$section\"}" | cut -d'"' -f4)
code=$(status "$base/v1/lists/$list/cover" -F "file=@$picture")
check "a cover can be uploaded (status $code)" [ "$code" = 200 ]
check "the health check" program healthcheck
program update 2>"$out/update" || true
check "update says what to type instead" grep -qF "docker compose pull && docker compose up -d" "$out/update"
check "a backup" program backup
check "doctor finds nothing wrong" program doctor
program doctor >"$out/doctor" || true
check "doctor has nothing to say about permissions" grep -q '^ok     permissions' "$out/doctor"
check "doctor can make covers" grep -q '^ok     images' "$out/doctor"
check "SIGTERM ends it within a second" stop

# PUID: root gives the folder away and becomes that user, with the capabilities that compose.yaml names.
chown -R 0:0 "$root/data"
ln -s /etc/passwd "$root/data/backups/link"
if start 0:0 PUID=1026 PGID=100; then
  check "PUID changes who the process is" [ "$(awk '/^Uid:/ { print $2 $3 $4 $5 }' "/proc/$server/status")" = 1026102610261026 ]
  check "PGID is its only group" [ "$(awk '/^Groups:/ { print $2 $3 }' "/proc/$server/status")" = 100 ]
  others=$(find "$root/data" ! -type l \( ! -uid 1026 -o ! -gid 100 \) | head -n 3)
  check "all data belongs to that user ($others)" [ -z "$others" ]
  check "files behind links stay as they were" [ "$(stat -c %u "$root/etc/passwd")" = 0 ]
  check "SIGTERM ends it too" stop
else
  fail "the server does not start with PUID"
fi
rm "$root/data/backups/link"

# A verb of root acts as the owner of the folder.
check "root's backup" bash -c "$(declare -f as); $(declare -p environment root chroot); as 0:0 /usr/bin/inglenook backup"
others=$(find "$root/data" ! -uid 1026 | head -n 3)
check "belongs to the owner of the folder ($others)" [ -z "$others" ]

# refused NAME TEXT USER SETTING...: the server must end at once and say this.
refused() {
  local name=$1 text=$2 user=$3 code=0
  shift 3
  (environment+=("$@") && as "$user" /usr/bin/inglenook serve) >"$out/log" 2>"$out/errors" || code=$?
  if [ "$code" != 0 ] && grep -qF "$text" "$out/errors"; then echo "ok     $name"; else fail "$name: $code $(cat "$out/errors")"; fi
}
chown -R 0:0 "$root/data"
refused "a folder of root is refused with the repair" "chown -R 65532 /data" 65532:65532
refused "PUID=0 is refused" "PUID=0: must be a whole number" 0:0 PUID=0
refused "PUID without root is refused" 'Start it as root (user: "0:0"' 65532:65532 PUID=1026
refused "a folder without the image library is refused" "must hold the unpacked image library" 0:0 IMAGE_LIBRARY_DIR=/data
capless=$(setpriv --bounding-set=-chown,-setuid env -i "${environment[@]}" PUID=1026 "$chroot" "$root" /usr/bin/inglenook serve 2>&1 || true)
check "PUID without capabilities is refused ($capless)" grep -qF "lacks the capabilities CHOWN, SETUID" <<<"$capless"

echo "not checked here: seccomp and cgroup limits of an engine, the layers, and the files of the base image themselves"
exit "$failed"
