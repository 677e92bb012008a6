#!/usr/bin/env bash
# Runs the tests of reloading that need mounts, and limits of the kernel, in namespaces of their own: nothing outside is changed.
# Where namespaces may not be made it says so, and is content.
#
# It runs what `make test` has built.
set -euo pipefail
cd "$(dirname "$0")/.."
namespaces=(unshare --user --map-root-user --mount)
if ! "${namespaces[@]}" sh -c 'mount -t tmpfs none /mnt' 2>/dev/null; then
    echo "mounts: namespaces may not be made here; nothing is tested" >&2
    exit 0
fi
"${namespaces[@]}" env WAYBILL_MOUNTS=1 swift test --skip-build --filter MountTests
