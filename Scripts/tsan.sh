#!/usr/bin/env bash
# Runs the tests of what tasks share under ThreadSanitizer, or those that a filter names. Its build folder is its own.
#
#   Scripts/tsan.sh [FILTER]
#   Scripts/tsan.sh readers [SECONDS]    eight readers and a writer at full speed, for a minute unless given
#
# A contended Mutex and a lazy reference of the standard library look like races to the sanitizer, because their code is not
# instrumented: ThreadSanitizer/Hints.c tells it of them. Two controls show that it then finds a race, and none where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
preload=""
if [ "$(uname)" = Linux ]; then
    clang -shared -fPIC -O1 -o "$work/hints.so" Scripts/ThreadSanitizer/Hints.c -ldl
    preload="$work/hints.so"
fi

# Reports of a control's run.
control() {
    swiftc -swift-version 6 -sanitize=thread -parse-as-library "Scripts/ThreadSanitizer/$1.swift" -o "$work/$1"
    (LD_PRELOAD="$preload" "$work/$1" 2>&1 || true) | grep -c 'WARNING: ThreadSanitizer' || true
}
[ "$(control Guarded)" -eq 0 ] || { echo "tsan: a race is reported where a Mutex guards" >&2; exit 3; }
[ "$(control Racing)" -gt 0 ] || { echo "tsan: a race is not found" >&2; exit 3; }

filter="${1:-WaybillTests|WaybillPresentationTests|WaybillTestingTests}"
if [ "$filter" = readers ]; then
    filter=ReaderWriterTests
    export WAYBILL_READERS="${2:-60}"
fi
swift build --build-tests --sanitize=thread --scratch-path .build-tsan
LD_PRELOAD="$preload" swift test --skip-build --sanitize=thread --scratch-path .build-tsan \
    --filter "$filter"
