#!/usr/bin/env bash
# Fuzzes with libFuzzer: Scripts/fuzz.sh [seconds each] [url|pattern|regex|manifest|yaml]... All without names.
# What is found grows the corpus in Fuzzing/.build-fuzz/corpus; an input that crashes is written beside it, and ends the
# run with its status. `SWIFT_BACKTRACE=enable=no Fuzzing/.build-fuzz/release/FuzzURL FILE` runs one input again.
set -euo pipefail
cd "$(dirname "$0")/../Fuzzing"
# Swift's own handler would end a trap before libFuzzer writes the input.
export SWIFT_BACKTRACE=enable=no
seconds="${1:-60}"
shift || true
[ $# -gt 0 ] || set -- url pattern regex manifest yaml
for name in "$@"; do
    longest=400
    case "$name" in
    url) product=FuzzURL ;;
    pattern) product=FuzzPattern ;;
    regex) product=FuzzRegex ;;
    manifest) product=FuzzManifest longest=4096 ;;
    yaml) product=FuzzYAML ;;
    *) echo "fuzz: no target '$name'; there are url, pattern, regex, manifest and yaml" >&2; exit 2 ;;
    esac
    build=(swift build -c release --sanitize fuzzer --scratch-path .build-fuzz --product "$product")
    "${build[@]}" >&2
    corpus=".build-fuzz/corpus/$name"
    mkdir -p "$corpus"
    echo "== $name"
    "$("${build[@]}" --show-bin-path)/$product" -max_total_time="$seconds" -max_len="$longest" -timeout=10 -verbosity=0 \
        -dict="Dictionaries/$name.dict" -artifact_prefix="$corpus-" -print_final_stats=1 "$corpus" "Seeds/$name" 2>&1
done
