#!/usr/bin/env python3
"""Each document: import, check against the import, export, validate, import again. Fails if an import has errors, if the
document has an error against its import, if an export is not valid, or if the digests differ: roundtrip.py DOCUMENT..."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import yaml
from openapi_spec_validator import validate

WAYBILL = os.environ["WAYBILL"]


def run(*arguments):
    start = time.monotonic()
    done = subprocess.run([WAYBILL, *arguments], capture_output=True, text=True, timeout=300)
    return done, time.monotonic() - start


def losses(done):
    return [line for line in done.stderr.splitlines() if "not carried over" in line]


def digest(manifest):
    done, _ = run("routes", str(manifest), "--format", "json")
    return json.loads(done.stdout)["digest"] if done.returncode == 0 else f"none: {done.stderr[:2000]}"


def problems(document, folder):
    """Yields what is wrong, and last the facts about a document."""
    first, second, exported = (folder / name for name in ("first.yaml", "second.yaml", "exported.yaml"))
    made, seconds = run("openapi", "import", str(document))
    if made.returncode != 0:
        yield f"import: {made.stderr[:2000]}"
        return
    first.write_text(made.stdout)
    checked, _ = run("check", str(first), "--no-config", "--format", "json")
    errors = [d for d in json.loads(checked.stdout)["diagnostics"] if d["severity"] == "error"]
    if errors:
        yield f"check of the import: {[(d['id'], d['message']) for d in errors[:5]]}"
        return
    compared, _ = run("openapi", "check", str(first), str(document), "--no-config", "--format", "json")
    found = json.loads(compared.stdout)["diagnostics"]
    wrong = [d for d in found if d["severity"] == "error"]
    if wrong:
        yield f"check against the import: {[(d['id'], d['message'], d['witness']) for d in wrong[:5]]}"
    out, _ = run("openapi", "export", str(first))
    exported.write_text(out.stdout)
    try:
        validate(yaml.safe_load(out.stdout))
    except Exception as error:
        yield f"export: {str(error)[:500]}"
    again, _ = run("openapi", "import", str(exported))
    second.write_text(again.stdout)
    if digest(first) != digest(second):
        yield f"digests: {digest(first)} and {digest(second)}"
    routes = made.stdout.count("    handler: ")
    warnings = sum(1 for d in found if d["severity"] == "warning")
    yield f"{routes} routes, {len(losses(made))} losses, {warnings} warnings, imported in {seconds:.2f} s"


failed = False
for name in sys.argv[1:]:
    with tempfile.TemporaryDirectory() as folder:
        told = list(problems(pathlib.Path(name), pathlib.Path(folder)))
    bad = told[:-1] if told[-1].endswith(" s") else told
    failed = failed or bool(bad)
    print(f"{'FAILED' if bad else 'ok'} {name}")
    for line in told:
        print(f"    {line}")
sys.exit(1 if failed else 0)
