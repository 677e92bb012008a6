#!/usr/bin/env bash
# Records the access logs of real programs as input of the tests of `waybill traffic`: starts nginx, Apache, HAProxy, lighttpd and
# Caddy, sends them the same requests, and writes Tests/Fixtures/traffic/logs, with their versions in versions.txt.
# Read the difference after it, because the times are others in each run.
#
# Takes Debian's packages (12, bookworm) into a temporary folder, and installs nothing. Needs Python 3, and apt for the packages.
# Listens on ports of the loopback interface that are free. It is not part of the gate, because it downloads packages.
set -euo pipefail
cd "$(dirname "$0")/.."
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/debs/partial" "$place/root"
apt-get -qq -o Dir::Cache::archives="$place/debs" install --download-only --reinstall -y --no-install-recommends \
    nginx haproxy lighttpd apache2 apache2-bin caddy >"$place/apt.log" 2>&1 || { cat "$place/apt.log" >&2; exit 3; }
for package in "$place"/debs/*.deb; do dpkg -x "$package" "$place/root"; done
export LD_LIBRARY_PATH="$place/root/usr/lib/x86_64-linux-gnu:$place/root/usr/lib/aarch64-linux-gnu"
python3 Scripts/logs/record.py "$place/root" Tests/Fixtures/traffic/logs
