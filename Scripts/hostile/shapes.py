"""Shapes made to hurt: what each writes into a folder, what is run there, and the exit statuses that refuse it.

Most are one file just below the limit of 8 MiB. Every function gets an empty folder.
"""

import os

LIMIT = 8 << 20
# Enough where a set is refused soon for being large, and hurts while it is not.
MEBIBYTE = 1 << 20
HEAD = "waybill: 1\n"
ROUTES = HEAD + "routes:\n"


def fill(part, head="", tail=""):
    """`part` as often as a file just below the limit holds it."""
    count = (LIMIT - 64 - len(head.encode()) - len(tail.encode())) // max(1, len(part.encode()))
    return head + part * count + tail


def numbered(make, head="", tail="", most=LIMIT):
    """`make(0)`, `make(1)` … up to the limit, or to so many bytes."""
    parts, size, number = [], len(head) + len(tail), 0
    while True:
        part = make(number)
        size += len(part.encode())
        if size > most - 64:
            return head + "".join(parts) + tail
        parts.append(part)
        number += 1


def regex(text):
    return ROUTES + "  - { handler: a, url: /:a, params: { a: '/" + text + "/' } }\n"


def bomb():
    text = HEAD + "a0: &a0 [" + ",".join(["x"] * 10) + "]\n"
    for level in range(1, 12):
        text += f"a{level}: &a{level} [" + ",".join([f"*a{level - 1}"] * 10) + "]\n"
    return text


