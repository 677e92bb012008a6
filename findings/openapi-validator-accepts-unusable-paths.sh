#!/usr/bin/env bash
# openapi-spec-validator 0.7.2: a document passes with two paths that are the same, and with parameters that no path has.
#
# Behavior: the validator checks documents against the JSON Schema of OpenAPI, and a few relations: references, operationIds that are there twice,
# and names in a path that no parameter declares. It does not check the other direction, and it compares no paths. So it finds no fault in
# `/a/{id}` beside `/a/{name}`, which OpenAPI 3.0 calls identical and invalid; in a path parameter that is not in its path; in a name that is twice
# in one path; in a path with a query; and in a security requirement that names no scheme.
# Output seen: "identical paths: 0", "parameter that the path lacks: 0", "name twice in a path: 0", "query in a path: 0", "unknown scheme: 0";
# "name that is not declared: 1", "operationId twice: 1".
# Source: run here. "Paths Object" and "Security Requirement Object" of the OpenAPI Specification 3.0.3 forbid the first two and the last.
# What to do: a document that validates is not one that can be served; compile its paths into a routing table, too.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cd "$place"
python3 -m venv tools
tools/bin/pip install -q --disable-pip-version-check openapi-spec-validator==0.7.2 openapi-schema-validator==0.6.3 jsonschema==4.25.1
tools/bin/python - <<'PYTHON' | tee seen
from openapi_spec_validator import OpenAPIV30SpecValidator


def operation(*names, **fields):
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    return {"parameters": parameters, "responses": {"200": {"description": "done"}}, **fields}


for name, paths in {
    "identical paths": {"/a/{id}": {"get": operation("id")}, "/a/{name}": {"get": operation("name")}},
    "parameter that the path lacks": {"/a": {"get": operation("id")}},
    "name twice in a path": {"/a/{id}/b/{id}": {"get": operation("id")}},
    "query in a path": {"/a?x=1": {"get": operation()}},
    "unknown scheme": {"/a": {"get": operation(security=[{"nowhere": []}])}},
    "name that is not declared": {"/a/{id}": {"get": operation()}},
    "operationId twice": {"/a": {"get": operation(operationId="x")}, "/b": {"get": operation(operationId="x")}},
}.items():
    document = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths}
    print(f"{name}: {len(list(OpenAPIV30SpecValidator(document).iter_errors()))}")
PYTHON
diff seen - <<'SEEN'
identical paths: 0
parameter that the path lacks: 0
name twice in a path: 0
query in a path: 0
unknown scheme: 0
name that is not declared: 1
operationId twice: 1
SEEN
