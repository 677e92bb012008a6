#!/usr/bin/env bash
# Soaks the reference service, or the engine alone.
#
#   Scripts/soak.sh [SECONDS [RELOADS]]    the service; 600 and 10000 unless given
#   Scripts/soak.sh engine [SECONDS]       the engine; 120 unless given
#
# The service: writers of every shape for so many seconds, then so many reloads, under real HTTP load. It takes a release
# build; SERVICE=PATH takes another executable, WITHIN=MS another bound than 250 ms for a save. Fails where a request fails,
# an answer is mixed or out of order, a save is live too late, or memory, open files or retired instances are left behind.
# Needs Python 3 and Linux, and wrk for the load: without it only its own clients ask.
#
# The engine: eight tasks open, make, perform, remove, add and remove routes, and replace generations. SOAK=PATH takes another
# executable than that of a release build. Fails if an object is not freed, or memory grows.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = engine ]; then
    if [ -z "${SOAK:-}" ]; then
        swift build -c release --product EngineSoak >&2
        SOAK="$(swift build -c release --show-bin-path)/EngineSoak"
    fi
    exec "$SOAK" "${2:-120}"
fi
if [ -z "${SERVICE:-}" ]; then
    swift build -c release --product notes-service >&2
    SERVICE="$(swift build -c release --show-bin-path)/notes-service"
fi
command -v wrk >/dev/null || echo "soak: there is no wrk, so that only the checking clients ask" >&2
python3 -B Scripts/soak/run.py "$SERVICE" "${1:-600}" "${2:-10000}"
