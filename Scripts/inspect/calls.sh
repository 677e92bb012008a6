#!/usr/bin/env bash
# Compares the instructions of an open and of an HTTP request (without a connection) in a service that serves the inspector and counts
# requests for it with those in the same service without it, in one run under callgrind: Scripts/inspect/calls.sh
# Two runs of different length are subtracted, so that starting and compiling cancel out. It fails above the bound.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v valgrind > /dev/null || { echo "calls: valgrind is not installed" >&2; exit 3; }
build=(swift build --package-path Benchmarks -c release)
"${build[@]}" --product InspectorCost >&2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# valgrind gives up on some of the compiler's debugging information.
strip -g -o "$place/InspectorCost" "$("${build[@]}" --show-bin-path)/InspectorCost"
mkdir "$place/Routes"
{
    printf 'waybill: 1\nroutes:\n'
    for route in $(seq 0 99); do echo "  - { id: r$route, url: /r$route/:id, methods: [GET], handler: show }"; done
} > "$place/Routes/routes.yaml"
few=5 many=205 calls=100 bound=102

count() {
    SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$place/InspectorCost" "$1" "$place/Routes" "$2" 2>&1 > /dev/null | sed -n 's/^==[0-9]*== Collected *: *\([0-9]*\).*/\1/p'
}

status=0
for call in open request; do
    plain=$((($(count $call-plain $many) - $(count $call-plain $few)) / ((many - few) * calls)))
    inspected=$((($(count $call-inspected $many) - $(count $call-inspected $few)) / ((many - few) * calls)))
    [ "$plain" -gt 0 ] || { echo "calls: callgrind counted nothing for $call" >&2; exit 3; }
    echo "instructions of a call with the inspector, $call: $inspected, without it $plain (goal at most $bound %)"
    [ $((inspected * 100)) -le $((plain * bound)) ] || status=1
done
exit $status
