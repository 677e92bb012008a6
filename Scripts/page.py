#!/usr/bin/env python3
"""Writes the files of the inspector's page into a Swift file, so that the program needs no folder of resources. A test fails if the
copy is not current."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent / "Sources/WaybillInspector"
HEAD = """// swift-format-ignore-file

/// The files of the folder `Page`, as `Scripts/page.py` has written them.
enum EmbeddedPage {
    static let files: [(name: String, text: String)] = [
"""


def literal(path):
    return f'        (\n            "{path.name}",\n###"""\n{path.read_text()}\n"""###\n        ),\n'


def main():
    paths = sorted(path for path in (ROOT / "Page").iterdir() if path.suffix in {".html", ".js", ".css", ".svg"})
    text = HEAD + "".join(map(literal, paths)) + "    ]\n}\n"
    target = ROOT / "Serving/EmbeddedPage.swift"
    if not target.exists() or target.read_text() != text:
        target.write_text(text)


if __name__ == "__main__":
    main()
