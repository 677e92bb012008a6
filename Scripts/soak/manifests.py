"""The manifests of the soak: a file for each shape of writing, and the answer that each version of it leads to.

Every file has an interceptor and a route that name the same version: the interceptor rewrites the URL, and the route redirects the client
to a URL with both. An answer with two versions is mixed. Manifests alone can say this, so the service needs no code for it. Every file also
has a count, which protects a manifest from writers that save in two openings.
"""

import re

# Each writes its own file, and all at the same time.
SHAPES = ["in-place", "renamed", "moved-away", "two-opens", "stalled", "recreated", "touched", "same-bytes", "mapped"]
FILLERS = 20
ANSWER = re.compile(r"^/answers/([a-z-]+)/(\d+)/(\d+)$")
STATUS = 307


def gate(shape, version):
    return f"""\
waybill: 1
count: {{ interceptors: 1 }}
interceptors:
  {shape}-edition: {{ url: /soak/{shape}, rewrite: /soak/{shape}/{version} }}
"""


def routes(shape, version):
    fillers = "".join(
        f"  - {{ id: {shape}.{n}, url: /filler/{shape}/{n}/:id, handler: welcome }}\n"
        for n in range(FILLERS))
    answer = f"/answers/{shape}/{version}"
    return f"""\
count: {{ interceptors: 1, routes: {FILLERS + 1}, tests: 1 }}
routes:
{fillers}  - {{ id: {shape}, url: "/soak/{shape}/:edition", redirect: {{ to: "{answer}/:edition", status: {STATUS} }} }}
tests:
  - open: /soak/{shape}
    expect: {{ route: {shape}, redirect: {{ to: {answer}/{version}, status: {STATUS} }}, interceptors: [{shape}-edition] }}
"""


def good(shape, version):
    """One file with all of a shape's version."""
    head = gate(shape, version).replace("count: { interceptors: 1 }\n", "")
    return head + routes(shape, version)


def halves(shape, version):
    """The same as two files, each of which lacks the other."""
    parts = routes(shape, version).replace("interceptors: 1, ", "")
    return {"gate.yaml": gate(shape, version), "page.yaml": "waybill: 1\n" + parts}


def bad(shape, version, kind):
    """What must never serve, for one reason of many."""
    text = good(shape, version)
    return {
        "syntax": text + "routes: [\n",
        "beginning": text[: len(text) // 2],
        "unknown handler": text.replace("handler: welcome", "handler: welcom", 1),
        "unknown key": text.replace("url: /soak", "ulr: /soak"),
        "failing test": text.replace("expect: { route: " + shape, "expect: { route: welcome"),
        "empty": "",
        "no UTF-8": text.encode() + b"# \xff\xfe\n",
    }[kind]


BAD = ["syntax", "beginning", "unknown handler", "unknown key", "failing test", "empty", "no UTF-8"]


def modules(revision):
    """The stores: a new revision is a new shared instance, and the old one is retired.

    Its tests demand a route of every file: a file that is gone for longer than the service's patience, because its writer
    does not get on, is then no removal that somebody meant.
    """
    tests = "".join(f"  - {{ open: /soak/{shape}, expect: {{ route: {shape} }} }}\n" for shape in SHAPES)
    return f"""\
waybill: 1
count: {{ modules: 1 }}
protocols:
  NoteStoreInput:
modules:
  notes-on-disk:
    factory: notes.disk
    provides: [NoteStoreInput]
    scope: shared
    with: {{ folder: "${{NOTES_DATA}}/{revision % 2}" }}
routes:
  - {{ id: answers, url: "/answers/:shape/:version/:edition", methods: [GET], handler: welcome }}
  - {{ id: statistics, url: /statistics, methods: [GET], handler: statistics }}
fallback: {{ handler: notFound }}
tests:
{tests}"""
