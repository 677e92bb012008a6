#!/usr/bin/env bash
# What proxies make of a request before Waybill sees it: starts nginx, HAProxy, lighttpd, Apache and Caddy in front of a small server that
# shows what arrives, and prints the tables of "Beside Waybill". Fails if they differ from the page's: a version may read requests
# in another way. Scripts/proxies.sh [--write] writes them into the page.
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
python3 Scripts/proxies/record.py "$place/root" Sources/WaybillHummingbird/WaybillHummingbird.docc/BesideWaybill.md "$@"
