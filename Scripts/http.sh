#!/usr/bin/env bash
# Measures HTTP over loopback: wrk against `WaybillResponder`, against `WaybillMiddleware` in hummingbird's router, and against
# that router with the same routes, handlers and middleware of its own, in rounds that take turns. Prints one line a
# claim, as `Scripts/bench.sh` does: the ratio of the medians of all rounds.
#
# A server has the first processor and wrk the second, because otherwise they would wait for each other. Servers are
# started several times, because the seeds of hashes and the layout of memory make a process up to 3 % faster or slower
# than another of the same program.
#
#   Scripts/http.sh [ROUNDS] [SECONDS] [STARTS]       default: 3 rounds of 3 seconds for each server, after each of 5 starts
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(uname)" = Linux ] || { echo "http: processor times are read from /proc, so Linux is needed" >&2; exit 3; }
command -v wrk >/dev/null || { echo "http: wrk is not installed" >&2; exit 3; }
rounds=${1:-3} seconds=${2:-3} starts=${3:-5}
[ "$(nproc)" -gt 1 ] || { echo "http: two processors are needed" >&2; exit 3; }

build=(swift build --package-path Benchmarks -c release --product HTTPPeers)
"${build[@]}" >&2
peers="$("${build[@]}" --show-bin-path)/HTTPPeers"
place=$(mktemp -d)
trap 'jobs -p | xargs -r kill 2>/dev/null; rm -rf "$place"' EXIT

cat > "$place/paths.lua" <<'LUA'
local paths, next = {}, 0
for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = line end
function request()
  next = next % #paths + 1
  return wrk.format("GET", paths[next])
end
function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("result %.0f %.0f %d %d\n", summary.requests / summary.duration * 1e6, latency:percentile(99), failed, summary.requests))
end
LUA

await() { for _ in $(seq 200); do curl -s -o /dev/null "http://127.0.0.1:$1/" && return; sleep 0.1; done; return 1; }
# The processor time of a server so far, in microseconds. Unlike throughput, it hardly depends on other processes.
spent() { awk -v hertz="$(getconf CLK_TCK)" '{ printf "%.0f", ($14 + $15) / hertz * 1e6 }' "/proc/$1/stat"; }
load() { taskset -c 1 wrk -t1 -c32 -d"$seconds"s -s "$place/paths.lua" "http://127.0.0.1:$1" | sed -n 's/^result //p'; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

port=18230
for routes in 130 5000; do
    export PATHS="$place/paths.$routes"
    "$peers" paths $routes > "$PATHS"
    for _ in $(seq "$starts"); do
        waybill=$((port++)) middleware=$((port++)) hummingbird=$((port++))
        declare -A pids=()
        for name in waybill middleware hummingbird; do
            taskset -c 0 "$peers" $name $routes "${!name}" & pids[$name]=$!
        done
        for name in waybill middleware hummingbird; do await "${!name}"; done
        for name in waybill middleware hummingbird; do seconds=1 load "${!name}" > /dev/null; done
        for _ in $(seq "$rounds"); do
            for name in waybill middleware hummingbird; do
                before=$(spent "${pids[$name]}")
                read -r persecond p99 failed count < <(load "${!name}")
                after=$(spent "${pids[$name]}")
                echo "$persecond $p99 $failed $(awk -v t=$((after - before)) -v n="$count" 'BEGIN { print t / n }')" >> "$place/$name.$routes"
            done
        done
        jobs -p | xargs -r kill
        wait || true
    done
    for name in waybill middleware hummingbird; do
        awk '{ failed += $3 } END { exit failed > 0 }' "$place/$name.$routes" || { echo "http: requests failed" >&2; exit 1; }
    done
    figure() { cut -d' ' -f"$2" "$place/$1.$routes" | median; }
    peer=$(figure hummingbird 1) peer99=$(figure hummingbird 2) peertime=$(figure hummingbird 4)
    claim() {
        awk -v k="$1" -v n=$routes -v s="$(figure "$2" 1)" -v p="$peer" -v a="$(figure "$2" 2)" -v b="$peer99" -v g="$3" \
            -v t="$(figure "$2" 4)" -v pt="$peertime" 'BEGIN {
            printf "HTTP over loopback, %s, %d routes: %d requests a second (ratio %.2f to hummingbird Router; goal %s)\n", k, n, s, s / p, g
            printf "HTTP over loopback, %s, %d routes: p99 %d µs (ratio %.2f to hummingbird Router; goal at most 1)\n", k, n, a, a / b
            printf "HTTP over loopback, %s, %d routes: %.1f µs of processor time a request (ratio %.2f to hummingbird Router; goal at most 1)\n", k, n, t, t / pt }'
    }
    claim WaybillResponder waybill 1
    claim WaybillMiddleware middleware 0.95
done
