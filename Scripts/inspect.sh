#!/usr/bin/env bash
# Drives the page of the inspector with Debian's Chromium (Debian: chromium, nginx-light): Scripts/inspect.sh [path of waybill-inspect]
# `Scripts/inspect.sh pictures` draws the pictures of the documentation again, `Scripts/inspect.sh pictures FOLDER` into a folder.
# `Scripts/inspect.sh fleet` tests the view of a fleet over a real etcd, with the programs that Scripts/fleet.sh has built.
set -euo pipefail
cd "$(dirname "$0")/.."
pictures=""
tests=(Scripts/inspect --ignore Scripts/inspect/fleet)
case "${1:-}" in
pictures)
    pictures="${2:-Sources/WaybillInspector/WaybillInspector.docc/Resources}"
    set -- ;;
fleet)
    WAYBILL_FLEET_PROGRAMS="$(swift build --traits Etcd --scratch-path .build/fleet --show-bin-path)"
    export WAYBILL_FLEET_PROGRAMS
    tests=(Scripts/inspect/fleet)
    # What the tests of the page share asks for it.
    set -- "$WAYBILL_FLEET_PROGRAMS/waybill-fleet" ;;
esac
inspect="${1:-$(swift build --show-bin-path)/waybill-inspect}"
[ -x "$inspect" ] || swift build --product waybill-inspect
missing=()
command -v chromium > /dev/null || missing+=(chromium)
command -v nginx > /dev/null || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
if [ ${#missing[@]} -gt 0 ]; then
    [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y --no-install-recommends "${missing[@]}" > /dev/null \
        || { echo "inspect: needs ${missing[*]}: type 'apt-get install ${missing[*]}' as root" >&2; exit 1; }
fi
tools=.build-formats/inspect
Scripts/venv.sh inspect "$tools" Scripts/inspect/requirements.txt
export WAYBILL_INSPECT="$(realpath "$inspect")" PYTHONDONTWRITEBYTECODE=1
if [ -n "$pictures" ]; then
    exec "$tools/bin/python" Scripts/inspect/pictures.py "$pictures"
fi
"$tools/bin/oxfmt" --check -c Scripts/inspect/oxfmt.json 'Sources/WaybillInspector/Page/*.js'
"$tools/bin/pytest" --quiet --capture=no -p no:cacheprovider "${tests[@]}"
