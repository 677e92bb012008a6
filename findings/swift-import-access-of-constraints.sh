#!/usr/bin/env bash
# Swift 6.3.1: an import that only the constraint of an extension needs is both required and "not used".
#
# Behavior: with `InternalImportsByDefault`, a file declares `package static var integer: Decoder` in `extension Decoder where Value ==
# Located<Int>`, and `Located` comes from another module. Without an access level on the import, the compiler rejects the member:
# "cannot declare a package static property in an extension with internal requirements". With `package import`, it warns that the
# import "was not used in package declarations", so with warnings as errors neither compiles. Naming the type in the member,
# `Decoder<Located<Int>>`, satisfies both. With `public` instead of `package`, there is no such warning.
# Output seen: the error and the warning as quoted, and nothing for the third form and for `public`.
# Source: seen when a target was split in two; the check for unused imports visits the types of declarations, and not the
# requirements of the extension around them.
# What to do: write the full type in members of constrained extensions that other modules use.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -r "$place"' EXIT
cd "$place"
swiftc --version 2>/dev/null | grep -q "Swift version 6\.3\.1" || { echo "written for Swift 6.3.1" >&2; exit 1; }

echo 'public struct Located<Value> { public init() {} }' >Base.swift
swiftc -swift-version 6 -module-name Base -emit-module Base.swift

# compile LEVEL TYPE IMPORT: what the compiler says of an extension whose member has an access level and a written type, with the level of its import.
compile() {
    cat >Decoders.swift <<SWIFT
$3 import Base
$1 struct Decoder<Value> { $1 init() {} }
extension Decoder where Value == Located<Int> {
    $1 static var integer: $2 { Decoder() }
}
SWIFT
    swiftc -swift-version 6 -package-name example -enable-upcoming-feature InternalImportsByDefault -I . \
        -module-name Decoders -emit-module Decoders.swift 2>&1 | grep -E "^Decoders\.swift.*(error|warning):" | head -1 || true
}

plain="$(compile package Decoder internal)"
stated="$(compile package Decoder package)"
named="$(compile package 'Decoder<Located<Int>>' package)"
public="$(compile public Decoder public)"
printf '%s\n' "internal import: $plain" "package import: $stated" "package import, type written: ${named:-nothing}" "all public: ${public:-nothing}"
grep -q "cannot declare a package static property in an extension with internal requirements" <<<"$plain"
grep -q "warning: package import of 'Base' was not used in package declarations" <<<"$stated"
[ -z "$named$public" ]
