#!/usr/bin/env python3
"""Fails if comparing 1,000 routes with 1,000 operations costs more than 1.5 x `waybill check` of the routes: speed.py WAYBILL

Both run alternately, 21 times; the medians of the processor time, and those of the time on the wall, are compared. WAYBILL is a release build.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

BOUND = 1.5
KINDS = [
    ("int", "{ type: integer }"), ("uint", "{ type: integer, minimum: 0 }"), ("uuid", "{ type: string, format: uuid }"),
    ("slug", "{ type: string, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }"), ("[a, b, c]", "{ enum: [a, b, c] }"),
    ("'/[a-z]{2}/'", "{ type: string, pattern: '^[a-z]{2}$' }"), (None, "{ type: string }")]


def write(folder):
    routes, paths = "waybill: 1\nroutes:\n", "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n"
    for number in range(500):
        constraint, schema = KINDS[number % len(KINDS)]
        values = f", params: {{ id: {constraint} }}" if constraint else ""
        paths += f"  /res{number}/{{id}}/part:\n    parameters:\n"
        paths += f"      - {{ name: id, in: path, required: true, schema: {schema} }}\n"
        for method in ("GET", "PUT"):
            name = f"r{number}.{method.lower()}"
            routes += f"  - {{ id: {name}, url: \"/res{number}/:id/part\", methods: [{method}]{values}, handler: h }}\n"
            paths += f"    {method.lower()}: {{ operationId: {name}, responses: {{}} }}\n"
    (folder / "Routes").mkdir()
    (folder / "Routes/a.yaml").write_text(routes)
    (folder / "openapi.yaml").write_text(paths)


def cost(waybill, folder, *arguments):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([waybill, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def main():
    waybill = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder)
        pairs = [(cost(waybill, folder, "check"), cost(waybill, folder, "openapi", "check", "openapi.yaml")) for _ in range(21)]
    ratios = []
    for index, what in enumerate(("processor", "wall")):
        alone, both = (statistics.median(pair[side][index] for pair in pairs) for side in (0, 1))
        ratios.append(both / alone)
        print(f"{what}: check {1000 * alone:.1f} ms, openapi check {1000 * both:.1f} ms, {both / alone:.2f} x")
    return 0 if max(ratios) <= BOUND else 1


sys.exit(main())
