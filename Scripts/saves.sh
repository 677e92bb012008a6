#!/usr/bin/env bash
# Measures what saves cost the requests: wrk against the reference service with many routes, in rounds without and with twenty saves
# a second that take turns. Prints the medians of the rounds' p99, and the ratio of each pair of rounds. Fails where a request fails.
#
#   Scripts/saves.sh [ROUNDS [SECONDS [ROUTES]]]     default: 6 rounds of 10 seconds each, 5000 routes
#
# It takes a release build; SERVICE=PATH takes another executable. Needs wrk and Python 3.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v wrk >/dev/null || { echo "saves: wrk is not installed" >&2; exit 3; }
rounds=${1:-6} seconds=${2:-10} routes=${3:-5000}
if [ -z "${SERVICE:-}" ]; then
    swift build -c release --product notes-service >&2
    SERVICE="$(swift build -c release --show-bin-path)/notes-service"
fi
place=$(mktemp -d)
trap 'jobs -p | xargs -r kill 2>/dev/null; rm -rf "$place"' EXIT

# Fifty files, and a writer that saves one of them after the other, as an editor does, with one URL changed.
cat > "$place/routes.py" <<'PY'
import os, sys, time
folder, routes = sys.argv[2], int(sys.argv[3])
def text(number, edition):
    lines = ["waybill: 1", "routes:"]
    for route in range(number, routes, 50):
        lines.append(f'  - {{ url: "/area{route % 97}/thing{route}/:id", methods: [GET], handler: welcome }}')
    lines.append(f'  - {{ url: "/edition{edition}/of/{number}", methods: [GET], handler: welcome }}')
    return "\n".join(lines) + "\n"
def save(number, edition):
    path = f"{folder}/{number}.yaml"
    with open(path + "~", "w") as file: file.write(text(number, edition))
    os.rename(path + "~", path)
if sys.argv[1] == "write":
    for number in range(50): save(number, 0)
    for route in range(0, routes, 7): print(f"/area{route % 97}/thing{route}/{route}")
else:
    start, count = time.monotonic(), 0
    while True:
        count += 1
        save(count % 50, os.getpid() * 100000 + count)
        time.sleep(max(0, start + count / 20 - time.monotonic()))
PY
cat > "$place/paths.lua" <<'LUA'
local paths, next = {}, 0
for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = line end
function request()
  next = next % #paths + 1
  return wrk.format("GET", paths[next])
end
function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("result %d %d %.0f\n", latency:percentile(99), failed, summary.requests / summary.duration * 1e6))
end
LUA

mkdir "$place/Routes"
export PATHS="$place/paths"
python3 "$place/routes.py" write "$place/Routes" "$routes" > "$PATHS"
"$SERVICE" --routes "$place/Routes" --port 0 --operators "$place/socket" > "$place/out" 2> "$place/log" &
for _ in $(seq 300); do grep -q 'listens on' "$place/out" && break; sleep 0.1; done
address=$(sed -n 's/^.*listens on //p' "$place/out")
load() { wrk -t1 -c32 -d"$seconds"s -s "$place/paths.lua" "$address" | sed -n 's/^result //p'; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
load > /dev/null
for _ in $(seq "$rounds"); do
    load >> "$place/idle"
    python3 "$place/routes.py" save "$place/Routes" "$routes" & writer=$!
    load >> "$place/saving"
    kill $writer
    wait $writer 2>/dev/null || true
done
awk '{ failed += $2 } END { exit failed > 0 }' "$place/idle" "$place/saving" || { echo "saves: requests failed" >&2; exit 1; }
idle=$(cut -d' ' -f1 "$place/idle" | median) saving=$(cut -d' ' -f1 "$place/saving" | median)
curl -s --unix-socket "$place/socket" http://localhost/_waybill/status > "$place/status"
python3 - "$place" "$routes" "$idle" "$saving" <<'PY'
import json, statistics, sys
place = sys.argv[1]
status = json.load(open(f"{place}/status"))
routes, idle, saving = map(int, sys.argv[2:])
quiet, busy = ([int(line.split()[0]) for line in open(f"{place}/{name}")] for name in ("idle", "saving"))
ratios = [later / earlier for earlier, later in zip(quiet, busy)]
print(f"HTTP while files are saved, {routes} routes: p99 {saving} µs beside {idle} µs idle, in {len(ratios)} pairs of rounds "
      f"{statistics.median(ratios):.2f} times as long in the median (goal at most 1.3) and {max(ratios):.2f} in the worst (2.0)")
print(f"generation {status['generation']}, no request failed")
PY
