#!/usr/bin/env bash
# Draws what `waybill check` shows in terminals for the documentation: Scripts/pictures.sh [path of waybill] [folder]
# Needs what Scripts/formats.sh installs.
set -euo pipefail
cd "$(dirname "$0")/.."
waybill="$(realpath "${1:-$(swift build --show-bin-path)/waybill}")"
folder="$(realpath "${2:-Sources/WaybillTools/WaybillTools.docc/Resources}")"
for picture in "60 color" "60 plain" "120 color" "120 plain"; do
    read -r columns style <<<"$picture"
    .build-formats/venv/bin/python Scripts/pictures/terminal.py "$folder/check-$columns-$style.svg" "$columns" "$style" \
        Scripts/pictures "$waybill" check
done
