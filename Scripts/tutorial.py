#!/usr/bin/env python3
"""Follows an article word for word: tutorial.py ARTICLE FOLDER CHECKOUT [SECTION]. FOLDER is where the reader begins; it must be
empty, unless the article begins in a checkout. With SECTION, the heading of a part, the reader follows only that part.

The line above a fenced block says what the reader does with it, and every block must have such a line:

    Create `path`:                          the block is a new file; the commands of a workflow of GitHub are run, too
    Add to the end of `path`:               the block becomes the end of the file
    In `path`, replace this: … with this:   two blocks; the first occurs once in the file
    … in the first terminal:                a console block whose command goes on running
    anything else, above ```console         each line `$ command` is typed, and prints exactly the lines below it

A line that contains "Control-C" ends what runs in the first terminal. `…` in an output matches any text. A command without
output must succeed; where an output is shown, it says whether the command failed. `curl` is repeated for some seconds until it prints what it should, because a reader is slower than a
script. Three things are not as written: the package's URL is replaced by a path to CHECKOUT, ports 8080, 8081, 2379 and 2380 by free ones, the
first two of which PORT and OPERATORS_PORT name for `make run`, and `curl` is silent about its progress. SWIFTPM_BUILD_DIR may name a folder for what is built."""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

MARK = "-- end of the output --"


class Mismatch(Exception):
    pass


def matches(shown, printed):
    """Whether a command printed what the article shows."""
    pattern = ".*".join(re.escape(part) for part in "\n".join(shown).split("…"))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


class Shell:
    """The second terminal: one shell for the whole article, so that `cd` and `alias` last."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            ["bash", "--norc"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.run("shopt -s expand_aliases")

    def run(self, command):
        self.process.stdin.write(f"{{ {command}\n}} </dev/null\nprintf '\\n{MARK} %d\\n' $?\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.startswith(MARK):
                return "".join(lines).strip(), int(line[len(MARK):])
            lines.append(line.replace("\r\n", "\n"))
        raise Mismatch(f"'{command}' ended the shell")

    def folder(self):
        return pathlib.Path(self.run("pwd")[0])


class Terminal:
    """The first terminal: one command that goes on running."""

    def __init__(self, log):
        self.log = log
        self.process = None

    def start(self, command, shown, folder):
        self.stop()
        with open(self.log, "w") as output:
            self.process = subprocess.Popen(
                ["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
        end = time.monotonic() + 1800
        while not matches(["…" + "\n".join(shown) + "…"], self.log.read_text()):
            if self.process.poll() is not None or time.monotonic() > end:
                raise Mismatch(f"'{command}' printed\n{self.log.read_text()}")
            time.sleep(0.1)

    def stop(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            self.process.wait(60)
        self.process = None


class Reader:
    def __init__(self, name, folder, checkout):
        self.name = name
        self.shell = Shell(folder)
        self.terminal = Terminal(folder.parent / "service.log")
        self.checkout = checkout
        self.old = None

    def read(self, text):
        above, block, number = "", None, 0
        for number, line in enumerate(text.splitlines(), 1):
            try:
                if block is not None and line == "```":
                    self.follow(above, language, block)
                    above, block = "", None
                elif block is not None:
                    block.append(line)
                elif line.startswith("```"):
                    language, block = line[3:], []
                elif line:
                    above = line
                    if "Control-C" in line:
                        self.terminal.stop()
            except (Mismatch, OSError, subprocess.TimeoutExpired) as error:
                sys.exit(f"{self.name}:{number}: {error}")
        self.terminal.stop()
        if self.old:
            sys.exit(f"{self.name}:{number}: 'replace this' is followed by no 'with this'")

    def follow(self, above, language, block):
        text = "\n".join(block) + "\n"
        if language == "console":
            self.type(above, block)
        elif match := re.search(r"Create `([^`]+)`:$", above):
            self.create(match[1], text)
        elif match := re.search(r"Add to the end of `([^`]+)`:$", above):
            path = self.shell.folder() / match[1]
            path.write_text(path.read_text() + text)
        elif match := re.search(r"In `([^`]+)`, replace this:$", above):
            self.old = (self.shell.folder() / match[1], text.rstrip("\n"))
        elif above == "with this:" and self.old:
            path, old = self.old
            if path.read_text().count(old) != 1:
                raise Mismatch(f"{path.name} does not contain this once:\n{old}")
            path.write_text(path.read_text().replace(old, text.rstrip("\n")))
            self.old = None
        else:
            raise Mismatch(f"nothing says what to do with this block of '{language}': {above}")

    def create(self, name, text):
        path = self.shell.folder() / name
        if path.exists():
            raise Mismatch(f"{name} is there already")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if name == "Package.swift":
            shutil.copy(f"{self.checkout}/Package.resolved", path.parent)
        if name.startswith(".github/workflows/"):
            for command in re.findall(r"- run: (.*)", text):
                if not command.startswith("apt-get"):
                    self.expect(command, ["…"], may_fail=False)

    def type(self, above, block):
        commands = []
        for line in block:
            if line.startswith("$ "):
                commands.append((line[2:], []))
            else:
                commands[-1][1].append(line)
        for command, shown in commands:
            if above.endswith("in the first terminal:"):
                self.terminal.start(command, shown, self.shell.folder())
            else:
                self.expect(command, shown, may_fail=bool(shown))

    def expect(self, command, shown, may_fail):
        end = time.monotonic() + (20 if command.startswith("curl ") else 0)
        while True:
            printed, status = self.shell.run(command)
            if matches(shown, printed) and (status == 0 or may_fail):
                return
            if time.monotonic() >= end:
                raise Mismatch(f"'{command}' exits with {status} and prints\n{printed}\nand not\n" + "\n".join(shown))
            time.sleep(0.1)


def free_ports(count):
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [str(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def part(text, heading):
    """The lines below a heading, at their places."""
    lines, isInside = [], False
    for line in text.splitlines():
        if line.startswith("## "):
            isInside = line == f"## {heading}"
        lines.append(line if isInside else "")
    if not any(lines):
        sys.exit(f"there is no heading '{heading}'")
    return "\n".join(lines)


def main():
    article, folder, checkout = (pathlib.Path(argument) for argument in sys.argv[1:4])
    text = re.sub(
        r'\.package\(url: "[^"]*waybill[^"]*", from: "[^"]*"\)', f'.package(path: "{checkout}")', article.read_text())
    (folder.parent / ".curlrc").write_text("silent\n")
    os.environ["CURL_HOME"] = str(folder.parent)
    names = {"8080": "PORT", "8081": "OPERATORS_PORT", "2379": "ETCD_PORT", "2380": "ETCD_PEER_PORT"}
    for (written, name), port in zip(names.items(), free_ports(len(names))):
        text = text.replace(written, port)
        os.environ[name] = port
    reader = Reader(article.name, folder, checkout)
    try:
        reader.read(part(text, sys.argv[4]) if len(sys.argv) > 4 else text)
    finally:
        reader.terminal.stop()


if __name__ == "__main__":
    main()
