"""The measurements of Scripts/first-start.sh, which says what they are."""

import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
APPS = ROOT / "Scripts/first-start"
PARTS = ["run", "adopter", "command", "test"]


class Cost:
    """Wall clock and processor time, of all processes, in seconds."""

    def __init__(self):
        self.started, self.before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)

    def end(self):
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = used.ru_utime + used.ru_stime - self.before.ru_utime - self.before.ru_stime
        return time.monotonic() - self.started, processor


def run(command, folder, log):
    with open(log, "w") as output:
        status = subprocess.run(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    if status.returncode:
        sys.exit(f"first-start: {' '.join(command)} ended with {status.returncode} in {folder}:\n{log.read_text()[-3000:]}")


def measured(command, folder, log):
    cost = Cost()
    run(command, folder, log)
    return cost.end()


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def until_answer(folder, log):
    """`make run` until /notes answers."""
    port, operators = free_port(), free_port()
    cost = Cost()
    with open(log, "w") as output:
        service = subprocess.Popen(
            ["make", "run", f"PORT={port}", f"OPERATORS_PORT={operators}"], cwd=folder, stdout=output,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/notes", timeout=5).read()
                wall = time.monotonic() - cost.started
                break
            except OSError:
                if service.poll() is not None:
                    sys.exit(f"first-start: make run ended in {folder}:\n{log.read_text()[-3000:]}")
                time.sleep(0.1)
    finally:
        if service.poll() is None:
            os.killpg(service.pid, signal.SIGTERM)
            service.wait()
    return wall, cost.end()[1]


class Place:
    """Empty clones and packages below one temporary folder."""

    def __init__(self, folder):
        self.folder, self.count = folder, 0

    def log(self):
        return self.folder / "log"

    def clone(self, commit):
        """An empty clone in a folder `waybill` of its own, with its packages fetched."""
        self.count += 1
        folder = self.folder / f"clone{self.count}/waybill"
        run(["git", "clone", "-q", "--no-checkout", str(ROOT), str(folder)], self.folder, self.log())
        run(["git", "checkout", "-q", "--detach", commit], folder, self.log())
        run(["swift", "package", "resolve"], folder, self.log())
        return folder

    def app(self, name, waybill):
        self.count += 1
        folder = self.folder / f"app{self.count}/{name}"
        shutil.copytree(APPS / name, folder)
        if waybill:
            os.symlink(waybill, folder.parent / "waybill")
        run(["swift", "package", "resolve"], folder, self.log())
        return folder

    def drop(self, folder):
        shutil.rmtree(folder.parent)


def parts(place):
    """Names of measurements with functions that make one for a commit; `None` is hummingbird alone."""

    def cloned(body):
        def measurement(commit):
            clone = place.clone(commit)
            cost = body(clone)
            place.drop(clone)
            return cost
        return measurement

    def app(name):
        def measurement(commit):
            clone = place.clone(commit) if commit else None
            folder = place.app(name, clone)
            cost = measured(["swift", "build"], folder, place.log())
            place.drop(folder)
            if clone:
                place.drop(clone)
            return cost
        return measurement

    command = ["swift", "build", "-c", "release", "--product", "waybill"]
    return {
        "run": [("make run", cloned(lambda clone: until_answer(clone, place.log())))],
        "adopter": [
            ("hummingbird", app("hello")), ("with Waybill", app("routes")), ("with WaybillKeys", app("keys"))],
        "command": [("release of waybill", cloned(lambda clone: measured(command, clone, place.log())))],
        "test": [("make test", cloned(lambda clone: measured(["make", "test"], clone, place.log())))],
    }


def packages(place, head):
    """Prints the rows of the documentation's table of products."""
    manifest = json.loads(subprocess.check_output(["swift", "package", "dump-package"], cwd=ROOT))
    clone = place.clone(head)
    print("| product | packages resolved | packages built | processor time of a first build |\n|---|---|---|---|")
    libraries = [product["name"] for product in manifest["products"] if "library" in product["type"]]
    for product in libraries:
        folder = place.app("product", clone)
        package = folder / "Package.swift"
        package.write_text(package.read_text().replace("PRODUCT", product))
        source = folder / "Sources/Empty/Empty.swift"
        source.write_text(source.read_text().replace("PRODUCT", product))
        _, processor = measured(["swift", "build"], folder, place.log())
        tree = json.loads(subprocess.check_output(
            ["swift", "package", "show-dependencies", "--format", "json"], cwd=folder, stderr=subprocess.DEVNULL))
        resolved = set()

        def visit(node):
            for child in node["dependencies"]:
                resolved.add(child["identity"])
                visit(child)

        visit(tree)
        objects = folder / ".build/debug"
        checkouts = {}
        for checkout in (folder / ".build/checkouts").iterdir():
            for target in checkout.glob("Sources/*"):
                checkouts[target.name] = checkout.name
        built = {checkouts[target.stem] for target in objects.glob("*.build")
                 if target.stem in checkouts and any(target.rglob("*.o"))}
        print(f"| `{product}` | {len(resolved)} | {', '.join(sorted(built)) or '–'} | {processor:.0f} s |", flush=True)
        place.drop(folder)


def main():
    base, chosen = sys.argv[1], sys.argv[2:] or PARTS
    head = subprocess.check_output(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, text=True).strip()
    base = subprocess.check_output(["git", "rev-parse", "--short=8", base], cwd=ROOT, text=True).strip()
    with tempfile.TemporaryDirectory(prefix="first-start-") as folder:
        place = Place(pathlib.Path(folder).resolve())
        if "packages" in chosen:
            packages(place, head)
        every = parts(place)
        for part in [part for part in PARTS if part in chosen]:
            costs = {}
            for _ in range(int(os.environ.get("ROUNDS", "1"))):
                for name, measurement in every[part]:
                    for commit in [None] if name == "hummingbird" else [base, head]:
                        cost = measurement(commit)
                        costs.setdefault((name, commit), []).append(cost)
                        print(f"{name}, {commit or 'alone'}: {cost[0]:.1f} s, processor {cost[1]:.1f} s", flush=True)

            def median(key):
                return [statistics.median(values) for values in zip(*costs[key])]

            alone = median(("hummingbird", None)) if part == "adopter" else None
            for name, commit in costs:
                if commit is None:
                    continue
                wall, processor = median((name, commit))
                if alone:
                    print(f"= {name}, {commit} to hummingbird: wall {wall / alone[0]:.2f}, processor {processor / alone[1]:.2f}")
                elif commit == head:
                    wall_of_base, processor_of_base = median((name, base))
                    print(f"= {name}, {head} to {base}: wall {wall / wall_of_base:.2f}, processor {processor / processor_of_base:.2f}")


main()
