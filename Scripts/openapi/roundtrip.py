#!/usr/bin/env python3
"""Each document: import, check against the import, export, validate, import again.

Fails if an import has errors, if the document has an error against its import, if an export is not valid, or if the
digests differ:

    roundtrip.py DOCUMENT...
    roundtrip.py --compare|--write TABLE --list LIST PACKAGES
"""

import collections
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import yaml
from openapi_spec_validator import validate

from extract import documents

WAYBILL = os.environ["WAYBILL"]
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

HEAD = """# OpenAPI documents of others

`Scripts/openapi.sh`, a step of the gate, takes these documents out of packages on PyPI. It imports each one, compares it with its
import (no error), exports the import, validates the export with openapi-spec-validator, and imports that again (the same digest).
"Losses" are what `waybill openapi import` lists; below are their kinds. The script writes this page: `Scripts/openapi.sh --write`.

| author | package | document | OpenAPI | routes | losses |
|---|---|---|---|---|---|
"""


def run(*arguments):
    return subprocess.run([WAYBILL, *arguments], capture_output=True, text=True, timeout=300)


def losses(done):
    mark = "not carried over: "
    return [line.split(mark, 1)[1] for line in done.stderr.splitlines() if mark in line]


def kind(loss):
    """The sentence without what it is about."""
    loss = re.sub(r"^'[^']*': ", "", loss)
    loss = re.sub(r"reads the optional .*", "reads optional parameters that are not in the path", loss)
    loss = re.sub(r"checks (?:\w+ parameter '[^']*'(?:, )?)+", "checks what is not in the path", loss)
    loss = re.sub(r"'[^']*'(?: and '[^']*')*", "'…'", loss)
    loss = re.sub(r"^a route has one parameter in a segment: .*", "several parameters of a segment are one capture", loss)
    return re.sub(r"^.* runs for it too", "an interceptor runs for it too", loss)


def digest(manifest):
    done = run("routes", str(manifest), "--format", "json")
    return json.loads(done.stdout)["digest"] if done.returncode == 0 else f"none: {done.stderr[:2000]}"


def errors_of(done):
    return [d for d in json.loads(done.stdout)["diagnostics"] if d["severity"] == "error"]


def examine(document, folder):
    """Returns what is wrong, and the facts about the document."""
    first, second, exported = (folder / name for name in ("first.yaml", "second.yaml", "exported.yaml"))
    made = run("openapi", "import", str(document))
    if made.returncode != 0:
        return [f"import: {made.stderr[:2000]}"], None
    facts = {"routes": made.stdout.count("    handler: "), "losses": losses(made)}
    first.write_text(made.stdout)
    wrong = []
    if errors := errors_of(run("check", str(first), "--no-config", "--format", "json")):
        return [f"check of the import: {[(d['id'], d['message']) for d in errors[:5]]}"], facts
    if errors := errors_of(run("openapi", "check", str(first), str(document), "--no-config", "--format", "json")):
        wrong.append(f"check against the import: {[(d['id'], d['message'], d['witness']) for d in errors[:5]]}")
    out = run("openapi", "export", str(first))
    exported.write_text(out.stdout)
    try:
        validate(yaml.load(out.stdout, Loader))
    except Exception as error:
        wrong.append(f"export: {str(error)[:500]}")
    second.write_text(run("openapi", "import", str(exported)).stdout)
    if digest(first) != digest(second):
        wrong.append(f"digests: {digest(first)} and {digest(second)}")
    return wrong, facts


def version(document):
    found = re.search(r"""^\s*["']?openapi["']?\s*:\s*["']?([\d.]+)""", document.read_text(), re.MULTILINE)
    return found.group(1) if found else "?"


def report(name, document):
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        wrong, facts = examine(document, pathlib.Path(folder))
    print(f"{'FAILED' if wrong else 'ok'} {name} ({time.monotonic() - start:.1f} s)", flush=True)
    for line in wrong:
        print(f"    {line}")
    return not wrong, facts


def table(listing, packages):
    """Returns whether all is right, and the page."""
    rows, details, fine = "", "", True
    with tempfile.TemporaryDirectory() as folder:
        for file, package, path, author in documents(listing, packages, folder):
            right, facts = report(f"{package} {path}", file)
            fine = fine and right
            if not facts:
                continue
            kinds = collections.Counter(map(kind, facts["losses"]))
            rows += (f"| {author} | `{package}` | `{path}` | {version(file)} | {facts['routes']} "
                     f"| {len(facts['losses']) or '–'} |\n")
            if kinds:
                details += f"\n## {author}: `{pathlib.PurePath(path)}`\n\n"
                details += "".join(f"- {count} × {text}\n" for text, count in sorted(kinds.items()))
    return fine, HEAD + rows + details


def main():
    arguments = sys.argv[1:]
    if not arguments or not arguments[0].startswith("--"):
        return all([report(name, pathlib.Path(name))[0] for name in arguments])
    mode, page, _, listing, packages = arguments
    page = pathlib.Path(page)
    fine, text = table(listing, packages)
    if mode == "--write":
        page.write_text(text)
        return fine
    old = page.read_text() if page.exists() else ""
    if old != text:
        print("".join(difflib.unified_diff(old.splitlines(True), text.splitlines(True), str(page), "now")))
        print(f"{page} is stale: run Scripts/openapi.sh --write")
    return fine and old == text


sys.exit(0 if main() else 1)
