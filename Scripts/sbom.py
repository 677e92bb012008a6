#!/usr/bin/env python3
"""Writes the software bill of materials of a release, as CycloneDX 1.6, to standard output:

    swift package show-dependencies --format json | Scripts/sbom.py VERSION

It lists all packages that the build resolves, the ones of `waybill` and of `waybill-inspect`, with their revisions, and libyaml and
Swift's runtime, which are linked. All is fixed by the commit and the machine, so two runs write the same.
"""

import datetime
import json
import pathlib
import re
import subprocess
import sys
import uuid


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def purl(url, version):
    place = re.sub(r"^(https?://|git@)|\.git$", "", url).replace(":", "/")
    return f"pkg:swift/{place}@{version}"


def license_of(folder):
    for file in sorted(pathlib.Path(folder).glob("LICENSE*")):
        text = file.read_text(errors="replace")
        for name, word in (("Apache-2.0", "Apache License"), ("MIT", "Permission is hereby granted")):
            if word in text:
                return [{"license": {"id": name}}]
    return []


def component(name, version, reference, licenses=(), **more):
    found = {"type": "library", "bom-ref": reference, "name": name, "version": version, **more}
    if licenses:
        found["licenses"] = list(licenses)
    return found


def packages(tree):
    """All packages below the root, each once, and what each depends on."""
    revisions = {pin["identity"]: pin["state"]["revision"] for pin in json.loads(
        pathlib.Path("Package.resolved").read_text())["pins"]}
    components, edges, waiting = {}, {}, [tree]
    while waiting:
        package = waiting.pop()
        edges[package["identity"]] = sorted({child["identity"] for child in package["dependencies"]})
        for child in package["dependencies"]:
            if child["identity"] not in components:
                reference = purl(child["url"], child["version"])
                components[child["identity"]] = component(
                    child["name"], child["version"], reference, license_of(child["path"]), purl=reference,
                    externalReferences=[{"type": "vcs", "url": child["url"]}],
                    properties=[{"name": "swift:revision", "value": revisions.get(child["identity"], "unknown")}])
                waiting.append(child)
    return components, edges


def linked():
    """What is linked besides packages."""
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    swift = swift.group(1) if swift else "unknown"
    yaml = output("pkg-config", "--modversion", "yaml-0.1") or "unknown"
    return [
        component("libyaml", yaml, f"pkg:github/yaml/libyaml@{yaml}", [{"license": {"id": "MIT"}}],
                  purl=f"pkg:github/yaml/libyaml@{yaml}"),
        component("swift-runtime", swift, f"pkg:github/swiftlang/swift@{swift}", [{"license": {"id": "Apache-2.0"}}],
                  purl=f"pkg:github/swiftlang/swift@{swift}"),
    ]


def main():
    version, tree = sys.argv[1], json.load(sys.stdin)
    commit = output("git", "rev-parse", "HEAD")
    seconds = int(output("git", "log", "-1", "--format=%ct") or 0)
    components, edges = packages(tree)
    references = {identity: found["bom-ref"] for identity, found in components.items()}
    own = f"pkg:generic/waybill@{version}"
    references[tree["identity"]] = own
    others = linked()
    dependencies = [
        {"ref": references[identity], "dependsOn": [references[other] for other in needed]}
        for identity, needed in sorted(edges.items())]
    next(d for d in dependencies if d["ref"] == own)["dependsOn"] += [other["bom-ref"] for other in others]
    json.dump({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, own + commit)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat(),
            "component": {
                "type": "application", "bom-ref": own, "name": "waybill", "version": version, "purl": own,
                "licenses": license_of("."), "properties": [{"name": "git:commit", "value": commit or "unknown"}]},
        },
        "components": sorted(components.values(), key=lambda one: one["name"]) + others,
        "dependencies": dependencies,
    }, sys.stdout, indent=2)
    print()


main()
