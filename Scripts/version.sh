#!/usr/bin/env bash
# Prints the version of this package, which Sources/WaybillTools/WaybillVersion.swift alone declares. With a tag it fails unless
# the tag is that version, and CHANGELOG.md has a section of it: Scripts/version.sh [TAG]
set -euo pipefail
cd "$(dirname "$0")/.."
version="$(sed -n 's/.*static let current = "\(.*\)".*/\1/p' Sources/WaybillTools/WaybillVersion.swift)"
echo "$version"
[ $# -gt 0 ] || exit 0
[ "$1" = "v$version" ] || { echo "version: the tag is '$1', and WaybillVersion.swift says '$version'" >&2; exit 1; }
grep -q "^## \[$version\]" CHANGELOG.md || { echo "version: CHANGELOG.md has no section [$version]" >&2; exit 1; }
