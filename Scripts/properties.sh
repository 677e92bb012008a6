#!/usr/bin/env bash
# Runs every property suite, those named *Properties, with fresh seeds: Scripts/properties.sh [cases of each suite] [seed]. The
# seed is printed; what is found is printed with its own, and ends the run with status 1.
# FILTER=FixProperties runs that suite alone.
set -euo pipefail
cd "$(dirname "$0")/.."
export WAYBILL_CASES=${1:-20000} WAYBILL_SEED=${2:-$((RANDOM * 32768 + RANDOM))}
echo "$WAYBILL_CASES cases of each suite, seed $WAYBILL_SEED"
swift test --filter "${FILTER:-Properties/}"
