#!/usr/bin/env python3
"""Prints each place where a source, a test, a script or a page uses a word that CONTRIBUTING.md lists under 'not', and fails if
there is one. The list is read from that page, so that there is one. A word in backticks there is a name, and is not searched."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENDINGS = {".swift", ".md", ".sh", ".py", ".yaml", ".yml", ".json"}
# What must quote banned words: the list, the history, and a page whose pictures have words of SVG.
QUOTING = {
    "CONTRIBUTING.md", "CHANGELOG.md", "Scripts/words.py", "Sources/WaybillInspector/Serving/EmbeddedPage.swift",
}
# Rules keep their names, which are contracts.
NAMES = re.compile(r"idle-allowance|idleAllowance|unusedAllowance")


def banned():
    """The words of the second column, as patterns."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    rows = text.split("| use | not |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    for row in rows:
        use, words = [cell.strip() for cell in row.strip("|").split("|")]
        for word in words.split(", "):
            yield re.compile(r"(?<![\w-])" + re.escape(word) + r"(?![\w-])", re.IGNORECASE), word, use


def main():
    words = list(banned())
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    count = 0
    for name in files:
        path = ROOT / name
        if path.suffix not in ENDINGS or name in QUOTING or not path.is_file() or path.is_symlink():
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            line = NAMES.sub("", line)
            for pattern, word, use in words:
                if pattern.search(line):
                    print(f"{name}:{number}: '{word}': write {use}")
                    count += 1
    if count:
        sys.exit(f"{count} banned words; CONTRIBUTING.md says what to write instead")


if __name__ == "__main__":
    main()
