#!/usr/bin/env bash
# Tests fleets with real members of etcd (Debian: etcd-server, openssl, curl): Scripts/fleet.sh
# `Scripts/fleet.sh simulate [INSTANCES]` prints a table of times.
# The trait Etcd makes all modules of this package other ones, so what is built stays in a folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v etcd > /dev/null || missing+=(etcd-server)
command -v openssl > /dev/null || missing+=(openssl)
command -v curl > /dev/null || missing+=(curl)
if [ ${#missing[@]} -gt 0 ]; then
    [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y --no-install-recommends "${missing[@]}" > /dev/null \
        || { echo "fleet: needs ${missing[*]}: type 'apt-get install ${missing[*]}' as root" >&2; exit 1; }
fi
build=(--traits Etcd --scratch-path .build/fleet)
swift build --quiet "${build[@]}" --product waybillPackageTests
swift build --quiet "${build[@]}" --product waybill-fleet
if [ "${1:-}" = simulate ]; then
    # Each instance has two connections, and its other ends are in etcd.
    ulimit -n "$(ulimit -H -n)"
    WAYBILL_SIMULATION="${2:-1000}" swift test --skip-build --disable-xctest "${build[@]}" --filter SimulationTests | grep '^|'
    exit
fi
# How fast a set is live after faults is measured on a quiet machine: WAYBILL_WITHIN=2.
WAYBILL_WITHIN="${WAYBILL_WITHIN:-15}" WAYBILL_CASES="${WAYBILL_CASES:-200}" swift test --quiet --skip-build --disable-xctest "${build[@]}" --filter '^WaybillEtcdTests\.'
