#!/usr/bin/env bash
# SwiftPM 6.3.1: a resource with the rule .embedInCode is compiled as an array of decimal numbers, and its build time is that of its bytes.
#
# Behavior: SwiftPM writes `embedded_resources.swift`, with `static let name: [UInt8] = [60,33,68, …]`, one number for each byte. The compiler reads each of
# them as an expression. So a page of 124 kB takes it
# many seconds, and as a string literal in a source file next to nothing. The source is also 3.5 times as long as the resource.
# Output seen: 123,750 bytes become 432,061 of source. First debug builds, processor time on a busy machine: of an empty function 2.6 s, with the text as a
# string literal 2.8 s, with the resource 35.6 s.
# Source: run here. The documentation of the rule says that the resource becomes a `[UInt8]` in code, and nothing of costs.
# What to do: embed small files, or generate a source file with a string literal of the text.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cd "$place"
swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*'

# package NAME RESOURCES SOURCE: a library with one source.
package() {
    mkdir -p "$1/Sources/$1"
    cat >"$1/Package.swift" <<SWIFT
// swift-tools-version:6.2
import PackageDescription
let package = Package(name: "$1", targets: [.target(name: "$1", resources: [$2])])
SWIFT
    printf '%s\n' "$3" >"$1/Sources/$1/Page.swift"
}
line='<p class="row">A line of a page, as pages have it.</p>'
text="$(for _ in $(seq 2250); do echo "$line"; done)"
package Embedded '.embedInCode("page.html")' 'public func page() -> [UInt8] { PackageResources.page_html }'
printf '%s\n' "$text" >Embedded/Sources/Embedded/page.html
package Literal '' "$(printf 'public func page() -> String { #"""\n%s\n"""# }' "$text")"

# seconds PACKAGE: the processor time of its first build.
seconds() {
    python3 - "$1" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(["swift", "build", "--package-path", sys.argv[1], "--quiet"], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{used.ru_utime + used.ru_stime:.1f}")
PYTHON
}
# The first build of a package also fills caches of the machine.
package Nothing '' 'public func page() {}'
nothing="$(seconds Nothing)"
nothing="$(rm -rf Nothing/.build; seconds Nothing)"
literal="$(seconds Literal)"
embedded="$(seconds Embedded)"
source="$(find Embedded/.build/ -name embedded_resources.swift | head -1)"
echo "bytes: $(wc -c <Embedded/Sources/Embedded/page.html), of its source: $(wc -c <"$source")"
echo "processor seconds: nothing $nothing, literal $literal, embedded $embedded"
grep -qE '\[UInt8\] = \[60,112,32,' "$source"
python3 -c "import sys; nothing, literal, embedded = map(float, sys.argv[1:]); sys.exit(embedded - nothing < 4 * max(literal - nothing, 0.5))" \
    "$nothing" "$literal" "$embedded"
