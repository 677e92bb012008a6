#!/usr/bin/env bash
# Swift 6.3.1: through optional chaining, a protocol extension's property wins over the type's own.
#
# Behavior: a struct stores `node: String`, and an extension of a protocol that it conforms to has `node: String?`. Of a value,
# `.node` is the stored property. Of an optional value, `?.node` is the one of the extension, even if the result has no declared
# type: it already is optional, so the compiler prefers it to the stored property, which it would have to wrap. A property of an
# extension that forwards to the concrete type, `(self as? Tree)?.node`, therefore calls itself without end, and no warning says so.
# Output seen: "extension extension extension stored".
# Source: seen when a module was split and such a forwarding property was added; the compiler's rating of value-to-optional
# conversions explains it, which the language reference does not describe.
# What to do: give the property of the extension a name that no conforming type has.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -r "$place"' EXIT
swiftc --version 2>/dev/null | grep -q "Swift version 6\.3\.1" || { echo "written for Swift 6.3.1" >&2; exit 1; }
cat >"$place/main.swift" <<'SWIFT'
protocol Reader {}
struct Tree: Reader { let node = "stored" }
extension Reader { var node: String? { "extension" } }
let tree: Tree? = Tree()
let declared: String? = tree?.node
let inferred = tree?.node
let direct: String? = Tree().node
print(declared ?? "-", inferred ?? "-", direct ?? "-", Tree().node)
SWIFT
warnings="$(swiftc -swift-version 6 -o "$place/main" "$place/main.swift" 2>&1)"
[ -z "$warnings" ] || { echo "the compiler now says: $warnings" >&2; exit 1; }
printed="$("$place/main")"
echo "$printed"
[ "$printed" = "extension extension extension stored" ]
