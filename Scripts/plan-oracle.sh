#!/usr/bin/env bash
# Asks law and comparison about fresh pairs of tables: Scripts/plan-oracle.sh [pairs] [seed] [URLs of each pair]. What is found
# first is printed with both tables, and ends the run with status 1.
set -euo pipefail
cd "$(dirname "$0")/.."
export PLAN_PAIRS=${1:-20000} PLAN_SEED=${2:-$RANDOM} PLAN_URLS=${3:-400}
echo "$PLAN_PAIRS pairs, seed $PLAN_SEED, $PLAN_URLS URLs each"
swift test -c release -Xswiftc -enable-testing --scratch-path .build-oracle --filter ComparisonOracleTests
