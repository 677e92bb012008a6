#!/usr/bin/env bash
# Tests fleets with real members of etcd (Debian: etcd-server, etcd-client, openssl, curl): Scripts/fleet.sh
#
#   Scripts/fleet.sh simulate [INSTANCES]    many instances over one etcd; writes the table of Docs/Fleet.md, in about half an hour
#   Scripts/fleet.sh idle [MINUTES]          the processor time of idle services with etcd and with files, beside each other
#   Scripts/fleet.sh promise [RUNS]          the promise of Docs/Fleet.md against a model, 1,000 runs unless given
#
# The trait Etcd makes all modules of this package other ones, so what is built stays in a folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v etcd > /dev/null || missing+=(etcd-server)
command -v etcdctl > /dev/null || missing+=(etcd-client)
command -v openssl > /dev/null || missing+=(openssl)
command -v curl > /dev/null || missing+=(curl)
if [ ${#missing[@]} -gt 0 ]; then
    [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y --no-install-recommends "${missing[@]}" > /dev/null \
        || { echo "fleet: needs ${missing[*]}: type 'apt-get install ${missing[*]}' as root" >&2; exit 1; }
fi
build=(--traits Etcd --scratch-path .build/fleet)
# Each simulated instance has two connections, and their other ends are in etcd.
ulimit -n "$(ulimit -H -n)"

# release PRODUCT...: builds them for measurements, and sets `programs` to their folder.
release() {
    local product
    for product in "$@"; do swift build --quiet -c release "${build[@]}" --product "$product" >&2; done
    programs="$(swift build -c release "${build[@]}" --show-bin-path)"
}

case "${1:-}" in
simulate)
    release waybill-fleet FleetInstances
    exec python3 -B Scripts/fleet/simulate.py "$programs" "${2:-1000}" Docs/Fleet.md ;;
idle)
    release waybill-fleet notes-service
    exec python3 -B Scripts/fleet/idle.py "$programs" "${2:-10}" ;;
esac

for product in waybillPackageTests waybill-fleet notes-service; do
    swift build --quiet "${build[@]}" --product "$product"
done
tests=(swift test --skip-build --disable-xctest "${build[@]}" --filter)
if [ "${1:-}" = promise ]; then
    WAYBILL_RUNS="${2:-1000}" "${tests[@]}" '^WaybillEtcdTests\..*PromiseTests'
    exit
fi
# How fast a set is live after faults is measured on a quiet machine: WAYBILL_WITHIN=2.
export WAYBILL_WITHIN="${WAYBILL_WITHIN:-15}"
WAYBILL_CASES="${WAYBILL_CASES:-200}" "${tests[@]}" '^WaybillEtcdTests\.' --quiet
namespaces=(unshare --user --map-root-user --net)
if "${namespaces[@]}" true 2> /dev/null; then
    "${namespaces[@]}" python3 -B Scripts/fleet/link.py "$(swift build "${build[@]}" --show-bin-path)"
else
    echo "fleet: this system permits no namespaces, so no network is tried that loses its packets" >&2
fi
