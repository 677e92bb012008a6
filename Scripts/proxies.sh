#!/usr/bin/env bash
# What proxies make of a request before Waybill sees it: starts nginx, HAProxy, lighttpd, Apache and Caddy in front of a small server that
# shows what arrives, and prints the tables of "Beside Waybill". Fails if they differ from the page's: a version may read requests
# in another way. Scripts/proxies.sh [--write] writes them into the page.
#
# Needs Python 3, and apt for the packages: see Scripts/proxies/packages.sh. Listens on ports of the loopback interface that are free. It is
# not part of the gate, because it downloads packages.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/proxies/packages.sh
python3 Scripts/proxies/record.py "$place/root" Sources/WaybillHummingbird/WaybillHummingbird.docc/BesideWaybill.md "$@"
