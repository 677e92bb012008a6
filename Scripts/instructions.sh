#!/usr/bin/env bash
# Guards the cost of what a service calls: counts the instructions of a lookup (over the GitHub workload with 1,000
# interceptors), of `canOpen`, `resolve` and `open` (without) and of an HTTP request to `WaybillResponder` (behind one
# middleware, without a connection) under callgrind, and compares them with Scripts/instructions.txt. Two runs of
# different length are subtracted, so that starting and compiling cancel out.
# `Scripts/instructions.sh --record` writes what it counts.
#
# Instructions depend on the compiler and the processor's kind: the file says for which it was recorded, and elsewhere
# the comparison is a report that does not fail.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "instructions: valgrind is not installed" >&2; exit 3; }

build=(swift build --package-path Benchmarks -c release)
for product in CallProbe HTTPPeers; do "${build[@]}" --product $product >&2; done
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# valgrind gives up on some of the compiler's debugging information.
for product in CallProbe HTTPPeers; do strip -g -o "$place/$product" "$("${build[@]}" --show-bin-path)/$product"; done
# So many calls that the start of a process, which differs by up to 60,000 instructions, adds at most five to each.
urls=130 few=2 many=112

instructions() {
    local call=("$place/CallProbe" "$1" "$2")
    if [ "$1" = http ]; then call=("$place/HTTPPeers" calls-waybill 130 "$2"); fi
    SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "${call[@]}" 2>&1 >/dev/null \
        | sed -n 's/^==[0-9]*== Collected *: *\([0-9]*\).*/\1/p'
}

here="$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p') $(uname -m)"
recorded=Scripts/instructions.txt
counted="$place/instructions.txt"
status=0
echo "# Call, its instructions, tolerance in percent, and the compiler and processor they hold for." > "$counted"
for call in lookup canOpen resolve open http; do
    count=$((($(instructions $call $many) - $(instructions $call $few)) / ((many - few) * urls)))
    [ "$count" -gt 0 ] || { echo "instructions: callgrind counted nothing for $call" >&2; exit 3; }
    echo "$call $count 3 $here" >> "$counted"
    if [ "${1:-}" = --record ]; then continue; fi
    read -r _ was tolerance there < <(grep "^$call " "$recorded")
    limit=$((was * (100 + tolerance) / 100))
    echo "instructions, 130 GitHub routes, $call: $count a call (goal at most $limit: $was and $tolerance %)"
    if [ "$count" -le "$limit" ]; then continue; fi
    if [ "$here" != "$there" ]; then
        echo "instructions: over, but recorded with Swift $there, and this is $here" >&2
        continue
    fi
    echo "instructions: $call has become dearer; find out why, or record it: Scripts/instructions.sh --record" >&2
    status=1
done
if [ "${1:-}" = --record ]; then cp "$counted" "$recorded"; cat "$recorded"; fi
exit $status
