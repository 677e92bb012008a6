#!/usr/bin/env bash
# Fails where folders of one target use each other in a cycle, and where the reference service links what is made for the
# command alone: Scripts/walls.sh [NOTES-SERVICE]
set -euo pipefail
cd "$(dirname "$0")/.."
python3 Scripts/cycles.py
service="${1:-$(swift build --show-bin-path)/notes-service}"
[ -x "$service" ] || swift build --product notes-service
symbols="$(mktemp)"
trap 'rm -f "$symbols"' EXIT
nm "$service" > "$symbols"
# The mangled name of a symbol holds its module's name, preceded by the name's length.
grep -q '12WaybillTable' "$symbols" || { echo "walls: $service has no symbols to look at" >&2; exit 1; }
for module in 12WaybillTools 19WaybillPresentation; do
    count="$(grep -c "$module" "$symbols" || true)"
    [ "$count" -eq 0 ] || { echo "walls: notes-service links ${module#??}: $count symbols" >&2; exit 1; }
done
