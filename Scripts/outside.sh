#!/usr/bin/env bash
# Places a package of this repository in .build/outside, beside those of Scripts/keys.sh, Scripts/tutorial.sh and Scripts/template.sh, so
# that what is built for one of them is built for all: Scripts/outside.sh FOLDER. It prints the place.
#
# They use this package by the path ../waybill. By another path, all of it would be compiled again.
set -euo pipefail
cd "$(dirname "$0")/.."
place="$PWD/.build/outside"
package="$place/$(tr '[:upper:]' '[:lower:]' <<<"$1")"
rm -rf "$package"
mkdir -p "$package"
# What SwiftPM knows of the package that was built there before.
rm -f "$place"/build/*/debug/description.json
ln -sfn "$PWD" "$place/waybill"
for entry in "$PWD/$1"/*; do
    case "$entry" in
        */Package.swift) sed 's,path: "\.\.",path: "../waybill",' "$entry" >"$package/Package.swift" ;;
        */Package.resolved) ;;
        *) ln -s "$entry" "$package/" ;;
    esac
done
[ ! -f Package.resolved ] || cp Package.resolved "$package/"
echo "$package"
