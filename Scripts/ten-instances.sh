#!/usr/bin/env bash
# Follows "Ten instances, one set" word for word, with a real etcd (Debian: etcd-server, curl), in a folder below .build/outside.
# The programs are those of Scripts/fleet.sh, in .build/fleet.
set -euo pipefail
cd "$(dirname "$0")/.."
build=(--traits Etcd --scratch-path .build/fleet)
for product in waybill waybill-fleet notes-service; do swift build --quiet "${build[@]}" --product "$product"; done
bin="$(swift build "${build[@]}" --show-bin-path)"
place="$PWD/.build/outside/ten-instances"
rm -rf "$place"
mkdir -p "$place/start"
# The instances run in the group of the reader, and end with it, also when a step fails. The reader itself ends the store.
end() {
    kill -INT "$reader" 2> /dev/null && wait "$reader" || true
    kill -TERM -- "-$reader" 2> /dev/null || true
}
set -m
PATH="$bin:$PATH" python3 Scripts/tutorial.py Sources/WaybillReload/WaybillReload.docc/TenInstances.md "$place/start" "$PWD" &
reader=$!
trap end EXIT
wait "$reader"
