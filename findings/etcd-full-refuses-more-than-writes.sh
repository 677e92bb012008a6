#!/usr/bin/env bash
# etcd 3.4.23: a member that is full refuses new leases, and transactions that would only read; `etcdctl endpoint health` calls it healthy.
#
# Behavior: with the alarm NOSPACE, a transaction is judged by what it mentions. One whose taken branch reads and whose other branch puts
# is refused, whichever its condition takes; one that deletes is not. A lease stores no value, and is refused all the same, while
# those that exist are renewed. So instances that are registered stay, new ones cannot register, and a change of a pointer (a rollback)
# is impossible until an operator has compacted, defragmented and disarmed. A user can be added. /health answers 503, and etcdctl's
# `endpoint health` says that the member "successfully committed proposal", with status 0.
# Output seen: lease/grant 429, lease/keepalive 200, txn that reads 200, txn that reads or else puts 429 (both ways), txn that deletes 200,
# user/add 200, /health 503, etcdctl healthy.
# Source: run here. The documentation of the space quota says that the member accepts "only key reads and deletes" then.
# What to do: take /health or `alarm list` for probes; join with a lease before the quota is near; ask for a read and a write in requests of
# their own; give the members --auto-compaction-retention, and watch their size.
set -euo pipefail
place="$(mktemp -d)"
server=
trap 'kill $server 2>/dev/null || true; rm -rf "$place"' EXIT
cd "$place"
for package in etcd-server etcd-client; do
    apt-get download -qq "$package=3.4.23-4+b4" 2>/dev/null || apt-get download "$package=3.4.23-4+b4"
done
for package in *.deb; do dpkg -x "$package" root; done
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port="$(free)"
peer="$(free)"
root/usr/bin/etcd --version | head -1
root/usr/bin/etcd --data-dir data --listen-client-urls "http://127.0.0.1:$port" --advertise-client-urls "http://127.0.0.1:$port" \
    --listen-peer-urls "http://127.0.0.1:$peer" --quota-backend-bytes $((16 << 20)) >etcd.log 2>&1 &
server=$!
python3 - "$port" <<'PYTHON' | tee seen
import base64, json, subprocess, sys, time, urllib.error, urllib.request

address = f"http://127.0.0.1:{sys.argv[1]}"


def call(path, **fields):
    """The status, and what was answered."""
    request = urllib.request.Request(f"{address}/v3/{path}", json.dumps(fields).encode())
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def text(words):
    return base64.b64encode(words.encode()).decode()


for _ in range(200):
    try:
        _, lease = call("lease/grant", TTL=600)
        break
    except OSError:
        time.sleep(0.05)
number = 0
while call("kv/put", key=text(f"key{number}"), value=text("x" * 1_000_000))[0] == 200:
    number += 1
read = {"requestRange": {"key": text("key0")}}
put = {"requestPut": {"key": text("other"), "value": text("x")}}


def condition(version):
    """Whether a key that does not exist has this version; it has 0."""
    return [{"key": text("nothing"), "target": "VERSION", "version": str(version)}]


try:
    health = urllib.request.urlopen(f"{address}/health").status
except urllib.error.HTTPError as error:
    health = error.code
control = subprocess.run(
    ["root/usr/bin/etcdctl", "--endpoints", address, "endpoint", "health"], capture_output=True, text=True,
    env={"ETCDCTL_API": "3"})
for name, (status, _) in {
    "lease/grant": call("lease/grant", TTL=600),
    "lease/keepalive": call("lease/keepalive", ID=lease["ID"]),
    "txn that reads": call("kv/txn", success=[read]),
    "txn that reads, or else puts": call("kv/txn", compare=condition(0), success=[read], failure=[put]),
    "txn that puts, or else reads": call("kv/txn", compare=condition(1), success=[put], failure=[read]),
    "txn that deletes": call("kv/txn", success=[{"requestDeleteRange": {"key": text("key1")}}]),
    "user/add": call("auth/user/add", name="someone", password="secret"),
}.items():
    print(f"{name}: {status}")
words = "healthy" if "is healthy" in control.stdout + control.stderr else "unhealthy"
print(f"/health: {health}\netcdctl endpoint health: {words}, status {control.returncode}")
PYTHON
diff seen - <<'SEEN'
lease/grant: 429
lease/keepalive: 200
txn that reads: 200
txn that reads, or else puts: 429
txn that puts, or else reads: 429
txn that deletes: 200
user/add: 200
/health: 503
etcdctl endpoint health: healthy, status 0
SEEN
