#!/usr/bin/env bash
# Measures the first minutes of a new user beside another commit, in turns and in empty clones whose packages are already
# fetched: Scripts/first-start.sh BASE [PART…]. ROUNDS=3 repeats each of them. The machine should have nothing else to do.
#
#   run      make run, until /notes answers
#   adopter  a service of hummingbird alone; with WaybillMiddleware and WaybillService; the same with WaybillKeys
#   command  swift build -c release --product waybill
#   test     make test
#   packages what an adopter of each product resolves and builds, of this commit alone, as the table of the documentation
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
exec python3 Scripts/first-start/measure.py "$@"
