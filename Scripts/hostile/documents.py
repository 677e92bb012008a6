"""OpenAPI documents made to hurt: about 1 MB each beside a small set, and one of 50 MB, which is refused.

Yields as `shapes.sets` does: a name, what fills the folder, and the commands with their statuses.
"""

import json

MEGABYTE = 1_000_000
SET = "waybill: 1\nroutes:\n  - { id: show, url: /a/:id, methods: [GET], params: { id: int }, handler: show }\n"
HEAD = "openapi: 3.2.0\ninfo: { title: A, version: '1' }\n"


def lines(head, make, tail="", most=MEGABYTE):
    """`make(0)`, `make(1)` … up to a size."""
    parts, size, number = [head], len(head) + len(tail), 0
    while size < most:
        parts.append(make(number))
        size += len(parts[-1])
        number += 1
    return "".join(parts) + tail


def operation(path, schema, more=""):
    return (f"  {path}:\n    get:\n      parameters: [{{ name: id, in: path, required: true, schema: {schema} }}]\n"
            f"      responses: {{}}\n{more}")


def compact(number):
    return json.dumps({f"/r{number}/{{id}}": {"get": {"operationId": f"r{number}", "parameters": [
        {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}], "responses": {}}}})[1:-1] + ",\n"


def texts():
    paths = HEAD + "paths:\n"
    yield "paths", lambda: lines(paths, lambda n: operation(f"/r{n}/{{id}}", "{ type: integer }"))
    yield "paths, as JSON", lambda: lines(
        '{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {', compact, '"/": {}}}')
    yield "one path in many spellings", lambda: lines(paths, lambda n: operation(f"/a/{{id{n}}}", "{}"))
    yield "overlapping paths", lambda: lines(paths, lambda n: operation(f"/{{a}}/{{b{n}}}/x{n}/{{id}}", "{}"))
    yield "duplicate operationIds", lambda: lines(
        paths, lambda n: f"  /r{n}: {{ get: {{ operationId: a, responses: {{}} }} }}\n")
    yield "methods of one path", lambda: lines(
        paths + "  /a:\n    additionalOperations:\n", lambda n: f"      M{n}: {{ responses: {{}} }}\n")
    yield "parameters of one path", lambda: lines(
        paths + "  /a/{id}:\n    get: { responses: {} }\n    parameters:\n",
        lambda n: f"    - {{ name: p{n}, in: path, required: true, schema: {{}} }}\n")
    yield "parameters and methods of one path", lambda: lines(
        lines(paths + "  /a/{id}:\n    parameters:\n", lambda n: f"    - {{ name: p{n}, in: path }}\n", most=MEGABYTE // 2)
        + "    additionalOperations:\n", lambda n: f"      M{n}: {{ parameters: [{{ name: x, in: path }}] }}\n")
    yield "a chain of references", lambda: lines(
        paths + operation("/a/{id}", "{ $ref: '#/components/schemas/s0' }") + "components:\n  schemas:\n",
        lambda n: f"    s{n}: {{ $ref: '#/components/schemas/s{n + 1}' }}\n")
    yield "a chain of references, used often", lambda: lines(
        lines(paths, lambda n: operation(f"/r{n}/{{id}}", "{ $ref: '#/components/schemas/s0' }"), most=MEGABYTE // 2)
        + "components:\n  schemas:\n", lambda n: f"    s{n}: {{ $ref: '#/components/schemas/s{n + 1}' }}\n")
    yield "a chain of composed schemas", lambda: lines(
        paths + operation("/a/{id}", "{ $ref: '#/components/schemas/s0' }") + "components:\n  schemas:\n",
        lambda n: f"    s{n}: {{ allOf: [{{ $ref: '#/components/schemas/s{n + 1}' }}] }}\n")
    yield "schemas that double", lambda: paths + operation("/a/{id}", "{ $ref: '#/components/schemas/s0' }") + (
        "components:\n  schemas:\n" + "".join(
            f"    s{n}: {{ anyOf: [" + ", ".join(
                f"{{ allOf: [{{ $ref: '#/components/schemas/s{n + 1}' }}], pattern: '^x{n}{m}' }}" for m in range(9)) + "] }\n"
            for n in range(60)) + "    s60: { pattern: '^a' }\n")
    yield "a schema of itself", lambda: paths + operation("/a/{id}", "{ $ref: '#/components/schemas/s' }") + (
        "components:\n  schemas:\n    s: { allOf: [" + ", ".join(["{ $ref: '#/components/schemas/s' }"] * 20_000) + "] }\n")
    yield "references into a long list", lambda: lines(
        lines(paths + "  /a/{id}:\n    get: { responses: {} }\n    parameters:\n",
              lambda n: f"    - {{ $ref: '#/x-list/{n}' }}\n", most=MEGABYTE // 2) + "x-list:\n",
        lambda n: f"  - {{ name: p{n}, in: path }}\n")
    yield "one path item, used often", lambda: lines(
        HEAD + "components:\n  pathItems:\n    item:\n      get: { responses: {} }\n      parameters:\n" + "".join(
            f"      - {{ name: p{n}, in: path }}\n" for n in range(5_000)) + "paths:\n",
        lambda n: f"  /r{n}: {{ $ref: '#/components/pathItems/item' }}\n")
    yield "servers", lambda: lines(
        lines(HEAD + "servers:\n", lambda n: f"  - url: /base{n}\n", most=MEGABYTE // 2) + "paths:\n",
        lambda n: operation(f"/r{n}/{{id}}", "{}"))
    yield "security schemes", lambda: lines(
        lines(HEAD + "components:\n  securitySchemes:\n", lambda n: f"    s{n}: {{ type: apiKey }}\n", most=MEGABYTE // 2)
        + "paths:\n", lambda n: f"  /r{n}: {{ get: {{ security: [{{ s{n}: [] }}, {{ s{n + 1}: [] }}], responses: {{}} }} }}\n")
    yield "alternatives of security", lambda: lines(
        paths + "  /a/{id}:\n    get:\n      responses: {}\n      security:\n",
        lambda n: f"      - {{ a{n}: [], b{n}: [] }}\n")
    yield "a long list of values", lambda: lines(
        paths + "  /a/{id}:\n    get:\n      responses: {}\n      parameters:\n      - name: id\n        in: path\n"
        "        schema:\n          enum:\n", lambda n: f"          - value{n}\n")
    yield "patterns over the budget", lambda: lines(
        paths, lambda n: operation(f"/r{n}/{{id}}", f"{{ pattern: '^(a|b)*{n}(a|b){{300}}$' }}"))
    yield "huge bounds", lambda: lines(
        paths, lambda n: operation(f"/r{n}/{{id}}", f"{{ type: integer, minimum: -{10**30 + n}, maximum: {10**38 + n} }}"))
    yield "remote references", lambda: lines(
        paths, lambda n: f"  /r{n}: {{ $ref: 'https://example.com/{n}' }}\n")
    yield "3.0 in the clothes of 3.1", lambda: lines(
        paths, lambda n: operation(f"/r{n}/{{id}}", "{ type: integer, minimum: 0, exclusiveMinimum: true, nullable: true }"))


def shapes():
    for name, make in texts():
        def fill(folder, make=make):
            for file, text in (("set.yaml", SET), ("openapi.yaml", make())):
                with open(f"{folder}/{file}", "w") as opened:
                    opened.write(text)
        yield f"OpenAPI: {name}", fill, [
            (["openapi", "check", "set.yaml", "openapi.yaml"], {0, 1}),
            (["openapi", "import", "openapi.yaml"], {0, 1}),
            (["openapi", "export", "set.yaml", "--into", "openapi.yaml"], {0, 1, 3})]

    def large(folder):
        with open(f"{folder}/set.yaml", "w") as file:
            file.write(SET)
        with open(f"{folder}/openapi.yaml", "w") as file:
            file.write(lines(HEAD + "paths:\n", lambda n: operation(f"/r{n}/{{id}}", "{}"), most=50 * MEGABYTE))
    yield "OpenAPI: 50 MB", large, [
        (["openapi", "check", "set.yaml", "openapi.yaml"], {3}), (["openapi", "import", "openapi.yaml"], {3})]
