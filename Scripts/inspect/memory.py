#!/usr/bin/env python3
"""Compares the memory of a service with the inspector with that of the same service without it: Scripts/inspect/memory.py PROGRAM [ROUTES]

PROGRAM is InspectorCost of Benchmarks/. Both services have the same set, have answered the same requests and count them. The figures are medians
of five services each, in one run, in MiB of resident memory. It fails if the inspector costs more than its bound before anybody looks at the page."""

import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

PROGRAM = sys.argv[1]
ROUTES = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
FILES, ROUNDS, BOUND = 200, 5, 3.0
QUESTIONS = ["overview", "routes", "explain?url=/s1/r1/1", "reloads", "interceptors", "policies", "coverage"]


def write_set(folder):
    for number in range(FILES):
        lines = ["waybill: 1", "routes:"]
        for route in range(ROUTES // FILES):
            lines.append(f"  - {{ id: s{number}.r{route}, url: /s{number}/r{route}/:id, methods: [GET], handler: show }}")
        (folder / f"f{number:03}.yaml").write_text("\n".join(lines) + "\n")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def get(url):
    with urllib.request.urlopen(url) as response:
        return response.read()


def memory(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measure(kind, folder):
    """Returns the memory after a thousand requests, and after the page was used."""
    port, operators = free_port(), free_port()
    process = subprocess.Popen([PROGRAM, kind, str(folder), str(port), str(operators)])
    try:
        end = time.monotonic() + 60
        while True:
            try:
                get(f"http://127.0.0.1:{operators}/_waybill/ready")
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > end:
                    sys.exit("the service does not start")
                time.sleep(0.05)
        for number in range(1000):
            get(f"http://127.0.0.1:{port}/s{number % FILES}/r{number % (ROUTES // FILES)}/{number}")
        before = memory(process)
        if kind == "inspected":
            get(f"http://127.0.0.1:{operators}/_waybill/inspect/")
            for question in QUESTIONS:
                get(f"http://127.0.0.1:{operators}/_waybill/inspect/api/{question}")
        return before, memory(process)
    finally:
        process.terminate()
        process.wait()


with tempfile.TemporaryDirectory() as place:
    write_set(pathlib.Path(place))
    runs = {"plain": [], "inspected": []}
    for _ in range(ROUNDS):
        for kind, results in runs.items():
            results.append(measure(kind, place))
plain, idle, used = (
    statistics.median(run[index] for run in runs[kind]) for kind, index in [("plain", 0), ("inspected", 0), ("inspected", 1)]
)
print(f"inspector, memory, {ROUTES} routes: {idle - plain:.1f} MiB more than {plain:.1f} (goal at most {BOUND})")
print(f"inspector, memory after every view, {ROUTES} routes: {used - plain:.1f} MiB more")
sys.exit(idle - plain > BOUND)
