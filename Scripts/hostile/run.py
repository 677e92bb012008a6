"""Runs waybill over shapes made to hurt: a line each, and exit status 1 where one costs too much or is not refused.

usage: run.py WAYBILL [WORD...]      only shapes whose names hold one of the words
"""

import itertools
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

import documents
import shapes

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "formats"))
from names import formats  # noqa: E402

MOST_SECONDS = 1.0
MOST_MEBIBYTES = 256
# What goes on for longer is ended.
ENOUGH_SECONDS = 10


def measured(command, folder):
    """Exit status, CPU seconds on all cores, and the peak of the child alone in mebibytes.

    The machine may be busy with other things, so the time on the wall says nothing. A child's account begins with the
    peak of its parent, which is small here: what writes the shapes is a process of its own.
    """
    with open(os.devnull) as nothing, tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, cwd=folder, stdin=nothing, stdout=output, stderr=output)
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (ENOUGH_SECONDS, ENOUGH_SECONDS))
        _, state, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(state)
        return child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def apart(make, folder):
    """Calls in a process of its own, so that what it builds does not count as this one's."""
    child = os.fork()
    if child == 0:
        try:
            make(folder)
            os._exit(0)
        finally:
            os._exit(1)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit("hostile: a shape could not be written")


def writing(make):
    def write(folder):
        text = make()
        with open(f"{folder}/hostile.yaml", "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
    return write


def runs(waybill):
    """Name, what fills the folder, and the commands with the statuses that are right for them."""
    every = formats(waybill)
    for name, make in shapes.texts():
        right = {0, 1} if name in shapes.SOUND else {1}
        wanted = every if name in shapes.MANY_FINDINGS else ["text"]
        checks = [(["check", "hostile.yaml", "--format", format], right) for format in wanted]
        # fmt and --fix rewrite the file, so they come last; what is no YAML, fmt refuses, and the rest it may lay out.
        rest = [(["fmt", "hostile.yaml", "--check"], {0, 1}), (["check", "hostile.yaml", "--unsafe-fixes"], right)]
        yield name, writing(make), checks + rest
    for name, make, arguments, right in shapes.trees():
        yield name, make, [(["check", *arguments], right)]
    for name, make, commands in itertools.chain(shapes.sets(), documents.shapes()):
        yield name, make, commands


def judge(name, command, folder, right):
    status, seconds, mebibytes = measured(command, folder)
    faults = [fault for fault, holds in (
        (f"exit {status}", status not in right), ("too slow", seconds > MOST_SECONDS),
        ("too large", mebibytes > MOST_MEBIBYTES)) if holds]
    remark = f"  <-- {', '.join(faults)}" if faults else ""
    print(f"{seconds:5.2f} s {mebibytes:4.0f} MiB  {name}: {' '.join(command[1:])}{remark}", flush=True)
    return not faults


def main():
    waybill, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    count = failed = 0
    for name, fill, commands in runs(waybill):
        if words and not any(word in name for word in words):
            continue
        folder = tempfile.mkdtemp(prefix="waybill-hostile-")
        try:
            apart(fill, folder)
            for arguments, right in commands:
                count += 1
                failed += not judge(name, [waybill, *arguments], folder, right)
        finally:
            shutil.rmtree(folder)
    print(f"{count} runs, {failed} beyond {MOST_SECONDS:g} s, {MOST_MEBIBYTES} MiB or the right exit status")
    sys.exit(1 if failed or not count else 0)


main()
