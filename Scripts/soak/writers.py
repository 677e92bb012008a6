"""Ways of saving a file, as editors, shells, git, rsync and Kubernetes do."""

import os
import random
import shutil
import time

import manifests


def put(path, content, mode="wb"):
    with open(path, mode) as file:
        file.write(content if isinstance(content, bytes) else content.encode())


class Writer:
    """Saves versions of one shape's file."""

    # Whether it saves other contents, bad ones among them.
    changes = True

    def __init__(self, folder, shape, seed):
        self.folder, self.shape = folder, shape
        self.path = f"{folder}/{shape}.yaml"
        self.random = random.Random(seed)
        self.version = 0
        self.saves = self.bad_saves = 0
        self.begin()

    def begin(self):
        put(self.path, manifests.good(self.shape, 0))

    def round(self):
        """Some saves, good and bad ones, of which the last is good."""
        for _ in range(self.random.randrange(3)):
            self.rest()
            if self.changes and self.random.random() < 0.5:
                kind = self.random.choice(manifests.BAD)
                self.bad_saves += 1
                self.store(manifests.bad(self.shape, f"{self.version}", kind))
            else:
                self.save_next()
        self.rest()
        self.save_next()

    def save_next(self):
        self.version += 1
        self.saves += 1
        self.store(manifests.good(self.shape, self.version))

    def rest(self):
        time.sleep(self.random.uniform(0, 0.06))

    def store(self, content):
        put(self.path, content)


class Renamed(Writer):
    def store(self, content):
        put(self.path + ".new", content)
        os.rename(self.path + ".new", self.path)


class MovedAway(Writer):
    def store(self, content):
        os.rename(self.path, self.path + "~")
        time.sleep(self.random.uniform(0, 0.05))
        put(self.path, content)


class TwoOpens(Writer):
    def store(self, content):
        content = content if isinstance(content, bytes) else content.encode()
        half = len(content) // 2
        put(self.path, content[:half])
        time.sleep(self.random.uniform(0, 0.03))
        put(self.path, content[half:], "ab")


class Stalled(Writer):
    def store(self, content):
        content = content if isinstance(content, bytes) else content.encode()
        with open(self.path, "wb", buffering=0) as file:
            file.write(content[: len(content) // 2])
            time.sleep(self.random.uniform(0.02, 0.2))
            file.write(content[len(content) // 2 :])


class Recreated(Writer):
    def store(self, content):
        os.unlink(self.path)
        put(self.path, content)


class Touched(Writer):
    """Only times and permissions change."""

    changes = False

    def save_next(self):
        self.saves += 1
        os.utime(self.path)
        os.chmod(self.path, self.random.choice([0o600, 0o644]))


class SameBytes(Writer):
    changes = False

    def save_next(self):
        self.saves += 1
        self.store(manifests.good(self.shape, self.version))


class Mapped(Writer):
    """A ConfigMap: two files that are links through `..data`, which is swapped for both at once."""

    def begin(self):
        os.mkdir(f"{self.folder}/mapped")
        self.swap(manifests.halves(self.shape, 0))
        for name in ("gate.yaml", "page.yaml"):
            os.symlink(f"..data/{name}", f"{self.folder}/mapped/{name}")

    def save_next(self):
        self.version += 1
        self.saves += 1
        self.swap(manifests.halves(self.shape, self.version))

    def store(self, content):
        self.swap({"gate.yaml": manifests.gate(self.shape, self.version), "page.yaml": content})

    def swap(self, files):
        root = f"{self.folder}/mapped"
        old = os.readlink(f"{root}/..data") if os.path.lexists(f"{root}/..data") else None
        new = f"..{time.time_ns()}"
        os.mkdir(f"{root}/{new}")
        for name, content in files.items():
            put(f"{root}/{new}/{name}", content)
        os.symlink(new, f"{root}/..data_tmp")
        os.rename(f"{root}/..data_tmp", f"{root}/..data")
        if old:
            shutil.rmtree(f"{root}/{old}")


CLASSES = {
    "in-place": Writer, "renamed": Renamed, "moved-away": MovedAway, "two-opens": TwoOpens, "stalled": Stalled,
    "recreated": Recreated, "touched": Touched, "same-bytes": SameBytes, "mapped": Mapped,
}


def all_writers(folder, seed):
    return [CLASSES[shape](folder, shape, f"{seed} {shape}") for shape in manifests.SHAPES]