def texts():
    """What makes the text of one file `hostile.yaml`, by name. A manifest of that kind is refused with status 1."""
    yield "alias bomb", lambda: bomb()
    yield "aliases of a long list", lambda: HEAD + "a: &a [" + "x," * 50_000 + "x]\nroutes:\n" + "- *a\n" * 50_000
    yield "aliases of one scalar", lambda: fill("- *a\n", HEAD + "a: &a x\nroutes:\n")
    yield "aliases of one long scalar", lambda: HEAD + "a: &a " + "x" * 4_000_000 + "\nroutes:\n" + "- *a\n" * 50_000
    yield "aliases of one mapping", lambda: HEAD + "a: &a { url: /a, handler: x }\nroutes:\n" + "- *a\n" * 33_000
    yield "unknown aliases", lambda: numbered(lambda n: f"- *a{n}\n", ROUTES)
    yield "anchors", lambda: numbered(lambda n: f"- &a{n} x\n", ROUTES)
    yield "unknown aliases beside anchors", lambda: HEAD + "".join(
        f"- &abcd{n} x\n" for n in range(200_000)) + "".join(f"- *abxcd{n}\n" for n in range(200_000))
    yield "tags", lambda: fill("- !a x\n", ROUTES)
    yield "long tags", lambda: fill("- !" + "a" * 900 + " x\n", ROUTES)
    yield "merge keys", lambda: fill("- { <<: a }\n", ROUTES)
    yield "open lists", lambda: fill("[")
    yield "50,000 lists", lambda: "[" * 50_000 + "]" * 50_000
    yield "open mappings", lambda: fill("{a: ")
    yield "open braces", lambda: fill("{")
    yield "lists on one line", lambda: fill("- ", tail="a")
    yield "keys that are keys", lambda: fill("? ", tail="a")
    yield "deep flow within block", lambda: fill(
        "[", "".join(" " * n + "a:\n" for n in range(60)) + " " * 60)
    yield "closed lists in a list", lambda: fill("[],", ROUTES + "  - [", "]\n")
    yield "lists of lists, 60 deep", lambda: fill("[" * 60 + "]" * 60 + ",", HEAD + "a: [", "]\n")
    yield "NULs", lambda: "\0" * (LIMIT - 64)
    yield "a NUL in each line", lambda: fill("- a\0b\n", ROUTES)
    yield "bytes that are no UTF-8", lambda: b"\xff" * (LIMIT - 64)
    yield "every other byte no UTF-8", lambda: b"a\xff" * (LIMIT // 2 - 64)
    yield "surrogates", lambda: b"waybill: \xed\xa0\x80\n" + b"\xed\xa0\x80" * 2_000_000
    yield "overlong slashes", lambda: b"waybill: " + b"\xc0\xaf" * 4_000_000
    yield "a character cut off", lambda: b"waybill: 1\na: \xe2\x82"
    yield "UTF-16", lambda: "waybill: 1\n".encode("utf-16")
    yield "three-byte characters", lambda: fill("語", HEAD + "a: ")
    yield "four-byte characters in keys", lambda: numbered(lambda n: f"😀{n}: x\n", HEAD)
    yield "combining marks", lambda: fill("\u0301", HEAD + "a: e")
    yield "line separators", lambda: fill("\u2028", HEAD + "a: ")
    yield "bidirectional controls", lambda: fill("\u202e", HEAD + "a: ")
    yield "keys with bidirectional controls", lambda: numbered(lambda n: f"a\u202e{n}: x\n", HEAD)
    yield "marks without width", lambda: fill("- a\u200bb\n", ROUTES)
    yield "line ends", lambda: "\n" * (LIMIT - 64)
    yield "returns", lambda: "\r" * (LIMIT - 64)
    yield "blanks", lambda: " " * (LIMIT - 64)
    yield "tabs", lambda: "\t" * (LIMIT - 64)
    yield "comments", lambda: fill("#\n")
    yield "one comment", lambda: fill("x", "#")
    yield "comments that allow", lambda: fill("# waybill:allow P003 -- because\n", HEAD)
    yield "comments that allow nothing known", lambda: numbered(lambda n: f"# waybill:allow Q{n} -- because\n", HEAD)
    yield "comments that are almost directives", lambda: fill("# waybill:alow P003\n", HEAD)
    yield "one plain scalar", lambda: fill("x", HEAD + "a: ", "\n")
    yield "one quoted scalar", lambda: fill("x", HEAD + 'a: "', '"\n')
    yield "one handler", lambda: fill("x", ROUTES + "  - url: /a\n    handler: ", "\n")
    yield "one URL", lambda: fill("/a", ROUTES + "  - handler: a\n    url: ", "\n")
    yield "one URL of captures", lambda: numbered(lambda n: f"/:a{n}", ROUTES + "  - handler: a\n    url: ", "\n")
    yield "one URL of escapes", lambda: fill("%41", ROUTES + "  - handler: a\n    url: /", "\n")
    yield "one include", lambda: fill("*/", HEAD + "include: ['", "']\n")
    yield "one key", lambda: fill("x", HEAD, ": a\n")
    yield "one tag name", lambda: fill("x", ROUTES + "  - { url: /a, handler: a, tags: [", "] }\n")
    yield "one duration", lambda: fill("9", ROUTES + "  - { url: /a, handler: a, timeout: ", "s }\n")
    yield "one number", lambda: fill("9", ROUTES + "  - { url: /a, handler: a, priority: ", " }\n")
    yield "one float", lambda: fill("9", ROUTES + "  - { url: /a, handler: a, with: { a: 1.", "e9 } }\n")
    yield "one variable", lambda: fill("${A:-", ROUTES + "  - { url: /a, handler: a, with: { a: '", "' } }\n")
    yield "long values", lambda: numbered(
        lambda n: f"- {{url: /{n}, handler: a, with: {{a: {'A' * 60000}}}}}\n", ROUTES)
    yield "values that look like tokens", lambda: numbered(
        lambda n: f"- {{url: /{n}, handler: a, with: {{a: {'eyJ' * 20000}}}}}\n", ROUTES)
    yield "escapes of NUL", lambda: fill("\\u0000", HEAD + 'a: "', '"\n')
    yield "escapes of NUL in a handler", lambda: fill("\\u0000", ROUTES + '  - url: /a\n    handler: "', '"\n')
    yield "a literal block", lambda: fill("  x\n", HEAD + "a: |\n")
    yield "a folded block", lambda: fill("  x\n", HEAD + "a: >\n")
    yield "a plain scalar of many lines", lambda: fill("  x\n", HEAD + "a:\n")
    yield "an open quote", lambda: fill("x\n", HEAD + 'a: "')
    yield "documents", lambda: fill("---\n")
    yield "directives", lambda: fill("%YAML 1.2\n")
    yield "directives that differ", lambda: numbered(lambda n: f"%TAG !a{n}! x\n", tail="--- a\n")
    yield "directives behind a document", lambda: numbered(lambda n: f"%TAG !a{n}! x\n", HEAD + "...\n", "--- a\n")
    yield "unknown keys", lambda: numbered(lambda n: f"routex{n}: a\n", HEAD)
    yield "unknown keys of a route", lambda: numbered(
        lambda n: f"    urk{n}: a\n", ROUTES + "  - url: /a\n    handler: x\n")
    yield "duplicate keys", lambda: fill("a: b\n", HEAD)
    yield "duplicate routes", lambda: fill("- { url: /a, handler: x }\n", ROUTES)
    yield "keys that are lists", lambda: fill("? [a]\n: b\n", HEAD)
    yield "routes of one letter", lambda: fill("- a\n", ROUTES)
    yield "routes of nothing", lambda: fill("-\n", ROUTES)
    yield "routes that are empty", lambda: fill("- {}\n", ROUTES)
    yield "tiny routes", lambda: numbered(lambda n: f"- {{url: /{n:x},handler: a}}\n", ROUTES)
    yield "tiny routes without handlers", lambda: numbered(lambda n: f"- url: /{n:x}\n", ROUTES)
    yield "routes that overlap", lambda: numbered(
        lambda n: f"- {{url: /:a/{n:x}/*,handler: a}}\n- {{url: /{n:x}/:b/*,handler: a}}\n", ROUTES)
    yield "routes that shadow", lambda: numbered(
        lambda n: f"- {{url: /a/{n:x},handler: a}}\n", ROUTES + "- {url: '/**', handler: a, priority: 9}\n")
    yield "routes with affixes", lambda: numbered(lambda n: f"- {{url: '/a{n % 997}:b-{n:x}',handler: a}}\n", ROUTES)
    yield "affixes at one place", lambda: ROUTES + "".join(
        f"- {{url: '/f/p{n}-:id',handler: a}}\n" for n in range(40_000))
    yield "affixes at one place, before and behind", lambda: ROUTES + "".join(
        f"- {{url: '/f/p{n}-:id',handler: a}}\n- {{url: '/f/:id-s{n}',handler: a}}\n" for n in range(20_000))
    yield "affixes at one place, each in the next", lambda: ROUTES + "".join(
        f"- {{url: '/f/{'a' * n}:id',handler: a}}\n" for n in range(1, 3_000))
    yield "affixes at one place beside literals", lambda: ROUTES + "".join(
        f"- {{url: '/f/:id-s{n}/x',handler: a}}\n- {{url: '/f/l{n}/:y',handler: a}}\n" for n in range(20_000))
    yield "affixes at one place that forward", lambda: ROUTES + "".join(
        f"- {{url: '/f/p{n}-:id',forward: '/f/p{n + 1}-:id'}}\n" for n in range(20_000))
    yield "affixes at one place of interceptors", lambda: ROUTES + "".join(
        f"- {{url: '/f/p{n}-:id',handler: a}}\n" for n in range(20_000)) + "interceptors:\n" + "".join(
        f"  i{n}: {{url: '/f/:id-s{n}', use: a}}\n" for n in range(20_000))
    yield "regexes that differ", lambda: ROUTES + "".join(
        f"- {{url: /r{n}/:a,handler: a,params: {{a: '/[a-z]*{n}.*/'}}}}\n" for n in range(40_000))
    yield "lists that differ", lambda: ROUTES + "".join(
        f"- {{url: /r{n}/:a,handler: a,params: {{a: [x{n}, y{n}]}}}}\n" for n in range(40_000))
    yield "routes with regexes", lambda: numbered(
        lambda n: f"- {{url: /:a,handler: a,params: {{a: '/a{n}b+/'}}}}\n", ROUTES)
    yield "routes that cross", lambda: numbered(
        lambda n: f"- {{url: '/:a/l{n}',handler: a}}\n- {{url: '/l{n}/:b',handler: a}}\n", ROUTES, most=MEBIBYTE)
    yield "routes that cross in any case", lambda: numbered(
        lambda n: f"- {{url: '/:a/Item{n}',handler: a}}\n- {{url: '/Item{n}/:b',handler: a}}\n",
        HEAD + "settings: {case_sensitive: false}\nroutes:\n", most=MEBIBYTE)
    yield "routes with affixes that cross", lambda: numbered(
        lambda n: f"- {{url: '/p{n // 100}/a{n % 100}:x',handler: a}}\n"
        f"- {{url: '/p{n // 100}/:x-b{n % 100}',handler: a}}\n", ROUTES, most=MEBIBYTE)
    yield "routes with long literals that cross", lambda: numbered(
        lambda n: f"- {{url: '/:a/{'x' * 500}{n}',handler: a}}\n- {{url: '/{'y' * 500}{n}/:b',handler: a}}\n",
        ROUTES, most=MEBIBYTE)
    yield "routes with regexes that overlap", lambda: numbered(
        lambda n: f"- {{url: /:a,handler: a,priority: {n + 1},params: {{a: '/[a-z]*{n}[a-z0-9]*/'}}}}\n",
        ROUTES, most=MEBIBYTE)
    yield "routes with lists that overlap", lambda: numbered(
        lambda n: f"- {{url: /p{n // 20}/:a,handler: a,methods: [M{n}],params: {{a: ["
        + ",".join(f"v{(n * 7 + m * 13) % 997}" for m in range(30)) + "]}}\n", ROUTES, most=MEBIBYTE)
    yield "routes under hosts that overlap", lambda: numbered(
        lambda n: f"- {{url: '//*.{'a.' * (n % 40)}com/:a/l{n}',handler: a}}\n"
        f"- {{url: '//{'a.' * (n % 50 + 1)}com/l{n}/:b',handler: a}}\n", ROUTES, most=MEBIBYTE)
    yield "routes of one pattern", lambda: numbered(
        lambda n: f"- {{url: '/:x/:y',handler: a,methods: [M{n}]}}\n", ROUTES, most=MEBIBYTE)
    yield "captures of other routers", lambda: numbered(
        lambda n: f"- {{url: '/{{a}}/<int:b>/[c]/(?<d>x)/:e-id/:f?/\\d+/{n}',handler: a}}\n", ROUTES)
    yield "methods before URLs", lambda: numbered(lambda n: f"- {{url: GET /{n:x},handler: a}}\n", ROUTES)
    yield "variables in URLs", lambda: numbered(lambda n: f"- {{url: '/${{A:-{n:x}}}/$/$a',handler: a}}\n", ROUTES)
    yield "optional groups", lambda: numbered(lambda n: f"- {{url: '/a{n:x}(/:b)',handler: a}}\n", ROUTES)
    yield "captures by number", lambda: numbered(
        lambda n: f"- {{url: /a{n:x}/:b,forward: /b/$1}}\n", ROUTES)
    yield "defaults of variables", lambda: numbered(
        lambda n: f"- {{url: /{n:x},handler: a,with: {{a: '${{A:b}}'}}}}\n", ROUTES)
    yield "flags of regexes", lambda: numbered(
        lambda n: f"- {{url: /{n:x}/:a,handler: a,params: {{a: /x/i}}}}\n", ROUTES)
    yield "values that a comment takes", lambda: numbered(
        lambda n: f"- handler: a\n  url: /{n:x}\n  tags: #a\n", ROUTES)
    yield "routes of one pattern at many priorities", lambda: numbered(
        lambda n: f"- {{url: '/:x/:y',handler: a,priority: {n}}}\n", ROUTES, most=MEBIBYTE)
    yield "routes of one pattern in many views", lambda: numbered(
        lambda n: f"- {{url: '/:x/:y',handler: a,priority: {n},tags: [t{n}]}}\n", ROUTES, most=MEBIBYTE)
    yield "routes of one pattern and method", lambda: numbered(
        lambda n: f"- {{url: '/:x/:y',handler: a,methods: [M, M{n}],params: {{x: [v{n}]}}}}\n", ROUTES, most=MEBIBYTE)
    yield "routes that take everything", lambda: numbered(
        lambda n: f"- {{url: '/**',handler: a,methods: [M{n}]}}\n", ROUTES, most=MEBIBYTE)
    yield "routes under ports", lambda: numbered(
        lambda n: f"- {{url: '//*:{n % 60_000 + 1}/a/{n // 60_000}',handler: a}}\n", ROUTES, most=MEBIBYTE)
    yield "routes under hosts of a suffix", lambda: ROUTES + "- {url: '//*.com/:a/x',handler: a}\n" + "".join(
        f"- {{url: '//{'*.' * (n % 2)}a{n}.com/x/:b',handler: a}}\n" for n in range(20_000))
    yield "interceptors of one pattern at many priorities", lambda: numbered(
        lambda n: f"  i{n}: {{url: '/a/**',use: a{n},priority: {n}}}\n",
        ROUTES + "- {url: /a/b,handler: a}\ninterceptors:\n", most=MEBIBYTE)
    yield "modules", lambda: numbered(lambda n: f"  m{n}:\n", HEAD + "modules:\n")
    yield "modules that require nothing known", lambda: numbered(
        lambda n: f"  m{n}: {{requires: [Prot{n}]}}\n", HEAD + "modules:\n")
    yield "modules that almost require", lambda: numbered(
        lambda n: f"  m{n}: {{provides: [Pa{n}], requires: [Pb{n}]}}\n",
        HEAD + "protocols: {" + ", ".join(f"Pa{n}" for n in range(100)) + "}\nmodules:\n")
    yield "protocols", lambda: numbered(lambda n: f"  P{n}:\n", HEAD + "protocols:\n")
    yield "adapters in a chain", lambda: numbered(lambda n: f"  P{n}: P{n + 1}\n", HEAD + "adapters:\n")
    yield "interceptors", lambda: numbered(lambda n: f"  i{n}: {{url: '/**', use: a}}\n", HEAD + "interceptors:\n")
    yield "rewrites in a chain", lambda: numbered(
        lambda n: f"  i{n}: {{url: /{n}, rewrite: /{n + 1}}}\n", HEAD + "interceptors:\n")
    yield "forwards in a chain", lambda: numbered(lambda n: f"- {{url: /{n}, forward: /{n + 1}}}\n", ROUTES)
    yield "forwards to nowhere beside rewrites", lambda: ROUTES + "".join(
        f"- {{url: /r{n},forward: /x{n}}}\n" for n in range(4_000)) + "interceptors:\n" + "".join(
        f"  i{n}: {{url: '/k{n}/:a', rewrite: /q{n}}}\n" for n in range(4_000))
    yield "tags nobody declared", lambda: numbered(
        lambda n: f"- {{url: /{n:x}, handler: a, tags: [t{n}]}}\n", HEAD + "tags: {a: b, t: c}\nroutes:\n")
    yield "tests", lambda: numbered(lambda n: f"- {{open: /{n:x}, expect: unmatched}}\n", HEAD + "tests:\n")
    yield "params of one list", lambda: numbered(
        lambda n: f"v{n:x},", ROUTES + "  - {url: /:a, handler: x, params: {a: [", "]}}\n")
    yield "a regex of letters", lambda: fill("a", *regex("|").split("|"))
    yield "a regex of groups", lambda: fill("(", *regex("|").split("|"))
    yield "100,000 groups", lambda: regex("(" * 100_000 + "a" + ")" * 100_000)
    yield "a regex of counts", lambda: regex("((a{1000}){1000}){1000}")
    yield "a regex of too many states", lambda: regex("(a|b)*a(a|b){200}")
    yield "a regex of alternatives", lambda: regex("|".join(f"a{n:x}" for n in range(900_000)))
    yield "a regex of classes", lambda: fill("[a-z]", *regex("|").split("|"))
    yield "includes", lambda: numbered(lambda n: f"- a{n}.yaml\n", HEAD + "include:\n")
    yield "includes of globs", lambda: numbered(lambda n: f"- '**/a{n}*.yaml'\n", HEAD + "include:\n")
    yield "a file that includes itself", lambda: HEAD + "include: [hostile.yaml]\n"
    yield "lines that end with CR", lambda: fill("\r", HEAD)
    yield "lines that end with CRLF", lambda: fill("#\r\n", HEAD)
    yield "lines that end with blanks", lambda: fill("# \n", HEAD)
    yield "names of modules misspelt", lambda: HEAD + "modules:\n" + "".join(
        f"  modul{n}: {{}}\n" for n in range(4_000)) + "routes:\n" + "".join(
        f"- {{url: /{n}, module: modu{n}}}\n" for n in range(4_000))
    yield "long names of modules misspelt", lambda: HEAD + "modules:\n" + "".join(
        f"  {'m' * 200}{n}: {{}}\n" for n in range(500)) + "routes:\n" + "".join(
        f"- {{url: /{n}, module: {'m' * 200}x{n}}}\n" for n in range(1_000))
    yield "a chain of adapters", lambda: HEAD + "protocols:\n" + "".join(
        f"  P{n}: {{required: true}}\n" for n in range(20_000)) + "  P20000:\nadapters:\n" + "".join(
        f"  P{n}: P{n + 1}\n" for n in range(20_000)) + "modules: {m: {provides: [P20000]}}\n"
    yield "protocols composed of each other", lambda: HEAD + "protocols:\n" + "".join(
        f"  P{n}: {{all_of: [P{n + 1}, P0]}}\n" for n in range(20_000)) + "  P20000: {all_of: [P0]}\n"
    yield "compositions that modules lack", lambda: HEAD + "protocols:\n  A:\n  B:\n" + "".join(
        f"  P{n}: {{all_of: [A, B]}}\n" for n in range(20_000)) + "modules:\n" + "".join(
        f"  m{n}: {{provides: [A]}}\n" for n in range(20_000))
    yield "compositions that many modules provide", lambda: HEAD + "protocols:\n  A:\n  B:\n" + "".join(
        f"  P{n}: {{all_of: [A, B]}}\n" for n in range(10_000)) + "modules:\n" + "".join(
        f"  m{n}: {{provides: [A, B]}}\n" for n in range(10_000))
    yield "aliases of a list with an item twice", lambda: ROUTES + "- {url: /a, handler: x, tags: &t [a, b, a]}\n" + "".join(
        f"- {{url: /a{n}, handler: x, tags: *t}}\n" for n in range(24_000))
    yield "one pattern often in a route", lambda: ROUTES + "- {handler: x, urls: [/x" + ", /x" * 60_000 + "]}\n"
    yield "targets that nobody sees", lambda: ROUTES + "".join(
        "- {url: /%d, forward: \"/%s\"}\n" % (n, "\u200b" * 21_000) for n in range(120))
    yield "unknown keys of one route", lambda: ROUTES + "- {url: /a, handler: x, " + "".join(
        f"a{n}: 1, " for n in range(100_000)) + "}\n"
    yield "findings on long lines", lambda: ROUTES + "".join(
        "- {" + ", ".join(f"k{n}{m}: a" for m in range(150)) + "}\n" for n in range(4_000))
    yield "findings on one long line", lambda: numbered(lambda n: f"{{u{n}: a}},", HEAD + "routes: [", "]\n")
    yield "findings with long words", lambda: numbered(lambda n: f"k{n}{'x' * 1000}: a\n", HEAD)
    yield "a byte over the limit", lambda: "a" * (LIMIT + 1)


# Shapes with so many findings that the writers of reports are what hurts.
MANY_FINDINGS = ("unknown keys", "duplicate routes", "findings on long lines", "findings on one long line",
                 "findings with long words", "lines that end with CR", "lines that end with CRLF",
                 "lines that end with blanks", "names of modules misspelt", "unknown keys of one route", "keys with bidirectional controls", "routes that are empty",
                 "compositions that many modules provide")

# Shapes that are sound, or at most worth a warning.
SOUND = ("long values", "values that look like tokens", "comments that allow", "comments that are almost directives",
         "routes that cross", "routes that cross in any case", "routes with affixes that cross",
         "affixes at one place", "affixes at one place, before and behind", "affixes at one place, each in the next",
         "affixes at one place beside literals", "affixes at one place of interceptors",
         "affixes at one place that forward", "forwards to nowhere beside rewrites",
         "routes with long literals that cross", "routes with lists that overlap", "routes under hosts that overlap",
         "routes of one pattern", "routes of one pattern and method", "routes that take everything",
         "routes under hosts of a suffix", "lines that end with CR", "lines that end with CRLF", "lines that end with blanks",
         "a chain of adapters", "long names of modules misspelt", "targets that nobody sees",
         "aliases of a list with an item twice", "one pattern often in a route", "compositions that many modules provide")


def trees():
    """Sets of many files and odd places: a name, what makes it, the arguments, the statuses that are right."""

    def many(count, text):
        def make(folder):
            for number in range(count):
                with open(f"{folder}/f{number}.yaml", "w") as file:
                    file.write(text(number))
        return make

    def glob(folder):
        os.mkdir(f"{folder}/many")
        for number in range(100_000):
            os.close(os.open(f"{folder}/many/f{number}.txt", os.O_CREAT))
        with open(f"{folder}/hostile.yaml", "w") as file:
            file.write(HEAD + "include:\n" + "".join(f"- 'many/*{number}*.yaml'\n" for number in range(1000)))

    def large(folder):
        with open(f"{folder}/hostile.yaml", "w") as file:
            file.write(HEAD + "include: ['*.yaml']\n")
        many(100, lambda n: HEAD + ("#" + "x" * 78 + "\n") * 32_000)(folder)

    def folder_of_itself(folder):
        with open(f"{folder}/hostile.yaml", "w") as file:
            file.write(HEAD + "include: ['*.yaml']\n")
        many(10_000, lambda n: HEAD)(folder)

    def chain(number_of):
        def make(folder):
            for step in range(5_000):
                with open(f"{folder}/f{number_of(step):04}.yaml", "w") as file:
                    file.write(HEAD + (f"include: [f{number_of(step + 1):04}.yaml]\n" if step < 4_999 else ""))
        return make

    def farm(folder):
        with open(f"{folder}/one.yaml", "w") as file:
            file.write(HEAD)
        for number in range(20_000):
            os.symlink("one.yaml", f"{folder}/link{number}.yaml")

    def loops(folder):
        for number in range(2_000):
            os.mkdir(f"{folder}/d{number}")
            os.symlink("..", f"{folder}/d{number}/up")
        with open(f"{folder}/one.yaml", "w") as file:
            file.write(HEAD)

    def special(name, make):
        def run(folder):
            make(f"{folder}/{name}")
        return run

    def sparse(path):
        with open(path, "w") as file:
            file.truncate(4 << 30)

    yield "an include glob over 100,000 files", glob, ["hostile.yaml"], {1}
    yield "an include of 100 large files", large, ["hostile.yaml"], {1}
    yield "a folder of 100 large files", large, ["."], {1}
    yield "an include of its own folder with 10,000 files", folder_of_itself, ["hostile.yaml"], {0, 1}
    yield "5,000 files that include each other", many(5_000, lambda n: HEAD + "include: ['*.yaml']\n"), ["f0.yaml"], {1}
    yield "a chain of 5,000 includes", chain(lambda step: step), ["f0000.yaml"], {0}
    yield "a chain of 5,000 includes backwards", chain(lambda step: 4_999 - step), ["f4999.yaml"], {0}
    yield "10,000 files without a route", many(10_000, lambda n: HEAD), ["."], {0, 1}
    yield "10,000 files that are broken", many(10_000, lambda n: "[\n"), ["."], {1}
    yield "100 files of regexes", many(100, lambda n: ROUTES + "".join(
        f"- {{url: /r{n}/{m}/:a,handler: a,params: {{a: '/[a-z]*{n}x{m}.*/'}}}}\n" for m in range(1_000))), ["."], {1}
    yield "20,000 links to one file", farm, ["."], {0}
    yield "links that lead upwards", loops, ["."], {0}
    yield "a pipe", special("pipe.yaml", os.mkfifo), ["pipe.yaml"], {3}
    yield "a link to itself", special("loop.yaml", lambda path: os.symlink("loop.yaml", path)), ["loop.yaml"], {3}
    yield "a folder in a file's place", special("folder.yaml", os.mkdir), ["folder.yaml"], {3}
    yield "a sparse file of 4 GiB", special("sparse.yaml", sparse), ["sparse.yaml"], {1}
    yield "/dev/zero", lambda folder: None, ["/dev/zero"], {3}


def word(number):
    """Six letters without digits, since names that differ in a digit are not compared."""
    letters = ""
    for _ in range(6):
        letters += chr(ord("a") + number % 26)
        number = number // 26 * 7 + number % 26
    return letters


def sets():
    """Sets with a configuration, or for other subcommands: a name, what makes it, the commands with their statuses."""

    def files(**texts):
        def make(folder):
            for name, text in texts.items():
                path = ".waybill.yaml" if name == "settings" else f"{name}.yaml"
                with open(f"{folder}/{path}", "w") as file:
                    file.write(text() if callable(text) else text)
        return make

    def lines(head, line, count):
        return lambda: head + "".join(line(number) for number in range(count))

    check = [(["check", "."], {0, 1})]
    handled = lambda n: f"- {{url: /r{n}, handler: a}}\n"
    login = "interceptors:\n  login: {url: /**, use: login}\n"

    yield "interceptors for unknown hosts", files(set=lambda: HEAD + "interceptors:\n" + "".join(
        f"  i{n}: {{url: //{word(n)}.example.com/**, use: a}}\n" for n in range(5_000)) + "routes:\n" + "".join(
        f"- {{url: //{word(n)[::-1]}z.example.com/a, handler: a}}\n" for n in range(5_000))), check
    yield "forwards and entry points", files(
        settings="entry_points: [https://api.example.com]\n", set=lambda: ROUTES + "".join(
            f"- {{url: https://www.example.com/a{n}, forward: https://api.example.com/b{n}}}\n" +
            f"- {{url: https://api.example.com/b{n}, handler: a}}\n" for n in range(5_000))), check
    yield "patterns that no entry point admits", files(
        settings=lambda: "entry_points:\n" + "".join(f"- //h{n}.example.com\n" for n in range(2_000)),
        set=lines(ROUTES, lambda n: f"- {{url: //g{n}.example.com/**, handler: a}}\n", 5_000)), check
    yield "routes and a selection of many URLs", files(
        settings=lambda: "policies:\n- routes: {urls: [" + ", ".join(f"/x{n}/**" for n in range(2_000)) +
        "]}\n  need: [login]\n", set=lines(HEAD + login + "routes:\n", handled, 10_000)), check
    yield "routes and required interceptors of one name", files(
        settings="policies:\n- need: [login]\n", set=lambda: HEAD + "interceptors:\n" + "".join(
            f"  i{n}: {{url: /r{n}, use: login}}\n" for n in range(10_000)) + "routes:\n" + "".join(
            handled(n) for n in range(10_000))), check
    yield "routes and required interceptors in views of their own", files(
        settings="policies:\n- need: [login]\n", set=lambda: HEAD + "interceptors:\n" + "".join(
            f"  i{n}: {{url: /r{n}, use: login, tags: [t{n}]}}\n" for n in range(5_000)) + "routes:\n" + "".join(
            f"- {{url: /r{n}, handler: a, tags: [u{n}]}}\n" for n in range(5_000))), check
    yield "interceptors in a required order", files(
        settings="policies:\n- before: [a, b]\n", set=lines(HEAD + "interceptors:\n", lambda n:
            f"  b{n}: {{url: /r{n}/**, use: b}}\n  c{n}: {{url: /r{n}/x, use: a, order: 1}}\n", 4_000)), check
    yield "modules and a configuration", files(
        settings="rules: {P005: warning}\n", set=lambda: HEAD + "modules:\n" + "".join(
            f"  m{n}: {{tags: [t{n % 9}]}}\n" for n in range(20_000)) + "routes:\n" + "".join(
            f"- {{url: /r{n}, module: m{n}}}\n" for n in range(20_000))), check
    yield "tests that name modules", files(set=lambda: HEAD + "modules:\n" + "".join(
        f"  m{n}:\n" for n in range(5_000)) + "routes:\n" + "".join(
        f"- {{url: /r{n}, module: m{n}}}\n" for n in range(5_000)) + "tests:\n" + "".join(
        f"- {{open: /r{n}, expect: {{module: m{n}}}}}\n" for n in range(5_000))), check
    yield "tests of one URL", files(set=lines(
        ROUTES + "- {url: /a, handler: a}\ntests:\n",
        lambda n: f"- {{open: /a, expect: {{params: {{p{n}: x}}}}}}\n", 20_000)), check
    yield "tags that occur once", files(set=lambda: ROUTES + "".join(
        f"- {{url: /r{n}, handler: a, tags: [{word(n // 3)}, {word(n)[::-1]}once]}}\n" for n in range(9_000))), check
    yield "literals in two cases", files(set=lambda: HEAD + "interceptors:\n" + "".join(
        f"  i{n}: {{url: /Rr{n}, use: a}}\n" for n in range(10_000)) + "routes:\n" + "".join(
        f"- {{url: /rr{n}, handler: a}}\n" for n in range(10_000))), check
    unordered = lines(ROUTES, lambda n: f"  - url: /r{n}\n    handler: h{n}\n    methods: [GET]\n", 8_000)
    yield "a secret of many variables", files(
        set=HEAD + "modules:\n  m: {identifiers: [m], with: {password: \"" + "$${" * 300_000 + "\"}}\n"), check
    yield "a file with keys in another order", files(settings="rules: {S009: hint}\n", set=unordered), [
        *check, (["fmt", "set.yaml", "--diff"], {1}), (["check", ".", "--fix", "--diff"], {0, 1})]
    yield "a plan for many new interceptors", files(
        old=ROUTES + "- {url: /**, handler: a}\n", new=lambda: HEAD + "interceptors:\n" + "".join(
            f"  i{n}: {{url: /**, use: a{n}}}\n" for n in range(8_000)) + "routes:\n- {url: /**, handler: a}\n"), [
        (["plan", "old.yaml", "new.yaml"], {0, 1})]
    yield "the coverage of many routes", files(set=lambda: ROUTES + "".join(
        f"- {{url: /api/r{n}/:id, handler: h{n}, params: {{id: int}}}}\n" for n in range(3_000)) + "tests:\n" + "".join(
        f"- {{open: /api/r{n}/1, expect: {{handler: h{n}}}}}\n" for n in range(3_000))), [
        (["test", ".", "--coverage"], {0, 1})]
