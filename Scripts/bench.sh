#!/usr/bin/env bash
# Runs every benchmark, and prints one line a claim: name: figure unit (ratio R to PEER; goal G)
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
swift run --quiet -c release Benchmarks
