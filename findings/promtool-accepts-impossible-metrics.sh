#!/usr/bin/env bash
# Prometheus 2.42.0: `promtool check metrics` finds no fault in a series that is there twice, nor in a histogram that cannot be.
#
# Behavior: the check parses each line and looks at names, help and units; it compares no lines. It ends with status 0, and prints nothing,
# for two values of one series, for cumulative buckets that fall, and for a histogram without `+Inf` and `_count`. It does find a label that is
# there twice, and a TYPE after its samples. A server that scrapes these says that the target is up, counts both lines of the series as scraped, keeps
# the first of them, and computes quantiles from the falling buckets.
# Output seen: "same series twice: 0", "falling buckets: 0", "no +Inf: 0", "label twice: 1", "TYPE after samples: 1"; up 1, scraped 6, a_total 1.
# Source: run here. The documentation of the command says "Pass Prometheus metrics over stdin to lint them for consistency and correctness".
# What to do: test that an exposition names no series twice, and that buckets rise to `_count`, with a parser; a green check proves neither.
set -euo pipefail
place="$(mktemp -d)"
server=
target=
trap 'kill $server $target 2>/dev/null || true; rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq prometheus=2.42.0+ds-5+deb12u1 2>/dev/null || apt-get download prometheus=2.42.0+ds-5+deb12u1
dpkg -x prometheus_*.deb root
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
root/usr/bin/promtool --version | head -1

counter='# HELP a_total A counter.\n# TYPE a_total counter\n'
histogram='# HELP b_seconds A histogram.\n# TYPE b_seconds histogram\n'
falling="$histogram"'b_seconds_bucket{le="1"} 5\nb_seconds_bucket{le="+Inf"} 3\nb_seconds_sum 1\nb_seconds_count 9\n'
twice="$counter"'a_total{r="x"} 1\na_total{r="x"} 2\n'
# check NAME TEXT: the status of the check.
check() {
    local status=0
    # shellcheck disable=SC2059 # The texts have escapes for lines.
    printf "$2" | root/usr/bin/promtool check metrics >check.log 2>&1 || status=$?
    echo "$1: $status" | tee -a seen
}
check "same series twice" "$twice"
check "falling buckets" "$falling"
check "no +Inf" "$histogram"'b_seconds_bucket{le="1"} 5\n'
check "label twice" "$counter"'a_total{r="x",r="y"} 1\n'
check "TYPE after samples" 'a_total 1\n# HELP a_total A counter.\n# TYPE a_total counter\n'

mkdir served
# shellcheck disable=SC2059
printf "$twice$falling" >served/metrics
port="$(free)"
scraped="$(free)"
python3 -m http.server "$scraped" --bind 127.0.0.1 --directory served >target.log 2>&1 &
target=$!
cat >prometheus.yml <<CONF
global: { scrape_interval: 1s }
scrape_configs: [{ job_name: service, static_configs: [{ targets: ["127.0.0.1:$scraped"] }] }]
CONF
root/usr/bin/prometheus --config.file prometheus.yml --storage.tsdb.path data --web.listen-address "127.0.0.1:$port" >server.log 2>&1 &
server=$!
# value QUERY: its only value, as soon as there is one.
value() {
    python3 - "$port" "$1" <<'PYTHON'
import json, sys, time, urllib.parse, urllib.request
query = urllib.parse.urlencode({"query": sys.argv[2]})
for _ in range(300):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/api/v1/query?{query}") as answer:
            print(json.load(answer)["data"]["result"][0]["value"][1])
            break
    except (OSError, IndexError):
        time.sleep(0.1)
else:
    sys.exit("no value")
PYTHON
}
for query in a_total up scrape_samples_scraped; do echo "$query: $(value "$query")" | tee -a seen; done
diff seen - <<'SEEN'
same series twice: 0
falling buckets: 0
no +Inf: 0
label twice: 1
TYPE after samples: 1
a_total: 1
up: 1
scrape_samples_scraped: 6
SEEN
