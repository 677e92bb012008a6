#!/usr/bin/env bash
# Builds the command and the programs of its page and of fleets for release, and installs them, completions and the man page: Scripts/install.sh [PREFIX], /usr/local without.
# On Linux, all libraries are linked statically if their archives are installed, otherwise only Swift's: the command runs without
# a Swift toolchain.
set -euo pipefail
prefix="$(mkdir -p "${1:-/usr/local}" && cd "${1:-/usr/local}" && pwd)"
cd "$(dirname "$0")/.."
# The trait changes nothing in the other programs.
build=(swift build -c release --scratch-path .build-install --traits Etcd)

# Whether libyaml and the C library have archives.
links_statically() {
    local folder status=0
    folder="$(mktemp -d)"
    printf 'print()\n' > "$folder/probe.swift"
    swiftc -static-executable -use-ld=lld "$folder/probe.swift" -lyaml -o "$folder/probe" > /dev/null 2>&1 || status=1
    rm -r "$folder"
    return $status
}

if [ "$(uname)" = Linux ]; then
    build+=(--static-swift-stdlib)
    if links_statically; then build+=(-Xswiftc -static-executable -Xswiftc -use-ld=lld); fi
fi
install -d "$prefix/bin"
for program in waybill waybill-inspect waybill-fleet; do
    "${build[@]}" --product "$program"
    install -s -m 755 "$("${build[@]}" --show-bin-path)/$program" "$prefix/bin/$program"
done
Scripts/share.sh "$prefix/bin/waybill" "$prefix"
