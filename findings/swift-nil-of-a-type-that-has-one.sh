#!/usr/bin/env bash
# Swift 6.3.1: with a type that is ExpressibleByNilLiteral, `condition ? value : nil` is never absent, whatever type is declared.
#
# Behavior: a JSON value has `.null` for the literal `nil`, as such libraries do. Of `condition ? value : nil`, where an optional is wanted, the compiler takes
# both branches for the type itself, and wraps the result: it is `.null`, a value, where it should be absent. An annotation of the variable or of the
# closure's result does not help, and nothing is reported. So `ids.flatMap { isID($0) ? $0 : nil }` filters nothing. The same with an Int is absent, and so
# is a `return nil` of its own.
# Output seen: variable, closure and typed closure "Optional(main.Value.null)"; return and Int "nil".
# Source: run here. The documentation of the protocol says that only Optional should conform, and names no such case.
# What to do: do not conform; write `.null`. The compiler then names each place where nil is not an optional.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cd "$place"
swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*'
cat >main.swift <<'SWIFT'
enum Value: ExpressibleByNilLiteral {
    case null, text
    init(nilLiteral: ()) { self = .null }
}
let value: Value? = .text
let number: Int? = 1
let no = CommandLine.argc > 5
let variable: Value? = no ? Value.text : nil
let closure: Value? = value.flatMap { $0 == .null ? $0 : nil }
let typed: Value? = value.flatMap { (value: Value) -> Value? in value == .null ? value : nil }
let statement: Value? = value.flatMap { (value: Value) -> Value? in
    if value == .null { return value }
    return nil
}
let integer: Int? = number.flatMap { $0 == 0 ? $0 : nil }
print("variable: \(variable as Any)")
print("closure: \(closure as Any)")
print("typed closure: \(typed as Any)")
print("return: \(statement as Any)")
print("Int: \(integer as Any)")
SWIFT
swiftc -swift-version 6 -warnings-as-errors main.swift -o main
./main | tee seen
diff - seen <<'SEEN'
variable: Optional(main.Value.null)
closure: Optional(main.Value.null)
typed closure: Optional(main.Value.null)
return: nil
Int: nil
SEEN
