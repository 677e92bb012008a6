#!/usr/bin/env python3
"""Compares a session of `waybill lsp` with a cold `waybill check` of the same set: Scripts/lsp/speed.py WAYBILL [ROUTES]

The set has 10,000 routes in 200 files. All figures are ratios of one run: the time from a keystroke to the diagnostics of the whole set, the
time of a completion and of a hover, and the memory of the server after many edits. It fails if one is above its bound."""

import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

WAYBILL = sys.argv[1]
ROUTES = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
FILES = 200
BOUNDS = {"median": 0.5, "95th percentile": 0.7, "completion": 0.05, "hover": 0.05, "memory": 1.5}


def write_set(folder):
    for number in range(FILES):
        lines = ["waybill: 1", "routes:"]
        for route in range(ROUTES // FILES):
            name = f"s{number}.r{route}"
            lines += [f"  - id: {name}", f"    url: /s{number}/r{route}/:id", "    methods: [GET]", "    params: { id: int }"]
            lines += [f"    handler: {name.replace('.', '_')}"]
        (folder / f"Routes/f{number:03}.yaml").write_text("\n".join(lines) + "\n")
    (folder / "Routes/gates.yaml").write_text(
        "waybill: 1\ninterceptors:\n" + "".join(f"  g{n}: {{ url: /s{n}/**, use: gate{n} }}\n" for n in range(20))
    )


class Session:
    def __init__(self, folder):
        self.folder = folder
        self.process = subprocess.Popen([WAYBILL, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        capabilities = {"textDocument": {"diagnostic": {}}}
        folders = [{"uri": folder.as_uri(), "name": "x"}]
        self.ask("initialize", {"capabilities": capabilities, "workspaceFolders": folders})
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, params):
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            length = int(self.process.stdout.readline().split(b":")[1])
            self.process.stdout.readline()
            answer = json.loads(self.process.stdout.read(length))
            if answer.get("id") == self.last and "method" not in answer:
                return answer["result"]

    def memory(self):
        """The memory that the process has now, in kibibytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])


def timed(body):
    start = time.monotonic()
    body()
    return time.monotonic() - start


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / "Routes").mkdir()
        write_set(folder)
        check = lambda: subprocess.run([WAYBILL, "check", "-q", str(folder / "Routes")], stdout=subprocess.DEVNULL)
        cold = statistics.median(timed(check) for _ in range(5))
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        session = Session(folder)
        path = folder / "Routes/f100.yaml"
        text = path.read_text()
        document = {"uri": path.as_uri()}
        session.tell("textDocument/didOpen", {"textDocument": document | {"languageId": "yaml", "version": 1, "text": text}})
        pull = lambda: session.ask("textDocument/diagnostic", {"textDocument": document})
        pull()
        place = {"line": 3, "character": 10}
        edits, first = [], None
        for version in range(2, 62):
            change = {"range": {"start": place, "end": place}, "text": "x"}
            start = time.monotonic()
            params = {"textDocument": document | {"version": version}, "contentChanges": [change]}
            session.tell("textDocument/didChange", params)
            pull()
            edits.append(time.monotonic() - start)
            first = first or session.memory()
        at = {"textDocument": document, "position": {"line": 6, "character": 14}}
        asks = {}
        for method in ["completion", "hover"]:
            asks[method] = statistics.median(timed(lambda: session.ask(f"textDocument/{method}", at)) for _ in range(11))
        ratios = {
            "median": statistics.median(edits) / cold,
            "95th percentile": statistics.quantiles(edits, n=20)[-1] / cold,
            "completion": asks["completion"] / cold,
            "hover": asks["hover"] / cold,
            "memory": session.memory() / peak,
        }
        print(f"a cold check of {ROUTES} routes in {FILES} files: {cold:.3f} s, {peak // 1024} MiB")
        print(f"memory after 1 edit {first // 1024} MiB, after {len(edits)} edits {session.memory() // 1024} MiB")
        for key, ratio in ratios.items():
            print(f"{key}: {ratio:.3f} x, at most {BOUNDS[key]}")
        session.process.kill()
        if any(ratio > BOUNDS[key] for key, ratio in ratios.items()):
            sys.exit("a ratio is above its bound")


if __name__ == "__main__":
    main()
