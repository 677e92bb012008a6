#!/usr/bin/env bash
# Makes the archive of a release for this machine in dist/: the command, its completions, its man page and the license, and the
# checksum of the archive. Two runs on one commit with one toolchain give archives whose metadata are the same.
set -euo pipefail
cd "$(dirname "$0")/.."
version="$(Scripts/version.sh)"
system="$(uname -s | tr '[:upper:]' '[:lower:]')"
name="waybill-$version-$system-$(uname -m)"
time="@$(git log -1 --format=%ct)"
folder="$(mktemp -d)"
trap 'rm -r "$folder"' EXIT

Scripts/install.sh "$folder/$name"
[ "$("$folder/$name/bin/waybill" --version)" = "$version" ] || { echo "dist: the binary has another version" >&2; exit 1; }
cp LICENSE.txt "$folder/$name/"
mkdir -p dist
tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw --mtime="$time" -cf - "$name" \
    | gzip -9 --no-name > "dist/$name.tar.gz"
(cd dist && sha256sum ./*.tar.gz | sed 's| \./| |' > SHA256SUMS && cat SHA256SUMS)
if [ "$system" = linux ]; then ldd "$folder/$name/bin/waybill" || true; fi
