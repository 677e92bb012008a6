#!/usr/bin/env bash
# Kills a service that reloads all the time, at random moments, and starts it again with bad manifests: the last good set has
# to serve each time.
#
#   Scripts/kills.sh [TIMES]    200 unless given
#
# It runs what `make test` has built.
set -euo pipefail
cd "$(dirname "$0")/.."
times="${1:-200}"
bundle="$(find "$(swift build --show-bin-path)" -maxdepth 1 -name '*.xctest' | head -1)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkfifo "$work/ready"
for ((round = 1; round <= times; round++)); do
    WAYBILL_KILLS="$work" "$bundle" --testing-library swift-testing --filter KillTests >"$work/log" 2>&1 &
    service=$!
    # Everybody who fails before it is ready ends, and ends the waiting.
    { wait_for="$service"; while kill -0 "$wait_for" 2>/dev/null; do sleep 0.2; done; echo failed >"$work/ready"; } &
    guard=$!
    read -r word <"$work/ready"
    if [ "$word" != ready ]; then
        cat "$work/log" >&2
        echo "kills: start $round failed" >&2
        exit 1
    fi
    sleep "0.0$((RANDOM % 100))"
    kill -9 "$service"
    wait "$service" 2>/dev/null || true
    kill "$guard" 2>/dev/null || true
    wait "$guard" 2>/dev/null || true
done
echo "kills: $times starts, and the last good set served at each"
