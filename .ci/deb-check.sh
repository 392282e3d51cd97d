#!/usr/bin/env bash
# .ci/deb-check.sh PACKAGE: installs, upgrades, removes and purges the Debian package in a throw-away copy of this
# machine: what dpkg writes there goes to memory. Needs root, Debian and systemd's programs. Starts no service.
set -euo pipefail

if [ "${1:-}" != --inside ]; then
  exec unshare --mount --propagation private "$0" --inside "$@"
fi
package=$(realpath "$2")
work=$(mktemp -d)
trap 'umount -R "$work" 2>/dev/null; rmdir "$work"' EXIT
mount -t tmpfs -o mode=755 work "$work"
mkdir "$work"/{upper,inner,root}
mount -t overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/inner" overlay "$work/root" || {
  echo "not checked: the installation of the package, because this machine has no overlay file system"
  exit 0
}
root=$work/root
mount -t tmpfs -o mode=755 run "$root/run"
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cp "$package" "$root/tmp/package.deb"
failed=0

inside() { chroot "$root" env PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }
check() {
  local name=$1
  shift
  if "$@" >"$root/tmp/check" 2>&1; then echo "ok     $name"; else echo "WRONG  $name: $(tail -n 5 "$root/tmp/check")" && failed=1; fi
}
link=etc/systemd/system/multi-user.target.wants/inglenook.service

check "dpkg installs it" inside dpkg -i /tmp/package.deb
check "the program runs" inside inglenook --version
check "it made the user" inside id inglenook
check "the service is enabled" test -L "$root/$link"
check "the unit is sound" inside systemd-analyze verify inglenook.service
mkdir -p "$root/var/lib/inglenook"
inside chown inglenook: /var/lib/inglenook
check "a command of root makes data in the folder" inside inglenook household create --name Home --time-zone UTC --owner Anna --data-dir /var/lib/inglenook
check "which all belongs to the service" test -z "$(find "$root/var/lib/inglenook" ! -user "$(inside id -u inglenook)")"
echo "PORT=8080" >>"$root/etc/inglenook/inglenook.env"
rm -f "$root/$link"
check "dpkg installs it again" inside dpkg -i /tmp/package.deb
check "changed settings stay" grep -q PORT=8080 "$root/etc/inglenook/inglenook.env"
check "a disabled service stays so" test ! -e "$root/$link"
check "dpkg removes it" inside dpkg -r inglenook
check "the program is gone" test ! -e "$root/usr/bin/inglenook"
check "the settings stay" test -e "$root/etc/inglenook/inglenook.env"
check "dpkg purges it" inside dpkg -P inglenook
check "the settings are gone" test ! -e "$root/etc/inglenook"
check "the data stays" test -s "$root/var/lib/inglenook/inglenook.db"
exit "$failed"
