#!/usr/bin/env bash
# openapi-core 0.19.5: of several paths that match, the one with the fewest variables is taken, whatever its literals are.
#
# Behavior: the library finds the operation of a request to validate it. A path without variables comes first, as OpenAPI demands. Of the others, it
# counts variables, and does not compare literals from the left, as routers do. So `/f/{name}` takes `/f/a.b` from `/f/{name}.{type}`, which no
# request reaches any more, and `/{tenant}/b/c` takes `/a/b/c` from `/a/{x}/{y}`. Of two paths with as many, the earlier one in the document
# is taken. A path whose methods do not fit is passed over.
# Output seen: /f/a.b -> name, /a/b/c -> tenant, both also in the other order; PUT /p/q -> /p/{x}.
# Source: run here. "Path Templating Matching" of OpenAPI 3.0.3 says only that concrete paths come before templated ones, and leaves
# ambiguous ones to tools.
# What to do: validate requests by the operation that the router took, and not by one that is looked up again; keep suffixes like `.{type}` apart
# from paths that accept a dot.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cd "$place"
python3 -m venv tools
tools/bin/pip install -q --disable-pip-version-check openapi-core==0.19.5 openapi-spec-validator==0.7.2 pathable==0.4.4 Werkzeug==3.1.1
tools/bin/python - <<'PYTHON' | tee seen
import re

from openapi_core import OpenAPI
from openapi_core.templating.paths.finders import APICallPathFinder


def found(method, target, *paths):
    """The first path of a document, in the order given, whose operation is found."""
    items = {}
    for path in paths:
        verb, path = path.split(" ")
        parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                      for name in re.findall(r"{(\w+)}", path)]
        items[path] = {verb.lower(): {"operationId": path, "parameters": parameters, "responses": {"200": {"description": "done"}}}}
    document = OpenAPI.from_dict({"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": items})
    return APICallPathFinder(document.spec).find(method.lower(), "http://localhost" + target).operation["operationId"]


for method, target, *paths in [
    ("GET", "/a/mine", "GET /a/{id}", "GET /a/mine"),
    ("GET", "/f/a.b", "GET /f/{name}.{type}", "GET /f/{name}"),
    ("GET", "/f/a.b", "GET /f/{name}", "GET /f/{name}.{type}"),
    ("GET", "/a/b/c", "GET /a/{x}/{y}", "GET /{tenant}/b/c"),
    ("GET", "/a/b/c", "GET /{tenant}/b/c", "GET /a/{x}/{y}"),
    ("GET", "/g/h", "GET /g/{x}", "GET /{y}/h"),
    ("GET", "/g/h", "GET /{y}/h", "GET /g/{x}"),
    ("PUT", "/p/q", "GET /p/q", "PUT /p/{x}"),
]:
    print(f"{method} {target} of {', '.join(paths)}: {found(method, target, *paths)}")
PYTHON
diff seen - <<'SEEN'
GET /a/mine of GET /a/{id}, GET /a/mine: /a/mine
GET /f/a.b of GET /f/{name}.{type}, GET /f/{name}: /f/{name}
GET /f/a.b of GET /f/{name}, GET /f/{name}.{type}: /f/{name}
GET /a/b/c of GET /a/{x}/{y}, GET /{tenant}/b/c: /{tenant}/b/c
GET /a/b/c of GET /{tenant}/b/c, GET /a/{x}/{y}: /{tenant}/b/c
GET /g/h of GET /g/{x}, GET /{y}/h: /g/{x}
GET /g/h of GET /{y}/h, GET /g/{x}: /{y}/h
PUT /p/q of GET /p/q, PUT /p/{x}: /p/{x}
SEEN
