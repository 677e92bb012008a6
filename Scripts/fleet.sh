#!/usr/bin/env bash
# Tests fleets with real members of etcd (Debian: etcd-server, openssl): Scripts/fleet.sh
# The trait Etcd makes all modules of this package other ones, so what is built stays in a folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v etcd > /dev/null || missing+=(etcd-server)
command -v openssl > /dev/null || missing+=(openssl)
if [ ${#missing[@]} -gt 0 ]; then
    [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y --no-install-recommends "${missing[@]}" > /dev/null \
        || { echo "fleet: needs ${missing[*]}: type 'apt-get install ${missing[*]}' as root" >&2; exit 1; }
fi
build=(--traits Etcd --scratch-path .build/fleet)
swift build --quiet "${build[@]}" --product waybillPackageTests
swift build --quiet "${build[@]}" --product waybill-fleet
WAYBILL_CASES="${WAYBILL_CASES:-200}" swift test --quiet --skip-build --disable-xctest "${build[@]}" --filter '^WaybillEtcdTests\.'
