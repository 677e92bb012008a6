#!/usr/bin/env bash
# Makes the archives of a release for this machine in dist/, and their checksums. One has the programs without symbols,
# completions, its man page and the license; the other has the symbols, which debuggers find beside the command. The bill of
# materials (CycloneDX) is in the first and beside it. Two runs on one commit with one toolchain give archives whose metadata
# are the same.
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
swift package --scratch-path .build-install show-dependencies --format json | Scripts/sbom.py "$version" > "dist/$name.cdx.json"
cp "dist/$name.cdx.json" "$folder/$name/"
# archive NAME: of the folder of that name.
archive() {
    tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw --mtime="$time" -cf - "$1" \
        | gzip -9 --no-name > "dist/$1.tar.gz"
}

symbols="$folder/$name-symbols"
mkdir "$symbols"
built="$(swift build -c release --scratch-path .build-install --show-bin-path)"
for program in waybill waybill-inspect waybill-fleet; do
    if [ "$system" = darwin ]; then
        dsymutil "$built/$program" -o "$symbols/$program.dSYM"
    else
        objcopy --only-keep-debug "$built/$program" "$symbols/$program.debug"
        objcopy --add-gnu-debuglink="$symbols/$program.debug" "$folder/$name/bin/$program"
    fi
done
archive "$name"
archive "$name-symbols"
(cd dist && sha256sum ./*.tar.gz ./*.cdx.json | sed 's| \./| |' > SHA256SUMS && cat SHA256SUMS)
if [ "$system" = linux ]; then ldd "$folder/$name/bin/waybill" || true; fi
ls -l "$folder/$name/bin" "$symbols"
