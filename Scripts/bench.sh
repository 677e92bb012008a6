#!/usr/bin/env bash
# Runs every benchmark, and prints one line a claim: name: figure unit (ratio R to PEER; goal G)
set -euo pipefail
cd "$(dirname "$0")/.."
swift build -c release --product waybill >&2
WAYBILL="$(swift build -c release --show-bin-path)/waybill"
export WAYBILL
swift build --package-path Benchmarks -c release >&2
"$(swift build --package-path Benchmarks -c release --show-bin-path)/Benchmarks"
if command -v valgrind >/dev/null; then Scripts/instructions.sh; fi
if command -v goaccess >/dev/null; then Scripts/traffic.sh; fi
if [ "$(uname)" = Linux ] && command -v wrk >/dev/null; then Scripts/http.sh; fi
