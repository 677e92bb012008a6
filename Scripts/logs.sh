#!/usr/bin/env bash
# Records the access logs of real programs as input of the tests of `waybill traffic`: starts nginx, Apache, HAProxy, lighttpd and
# Caddy, sends them the same requests, and writes Tests/Fixtures/traffic/logs, with their versions in versions.txt.
# Read the difference after it, because the times are others in each run.
#
# Needs Python 3, and apt for the packages: see Scripts/proxies/packages.sh. Listens on ports of the loopback interface that are free. It is
# not part of the gate, because it downloads packages.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/proxies/packages.sh
python3 Scripts/logs/record.py "$place/root" Tests/Fixtures/traffic/logs
