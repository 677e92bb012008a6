#!/usr/bin/env python3
"""Links between pages, which work where a forge shows the files, and on the site that DocC makes.

    Scripts/links.py            fails if a link in a page of this repository does not lead to a file and a heading of it
    Scripts/links.py FOLDER     writes the catalogs of all libraries into the folder, with DocC's links between articles

The articles link as Markdown does: [Lanes](../Lanes.md). DocC knows only <doc:Lanes>, which a forge shows as dead text.
"""
import os
import re
import shutil
import subprocess
import sys

LINK = re.compile(r"(!?)\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)")
CODE = re.compile(r"```.*?```|``[^`]*``|`[^`\n]*`", re.DOTALL)
CATALOG = re.compile(r"Sources/(\w+)/\1\.docc/")
FOREIGN = re.compile(r"[a-z]+:")


def prose(text):
    """The text with its code replaced by as many spaces."""
    return CODE.sub(lambda code: re.sub(r"[^\n]", " ", code.group()), text)


def links(text):
    """The Markdown links of a page, as matches. The texts of links may contain code, their targets do not."""
    plain = prose(text)
    return [link for link in LINK.finditer(text) if plain.startswith("](", link.end(2))]


def title(page):
    with open(page, encoding="utf-8") as file:
        return next(line[2:].strip() for line in file if line.startswith("# ")).replace("``", "`")


def headings(page):
    """The headings of a page, by the anchor that a forge gives them."""
    with open(page, encoding="utf-8") as file:
        text = re.sub(r"```.*?```", "", file.read(), flags=re.DOTALL)
    found = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-"): heading for heading in found}


def problems(page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for dead in re.finditer(r"<doc:[^>]*>|\]\(doc:", prose(text)):
        yield dead.start(), f"'{dead.group()}' is dead on a forge: link to the file"
    for link in links(text):
        target, _, anchor = link.group(3).partition("#")
        if FOREIGN.match(target):
            continue
        path = os.path.normpath(os.path.join(os.path.dirname(page), target)) if target else page
        if not os.path.exists(path):
            yield link.start(), f"'{link.group(3)}' leads to no file"
        elif anchor and path.endswith(".md") and anchor not in headings(path):
            yield link.start(), f"'{link.group(3)}' leads to no heading"


def check():
    """Checks the pages that Git knows, or would add."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"]
    pages = subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split("\0")
    failed = False
    for page in sorted(page for page in set(pages) if page and os.path.exists(page) and "/Fixtures/" not in page):
        for offset, problem in problems(page):
            with open(page, encoding="utf-8") as file:
                line = file.read().count("\n", 0, offset) + 1
            print(f"{page}:{line}: {problem}", file=sys.stderr)
            failed = True
    sys.exit(1 if failed else 0)


def for_docc(page, link):
    """The link of an article as DocC writes it."""
    target, _, anchor = link.group(3).partition("#")
    path = os.path.normpath(os.path.join(os.path.dirname(page), target))
    catalog = CATALOG.match(path)
    if FOREIGN.match(target) or not target or not catalog:
        return link.group()
    if link.group(1):
        return f"![{link.group(2)}]({os.path.basename(target)})"
    module, article = catalog.group(1), os.path.basename(path)[:-3]
    if article == module:
        place = f"/{module}"
    else:
        place = article if CATALOG.match(page).group(1) == module else f"/{module}/{article}"
    if anchor:
        place += "#" + headings(path)[anchor].replace(" ", "-")
    return f"<doc:{place}>" if not anchor and link.group(2) == title(path) else f"[{link.group(2)}](doc:{place})"


def write(folder):
    for module in sorted(os.listdir("Sources")):
        catalog = f"Sources/{module}/{module}.docc"
        if not os.path.isdir(catalog):
            continue
        copy = os.path.join(folder, f"{module}.docc")
        shutil.copytree(catalog, copy)
        for place, _, files in os.walk(catalog):
            for name in (name for name in files if name.endswith(".md")):
                page = os.path.join(place, name)
                with open(page, encoding="utf-8") as file:
                    text = file.read()
                for link in reversed(links(text)):
                    text = text[: link.start()] + for_docc(page, link) + text[link.end() :]
                with open(os.path.join(copy, os.path.relpath(page, catalog)), "w", encoding="utf-8") as file:
                    file.write(text)


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
if len(sys.argv) > 1:
    write(sys.argv[1])
else:
    check()
