#!/usr/bin/env bash
# Guards the cost of a lookup: counts the instructions of one over the GitHub workload with 1,000 interceptors, under
# callgrind, and compares them with Scripts/instructions.txt. Two runs of different length are subtracted, so that
# starting and compiling cancel out. `Scripts/instructions.sh --record` writes what it counts.
#
# Instructions depend on the compiler and the processor's kind: the file says for which it was recorded, and elsewhere
# the comparison is a report that does not fail.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "instructions: valgrind is not installed" >&2; exit 3; }

build=(swift build --package-path Benchmarks -c release --product LookupProbe)
"${build[@]}" >&2
probe="$("${build[@]}" --show-bin-path)/LookupProbe"
urls=130 few=2 many=12

instructions() {
    SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$probe" passes "$1" 2>&1 >/dev/null \
        | sed -n 's/^==[0-9]*== Collected *: *\([0-9]*\).*/\1/p'
}

count=$((($(instructions $many) - $(instructions $few)) / ((many - few) * urls)))
[ "$count" -gt 0 ] || { echo "instructions: callgrind counted nothing" >&2; exit 3; }
here="$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p') $(uname -m)"

if [ "${1:-}" = --record ]; then
    printf '# Instructions a lookup, tolerance in percent, and the compiler and processor they hold for.\n%s 3 %s\n' \
        "$count" "$here" > Scripts/instructions.txt
fi
read -r recorded tolerance there < <(grep -v '^#' Scripts/instructions.txt)
limit=$((recorded * (100 + tolerance) / 100))
echo "instructions, 130 GitHub routes, 1,000 interceptors: $count a lookup (goal at most $limit: $recorded and $tolerance %)"
if [ "$count" -le "$limit" ]; then exit 0; fi
if [ "$here" != "$there" ]; then
    echo "instructions: over, but recorded with Swift $there, and this is $here" >&2
    exit 0
fi
echo "instructions: a lookup has become dearer; find out why, or record it: Scripts/instructions.sh --record" >&2
exit 1
