#!/usr/bin/env bash
# Asks table and law about fresh cases: Scripts/oracle.sh [seconds] [seed]. Seeds are printed; the first difference is
# shrunk to the fewest definitions and the shortest URL, printed as a test, and ends the run with status 1.
# SANITIZE=address builds it with that sanitizer.
set -euo pipefail
cd "$(dirname "$0")/../Fuzzing"
build=(swift build -c release --scratch-path ".build${SANITIZE:+-$SANITIZE}" ${SANITIZE:+--sanitize "$SANITIZE"} --product OracleRun)
"${build[@]}" >&2
"$("${build[@]}" --show-bin-path)/OracleRun" "$@"
