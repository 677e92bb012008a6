"""Measures `waybill traffic`: see Scripts/traffic.sh. measure.py WAYBILL ROUTES FOLDER LINES GIGABYTES..."""

import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import time

WAYBILL, ROUTES, FOLDER, LINES = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
ROUNDS = 5
AGENTS = ["curl/8.5.0", "Mozilla/5.0 (X11; Linux x86_64)", "octokit/4", "-"]
STRAYS = ["/favicon.ico", "/wp-login.php", "/.env", "/repos", "/admin/x/y"]


def patterns():
    return [line.split()[-1] for line in pathlib.Path(ROUTES).read_text().splitlines() if line.strip()]


def write_manifest(name, urls):
    folder = FOLDER / name
    folder.mkdir()
    rows = [f'  - {{ id: r{number}, url: "{url}", handler: h{number} }}\n' for number, url in urls]
    (folder / "routes.yaml").write_text("waybill: 1\nroutes:\n" + "".join(rows))
    return str(folder)


def write_log(urls):
    """Writes combined lines; one of 50 reaches no route."""
    chance = random.Random(7)
    log = FOLDER / "access.log"
    with open(log, "w") as file:
        for number in range(LINES):
            url = chance.choice(STRAYS) if number % 50 == 0 else chance.choice(urls).replace(":", "")
            second = number * 86400 // LINES
            clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
            file.write(
                f"10.{number % 250}.3.{number % 99} - - [27/Nov/2026:{clock} +0000] \"GET {url} HTTP/1.1\" "
                f"{chance.choice([200, 200, 200, 304, 404])} {chance.randrange(20000)} \"-\" \"{chance.choice(AGENTS)}\"\n")
    return str(log)


def run(command):
    """Returns processor time and wall clock in seconds, and the largest memory in bytes."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=FOLDER)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        sys.exit(f"{command[0]} fails with {code}: {errors.decode()}")
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024


def stream(routes, log, gigabytes):
    """Sends the log repeatedly through a pipe. Returns the length in bytes, wall clock in seconds, and the largest memory in bytes."""
    size = os.path.getsize(log)
    times = -(-gigabytes * 10**9 // size)
    begin = time.monotonic()
    # Not written here: the memory of this process would count as that of the command before it starts.
    source = subprocess.Popen(["sh", "-c", f'for i in $(seq {times}); do cat "$1"; done', "sh", log], stdout=subprocess.PIPE)
    process = subprocess.Popen(
        [WAYBILL, "traffic", "-", "--routes", routes, "--format", "json"], stdin=source.stdout, stdout=subprocess.PIPE)
    source.stdout.close()
    report = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    source.wait()
    if os.waitstatus_to_exitcode(status) != 0 or json.loads(report)["requests"] != times * LINES:
        sys.exit(f"not every request of a stream of {gigabytes} GB is counted")
    return times * size, time.monotonic() - begin, usage.ru_maxrss * 1024


def median(runs, index):
    return statistics.median(run[index] for run in runs)


def main():
    urls = patterns()
    routes = write_manifest("old", enumerate(urls))
    changed = write_manifest("new", [(number, url) for number, url in enumerate(urls) if number % 40 != 3])
    log = write_log(urls)
    commands = {
        "traffic": [WAYBILL, "traffic", log, "--routes", routes, "--format", "json"],
        "plan": [WAYBILL, "plan", routes, changed, "--traffic", log, "--format", "json", "--allow-removals"],
        "wc": ["wc", "-l", log],
    }
    run(commands["wc"])
    runs = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            runs[name].append(run(command))
    own = median(runs["traffic"], 0)
    name = f"traffic, {LINES:,} combined lines, 130 GitHub routes"
    if shutil.which("goaccess"):
        peer = run(["goaccess", log, "--log-format=COMBINED", "--no-global-config", "-o", str(FOLDER / "report.json")])[0]
        print(f"{name}, processor time: {own:.3f} s (ratio {own / peer:.3f} to GoAccess; goal at most 0.050)")
    wall = median(runs["traffic"], 1)
    print(f"{name}, wall clock: {wall:.3f} s (ratio {wall / median(runs['wc'], 1):.1f} to wc -l; goal at most 8)")
    print(f"{name}, memory: {max(run[2] for run in runs['traffic']) / 2**20:.1f} MiB (goal at most 64)")
    for gigabytes in map(int, sys.argv[5:]):
        length, seconds, memory = stream(routes, log, gigabytes)
        print(f"traffic, a stream of {length / 10**9:.1f} GB in {seconds:.1f} s, memory: {memory / 2**20:.1f} MiB (goal at most 64)")
    plan = median(runs["plan"], 0)
    print(f"plan --traffic, the same lines, processor time: {plan:.3f} s (ratio {plan / own:.2f} to traffic; goal at most 2.2)")


main()
