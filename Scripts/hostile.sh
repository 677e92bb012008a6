#!/usr/bin/env bash
# Runs a release build of waybill over shapes made to hurt, and prints a line each: Scripts/hostile.sh [word...]
# With words only the shapes whose names hold one of them. WAYBILL=PATH takes another executable. Fails where a run takes
# more than a second of all cores together or 256 MiB, or does not exit as it should. Needs Python 3 and Linux.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${WAYBILL:-}" ]; then
    swift build -c release --product waybill >&2
    WAYBILL="$(swift build -c release --show-bin-path)/waybill"
fi
python3 Scripts/hostile/run.py "$WAYBILL" "$@"
