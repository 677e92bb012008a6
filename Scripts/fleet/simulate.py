"""Many instances over a real etcd: simulate.py FOLDER-OF-PROGRAMS [INSTANCES [DOCUMENT]]

Prints a table of how long each set took to reach all instances. With a document, the table replaces the text between the lines
`<!-- simulation -->` and `<!-- end of simulation -->` in it.
"""
import datetime
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

from etcd import Etcd, eventually

programs, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
rows = []


def report(line):
    print(line, flush=True)


class Instances:
    """A process with all instances, and when each of them had which set."""

    def __init__(self, etcd):
        self.arrivals = {}
        self.lock = threading.Lock()
        self.process = subprocess.Popen(
            [f"{programs}/FleetInstances", etcd.address(), str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, env=etcd.environment())
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            name, identity, moment = line.split()
            with self.lock:
                self.arrivals.setdefault(identity, {}).setdefault(name, float(moment))

    def forget(self):
        with self.lock:
            self.arrivals = {}

    def having(self, identity):
        with self.lock:
            return dict(self.arrivals.get(identity, {}))

    def total(self):
        with self.lock:
            return sum(len(of_set) for of_set in self.arrivals.values())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Fleet:
    """A cluster with instances, and a set to publish."""

    def __init__(self, name, **options):
        self.etcd = Etcd(**options)
        if self.etcd.user:
            self.etcd.ask_for_users()
        self.place = tempfile.TemporaryDirectory(prefix="routes-")
        self.folder = self.place.name
        self.pushes = 0
        self.instances = None
        self.cost = self.etcd.cost()
        rows.append(f"| **{name}** | | | | | |")
        report(rows[-1])

    def begin(self):
        self.instances = Instances(self.etcd)

    def write(self, routes, handler="one"):
        self.pushes += 1
        lines = "".join(f"  - {{ url: /r{number}/items, handler: {handler} }}\n" for number in range(routes))
        folder = f"{self.folder}/{self.pushes}"
        os.mkdir(folder)
        with open(f"{folder}/routes.yaml", "w") as file:
            file.write(f"waybill: 1\nroutes:\n  - {{ url: /push/{self.pushes}, handler: {handler} }}\n{lines}")
        return folder

    def command(self, verb, folder, *words):
        return subprocess.Popen(
            [f"{programs}/waybill-fleet", verb, folder, "--to", self.etcd.address(), *words], cwd=self.folder,
            env=self.etcd.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def current(self):
        def read():
            return self.etcd.control("get", "/waybill/test/v1/current", "--print-value-only", check=False).stdout

        return json.loads(eventually("an answer of etcd", read, 600))

    def push(self, routes=100):
        """Publishes a set as soon as etcd lets it, and returns its identity."""
        folder = self.write(routes)

        def succeeds():
            process = self.command("push", folder, "--allow-breaking")
            process.communicate()
            return process.returncode == 0

        eventually("a push", succeeds, 600)
        return self.current()["set"]

    def moment(self, identity):
        """When the pointer named the set: the clock of who published it, in its `at`."""
        pointer = self.current()
        assert pointer["set"] == identity
        return datetime.datetime.fromisoformat(pointer["at"].replace("Z", "+00:00")).timestamp()

    def reach_all(self, name, identity, since=None):
        """Waits until all have a set, and records how long that took."""
        since = since or self.moment(identity)
        eventually(f"'{name}'", lambda: len(self.instances.having(identity)) == count, 1200)
        self.record(name, [moment - since for moment in self.instances.having(identity).values()])

    def record(self, name, delays=(), words=None):
        delays = sorted(delays)
        texts = [words or "–", "", ""]
        if delays:
            texts = [f"{delays[min(len(delays) - 1, int(len(delays) * part))]:.2f} s" for part in (0.5, 0.99, 1)]
        seconds, memory = self.etcd.cost()
        rows.append(f"| {name} | {' | '.join(texts)} | {seconds - self.cost[0]:.1f} s | {memory} MiB |")
        report(rows[-1])
        self.cost = self.etcd.cost()

    def end(self):
        self.instances.end()
        self.etcd.end()


def one_member():
    fleet = Fleet("one member")
    etcd = fleet.etcd
    first = fleet.push()
    since = time.time()
    fleet.begin()
    fleet.reach_all("all start at once", first, since)
    for name, routes in [("push of 100 routes", 100), ("push of 1,000 routes", 1000), ("push of 10,000 routes", 10_000)]:
        fleet.reach_all(name, fleet.push(routes))
    small = fleet.push()
    fleet.reach_all("push of 100 routes again", small)

    fleet.instances.forget()
    before = etcd.metrics()
    etcd.control("put", "/other", "x")
    etcd.compact()
    time.sleep(5)
    reads = etcd.metrics().get("Range", 0) - before.get("Range", 0)
    assert fleet.instances.total() == 0, "a compaction without a change gives instances a set"
    fleet.record("compaction without a change", words=f"no set is read ({reads} reads in 5 s)")
    fleet.reach_all("push after a compaction", fleet.push())

    pushes = [fleet.command("push", fleet.write(100), "--allow-breaking") for _ in range(2)]
    results = [(process.communicate(), process.returncode) for process in pushes]
    winners = [status for _, status in results if status == 0]
    assert len(winners) >= 1, results
    name = "two pushes at once: one is published" if len(winners) == 1 else "two pushes, one after the other"
    fleet.reach_all(name, fleet.current()["set"])

    refused_rollout(fleet)

    etcd.freeze()
    time.sleep(10)
    etcd.thaw()
    fleet.reach_all("push after 10 s in which etcd answers nothing", fleet.push())
    etcd.kill()
    time.sleep(5)
    etcd.start(0)
    since = time.time()
    etcd.until_ready()
    fleet.reach_all("start of etcd 5 s after a crash, and push", fleet.push(), since)
    etcd.compact()
    backup = etcd.back_up()
    for _ in range(3):
        last = fleet.push()
    fleet.reach_all("push before a restore", last)
    older_backup(fleet, backup)
    fleet.end()


def refused_rollout(fleet):
    """A rollout whose first step names a handler that no instance has."""
    good = fleet.current()["set"]
    fleet.instances.forget()
    since = time.time()
    process = fleet.command("rollout", fleet.write(100, "unknown"), "--allow-breaking")
    _, errors = process.communicate()
    assert process.returncode == 1 and "rollout has failed" in errors, errors
    bad = next(identity for identity in fleet.instances.arrivals if identity != good)
    tried = fleet.instances.having(bad)
    eventually("the end of a rollout", lambda: set(fleet.instances.having(good)) >= set(tried))
    back = [fleet.instances.having(good)[name] - since for name in tried]
    fleet.record(f"refused rollout at 5 %: {len(tried)} instances tried it, and are back", back)


def older_backup(fleet, backup):
    etcd = fleet.etcd
    etcd.kill()
    etcd.restore(backup)
    fleet.instances.forget()
    since = time.time()
    etcd.start(0)
    etcd.until_ready()
    fleet.reach_all("restore of a backup that is three pushes older", fleet.current()["set"], since)
    fleet.reach_all("push after the restore", fleet.push())


def idle(minutes=10):
    """What instances ask for when nothing changes."""
    fleet = Fleet("one member, and nothing changes")
    first = fleet.push()
    since = time.time()
    fleet.begin()
    fleet.reach_all("all start at once", first, since)
    time.sleep(30)
    before, fleet.cost, start = fleet.etcd.metrics(), fleet.etcd.cost(), time.time()
    time.sleep(60 * minutes)
    after, hours = fleet.etcd.metrics(), (time.time() - start) / 3600
    rates = {name: (after.get(name, 0) - before.get(name, 0)) / hours / count for name in after}
    total = sum(rates.values())
    words = ", ".join(f"{rate:.1f} {name}" for name, rate in sorted(rates.items()) if rate >= 0.05)
    fleet.record(f"{minutes} minutes", words=f"{total:.1f} requests an instance and hour ({words})")
    fleet.end()


def users():
    """A login costs etcd a twentieth of a second of a core, and an etcd that starts again knows no token."""
    fleet = Fleet("one member that asks for users", user=("root", "right"))
    first = fleet.push()
    since = time.time()
    fleet.begin()
    fleet.reach_all("all start at once, and log in", first, since)
    fleet.reach_all("push of 100 routes", fleet.push())
    fleet.etcd.kill()
    fleet.etcd.start(0)
    since = time.time()
    fleet.etcd.until_ready()
    fleet.reach_all("start of etcd, which knows no token any more, and push", fleet.push(), since)
    fleet.end()


def quota():
    fleet = Fleet("one member with a quota of 32 MiB", arguments=["--quota-backend-bytes", str(32 << 20)])
    first = fleet.push()
    since = time.time()
    fleet.begin()
    fleet.reach_all("all start at once", first, since)
    number = 0
    while fleet.etcd.control("put", f"/other/{number}", check=False, value="x" * 1_000_000).returncode == 0:
        number += 1
    process = fleet.command("push", fleet.write(100), "--allow-breaking")
    _, errors = process.communicate()
    assert process.returncode == 3 and "etcd is full" in errors, errors
    fleet.record("the quota is full, and a push", words="refused: etcd is full, and what to do")
    fleet.etcd.control("del", "/other/", "--prefix")
    fleet.etcd.compact()
    fleet.etcd.control("defrag")
    fleet.etcd.control("alarm", "disarm")
    fleet.reach_all("compaction, defragmentation, 'alarm disarm', and push", fleet.push())
    fleet.end()


def three_members():
    fleet = Fleet("three members", members=3)
    etcd = fleet.etcd
    first = fleet.push()
    since = time.time()
    fleet.begin()
    fleet.reach_all("all start at once", first, since)
    fleet.reach_all("push of 100 routes", fleet.push())
    leader = etcd.leader()
    etcd.kill(leader)
    since = time.time()
    etcd.until_ready()
    fleet.reach_all("the leader is killed, another is elected, and push", fleet.push(), since)
    etcd.start(leader)
    eventually("three members", lambda: etcd.control("endpoint", "health", check=False).returncode == 0)
    leader = etcd.leader()
    frozen = [leader, (leader + 1) % 3]
    for member in frozen:
        etcd.freeze(member)
    time.sleep(10)
    for member in frozen:
        etcd.thaw(member)
    since = time.time()
    etcd.until_ready()
    fleet.reach_all("10 s with one member alone, and push", fleet.push(), since)
    fleet.end()


def write_table(document):
    start, end = "<!-- simulation -->\n", "<!-- end of simulation -->\n"
    with open(document) as file:
        text = file.read()
    before, rest = text.split(start)
    after = rest.split(end)[1]
    with open(document, "w") as file:
        file.write(before + start + "\n".join(table) + "\n" + end + after)


parts = {"one": one_member, "idle": idle, "users": users, "quota": quota, "three": three_members}
for part in os.environ.get("PARTS", "one idle users quota three").split():
    parts[part]()
table = [f"| {count:,} instances | median | p99 | worst | etcd's processor time | etcd's memory |",
         "|---|---|---|---|---|---|", *rows]
if len(sys.argv) > 3:
    write_table(sys.argv[3])
