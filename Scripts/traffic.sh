#!/usr/bin/env bash
# Measures `waybill traffic` with a million combined lines through the 130 GitHub routes, against GoAccess and `wc -l` on the same
# file in the same run. Prints one line a claim, as Scripts/bench.sh does. Needs Python 3 and GoAccess (apt-get install goaccess).
# A part of the lines reaches no route, as in a real log. LINES=10000000 measures more lines, GIGABYTES="1 10" also streams of these lengths.
set -euo pipefail
cd "$(dirname "$0")/.."
WAYBILL="${WAYBILL:-$(swift build -c release --show-bin-path)/waybill}"
[ -x "$WAYBILL" ] || swift build -c release --product waybill >&2
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
python3 Scripts/traffic/measure.py "$WAYBILL" Benchmarks/Workloads/github-api-routes.txt "$place" "${LINES:-1000000}" ${GIGABYTES:-}
