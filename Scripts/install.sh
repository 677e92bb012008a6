#!/usr/bin/env bash
# Builds the command for release, and puts it into PREFIX/bin: Scripts/install.sh [PREFIX], /usr/local without.
# On Linux Swift's libraries are linked into it: it runs where there is no Swift, and takes less memory from the start.
set -euo pipefail
prefix="$(mkdir -p "${1:-/usr/local}" && cd "${1:-/usr/local}" && pwd)"
cd "$(dirname "$0")/.."
build=(swift build -c release --product waybill --scratch-path .build-install)
[ "$(uname)" != Linux ] || build+=(--static-swift-stdlib)
"${build[@]}"
install -d "$prefix/bin"
install -s -m 755 "$("${build[@]}" --show-bin-path)/waybill" "$prefix/bin/waybill"
