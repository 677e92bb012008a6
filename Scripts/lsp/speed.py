#!/usr/bin/env python3
"""Compares a session of `waybill lsp` with a cold `waybill check` of the same set: Scripts/lsp/speed.py WAYBILL [ROUTES [EDITS]]

The set has 10,000 routes in 200 files. All figures are ratios of one run: the time from a keystroke to the diagnostics of the whole set, the
time of a completion and of a hover 100 ms after a keystroke, and the memory of the server after many edits. The diagnostics of the repository's
own set have a bound in seconds. It fails if a figure is above its bound; in a set of another size, ratios to its short check say little, so only the
growth of memory and the own set count: `speed.py WAYBILL 500 10000` makes 10,000 edits."""

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
EDITS = int(sys.argv[3]) if len(sys.argv) > 3 else 60
FILES = 200
BOUNDS = {"median": 0.5, "95th percentile": 0.7, "completion": 0.05, "hover": 0.05, "memory": 1.5, "growth": 1.1, "own set": 0.015}
# The lines and columns of a handler's name and of a route's pattern.
HANDLER, PATTERN = (6, 14), (3, 12)
PAUSE = 0.1


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


class Document:
    """A file that is open in a session."""

    def __init__(self, session, path):
        self.session = session
        self.identity = {"uri": path.as_uri()}
        self.version = 1
        item = self.identity | {"languageId": "yaml", "version": 1, "text": path.read_text()}
        session.tell("textDocument/didOpen", {"textDocument": item})
        self.pull()

    def type(self, line, character):
        self.version += 1
        place = {"line": line, "character": character}
        change = {"range": {"start": place, "end": place}, "text": "x"}
        document = self.identity | {"version": self.version}
        self.session.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def pull(self):
        return self.session.ask("textDocument/diagnostic", {"textDocument": self.identity})

    def seconds_to_diagnostics(self, line, character):
        def body():
            self.type(line, character)
            self.pull()

        return timed(body)

    def seconds_of(self, method, place):
        """The time of a request, a pause after a keystroke, while the set is checked."""
        self.type(3, 10)
        time.sleep(PAUSE)
        at = {"line": place[0], "character": place[1]}
        seconds = timed(lambda: self.session.ask(method, {"textDocument": self.identity, "position": at}))
        self.pull()
        return seconds


def timed(body):
    start = time.monotonic()
    body()
    return time.monotonic() - start


def own_set():
    """The time from a keystroke to the diagnostics of the repository's own set."""
    folder = pathlib.Path(__file__).resolve().parents[2]
    session = Session(folder)
    document = Document(session, folder / "Routes/notes.yaml")
    seconds = statistics.median(document.seconds_to_diagnostics(5, 10) for _ in range(60))
    session.process.kill()
    return seconds


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / "Routes").mkdir()
        write_set(folder)
        check = lambda: subprocess.run([WAYBILL, "check", "-q", str(folder / "Routes")], stdout=subprocess.DEVNULL)
        cold = statistics.median(timed(check) for _ in range(5))
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        session = Session(folder)
        document = Document(session, folder / "Routes/f100.yaml")
        edits = [document.seconds_to_diagnostics(3, 10) for _ in range(20)]
        first = session.memory()
        edits += [document.seconds_to_diagnostics(3, 10) for _ in range(EDITS - 20)]
        median = lambda method, place: statistics.median(document.seconds_of(method, place) for _ in range(11))
        hovers = {place: median("textDocument/hover", place) for place in (HANDLER, PATTERN)}
        figures = {
            "median": statistics.median(edits) / cold,
            "95th percentile": statistics.quantiles(edits, n=20)[-1] / cold,
            "completion": median("textDocument/completion", HANDLER) / cold,
            "hover": max(hovers.values()) / cold,
            "memory": session.memory() / peak,
            "growth": session.memory() / first,
            "own set": own_set(),
        }
        session.process.kill()
        print(f"a cold check of {ROUTES} routes in {FILES} files: {cold:.3f} s, {peak // 1024} MiB")
        print(f"memory after 20 edits {first // 1024} MiB; hovers {[round(one * 1000, 1) for one in hovers.values()]} ms")
        for key, figure in figures.items():
            print(f"{key}: {figure:.3f}, at most {BOUNDS[key]}")
        counted = BOUNDS if ROUTES == 10_000 else ["growth", "own set"]
        if any(figures[key] > BOUNDS[key] for key in counted):
            sys.exit("a figure is above its bound")


if __name__ == "__main__":
    main()
