"""Validates what `waybill check` and `waybill test` write about their corpora, by the readers' own schemas."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema
from lxml import etree
from markdown_it import MarkdownIt

from names import formats

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "Tests/Fixtures/check"
TESTED = ROOT / "Tests/Fixtures/test"
SCHEMAS = ROOT / "Tests/Fixtures/formats/schemas"
MATCHER = ROOT / "Integrations/github/waybill-problem-matcher.json"
# What a file's name and texts may hold, too.
ODD_NAME = "odd, 50% & <é>: 'it'.yaml"
ODD_TEXT = "waybill: 1\nroutes:\n  - { url: /a, modul: \"<a>|`*_[x](y) %0A ::error:: 日本 🛒\" }\n  - \"\\e[31m\\u0001\": \"]]>\"\n"


def validator(path):
    schema = json.loads(path.read_text())
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


DIAGNOSTICS = validator(ROOT / "Schemas/diagnostics.schema.json")
TESTS = validator(ROOT / "Schemas/test.schema.json")
FINDING = DIAGNOSTICS.evolve(schema={**DIAGNOSTICS.schema, **DIAGNOSTICS.schema["definitions"]["diagnostic"]})
SARIF = validator(SCHEMAS / "sarif-2.1.0-rtm.4.json")
GITLAB = validator(SCHEMAS / "gitlab.schema.json")
RDJSON = validator(SCHEMAS / "rdjson.schema.json")
JUNIT = etree.XMLSchema(etree.parse(str(SCHEMAS / "junit-10.xsd")))
CHECKSTYLE = etree.XMLSchema(etree.parse(str(SCHEMAS / "checkstyle.xsd")))
PATTERNS = [
    (matcher.get("severity"), re.compile(matcher["pattern"][0]["regexp"]), matcher["pattern"][0])
    for matcher in json.loads(MATCHER.read_text())["problemMatcher"]
]
LEVELS = {"error": "error", "warning": "warning", "info": "notice", "hint": "notice"}


def demand(condition, words):
    if not condition:
        raise AssertionError(words)


def in_repository(finding):
    """The file as the readers of GitHub and GitLab name it: from the root of the repository, if it is in one."""
    return finding.get("folder", "") + finding["file"]


def check_json(text, findings):
    DIAGNOSTICS.validate(json.loads(text))


def check_jsonl(text, findings):
    *lines, last = text.splitlines()
    for line in lines:
        FINDING.validate(json.loads(line))
    written = [{key: value for key, value in f.items() if key != "folder"} for f in findings]
    demand([json.loads(line) for line in lines] == written, "not the findings of json")
    demand(set(json.loads(last)) == {"version", "summary"}, "the last line is no summary")


def check_sarif(text, findings):
    log = json.loads(text)
    SARIF.validate(log)
    results = log["runs"][0]["results"]
    demand([r["ruleId"] for r in results] == [f["id"] for f in findings], "not the findings of json")
    demand(len({str(r["partialFingerprints"]) for r in results}) == len(results), "a fingerprint appears twice")
    for result in results:
        demand(result["locations"], "a result has no place")


def check_gitlab(text, findings):
    issues = json.loads(text)
    GITLAB.validate(issues)
    demand([i["location"]["path"] for i in issues] == [in_repository(f) for f in findings], "other files than in json")
    demand(len({i["fingerprint"] for i in issues}) == len(issues), "a fingerprint appears twice")


def check_rdjson(text, findings):
    result = json.loads(text)
    RDJSON.validate(result)
    places = [(d["code"]["value"], d["location"]["path"], d["location"].get("range", {}).get("start", {}).get("line", 1))
              for d in result["diagnostics"]]
    demand(places == [(f["id"], f["file"], f["line"]) for f in findings], "not the findings of json")


def check_junit(text, findings):
    tree = etree.fromstring(text.encode())
    JUNIT.assertValid(tree)
    failing = sum(f["severity"] == "error" for f in findings)
    demand(len(tree.findall(".//failure")) + len(tree.findall(".//error")) == failing, "not the errors of json")
    demand(int(tree.get("failures")) + int(tree.get("errors")) == failing, "counts other failures than it holds")
    demand(int(tree.get("tests")) == len(tree.findall(".//testcase")), "counts other tests than it holds")


def check_checkstyle(text, findings):
    tree = etree.fromstring(text.encode())
    CHECKSTYLE.assertValid(tree)
    places = [(e.getparent().get("name"), int(e.get("line")), int(e.get("column"))) for e in tree.iter("error")]
    demand(places == [(f["file"], f["line"], f["column"]) for f in findings], "not the findings of json")


def check_compact(text, findings):
    """Every line is matched by one problem matcher, and each group is what JSON says."""
    lines = text.splitlines()
    demand(len(lines) == len(findings), "a finding is not one line")
    for line, finding in zip(lines, findings):
        matches = [(s, p, m) for s, regexp, p in PATTERNS if (m := regexp.search(line))]
        demand(len(matches) == 1, f"{len(matches)} matchers take {line!r}")
        severity, pattern, match = matches[0]
        for key in ["file", "line", "column"]:
            demand(match[pattern[key]] == str(finding[key]), f"{key} of {line!r}")
        demand(match[pattern["code"]] == finding["id"], f"code of {line!r}")
        severity = match[pattern["severity"]] if "severity" in pattern else severity
        demand(severity == LEVELS[finding["severity"]], f"severity of {line!r}")


def check_agent(text, findings):
    """A line for each of the first problems with its place and its edits, then the counts and a command that exists."""
    lines = text.splitlines()
    ranks = ["error", "warning", "info", "hint"]
    shown = sorted(findings, key=lambda f: ranks.index(f["severity"]))[:50]
    demand(lines[-1].startswith("next: waybill "), f"no command: {lines[-1]!r}")
    demand(len(lines) == len(shown) + 2 + (len(findings) > 50), f"{len(lines)} lines")
    for line, finding in zip(lines, shown):
        demand(line.startswith(finding["file"]) and f"[{finding['id']} " in line, f"not {finding['id']}: {line!r}")
        for edits in (fix["edits"] for fix in finding["fixes"]):
            words = ", ".join(
                f"{e['line']}:{e['column']}-{e['endLine']}:{e['endColumn']} " + json.dumps(e["text"], ensure_ascii=False)
                for e in edits
            )
            same = all(e["file"] == finding["file"] for e in edits) and words.isprintable() and len(words.encode()) < 400
            demand(not same or words in line, f"no edit {words!r} in {line!r}")


def check_github(text, findings):
    """As GitHub's runner reads: name, properties up to `::`, then data; %25, %0D, %0A, %3A and %2C are decoded."""
    *lines, last = text.splitlines()
    demand(len(lines) == len(findings) and not last.startswith("::"), "a finding is not one line")
    for line, finding in zip(lines, findings):
        match = re.fullmatch(r"::(\w+) (.*?)::(.*)", line)
        properties = dict(item.split("=", 1) for item in match[2].split(","))
        for key, code in [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]:
            properties = {k: v.replace(key, code) for k, v in properties.items()}
        demand(match[1] == LEVELS[finding["severity"]], "another severity")
        place = (in_repository(finding), str(finding["line"]))
        demand((properties["file"], properties["line"]) == place, "another place")
        demand(set(properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}, "an unknown property")


def check_markdown(text, findings):
    """A table with a row for each finding, and no markup inside but line breaks and code."""
    tokens = MarkdownIt("gfm-like", {"linkify": False, "html": True}).parse(text)
    rows = sum(token.type == "tr_open" for token in tokens)
    demand(rows == (1 + min(200, len(findings)) if findings else 0), f"{rows} rows")
    demand(sum(token.type == "td_open" for token in tokens) == 4 * max(0, rows - 1), "a row has not four cells")
    for token in tokens:
        demand(token.type != "html_block", f"html: {token.content!r}")
        for child in token.children or []:
            isPlain = child.type in {"text", "text_special", "softbreak", "code_inline"} or child.content == "<br>"
            demand(isPlain, f"markup in {token.content!r}: {child.type}")


def check_text(text, findings):
    demand("\x1b" not in text, "color in a file")


def check(waybill, names, folder, path):
    """What `waybill check` says of a set, in each format: a function `check_NAME` above knows what its readers demand."""
    with tempfile.TemporaryDirectory() as out:
        options = [option for name in names for option in ["--format", f"{name}={out}/{name}"]]
        run = subprocess.run([waybill, "check", path, *options], cwd=folder, capture_output=True, text=True)
        demand(run.returncode in {0, 1} and not run.stdout and not run.stderr, f"status {run.returncode}: {run.stderr}")
        texts = {name: pathlib.Path(out, name).read_bytes().decode() for name in names}
    findings = json.loads(texts["json"])["diagnostics"]
    if ROOT in pathlib.Path(folder).parents:
        findings = [f | {"folder": f"{pathlib.Path(folder).relative_to(ROOT)}/"} for f in findings]
    for name in names:
        try:
            globals()[f"check_{name}"](texts[name], findings)
        except Exception as error:
            raise SystemExit(f"formats: {path}: {name}: {error}")
    return len(findings)


def test(waybill, name):
    """What `waybill test` says of a set, with its coverage, as JSON and as JUnit's XML."""
    with tempfile.TemporaryDirectory() as out:
        options = ["--coverage-detail=summary", "--format", f"json={out}/json", "--format", f"junit={out}/junit"]
        run = subprocess.run([waybill, "test", name, *options], cwd=TESTED, capture_output=True, text=True)
        demand(run.returncode in {0, 1} and not run.stdout and not run.stderr, f"status {run.returncode}: {run.stderr}")
        report = json.loads(pathlib.Path(out, "json").read_text())
        tree = etree.parse(f"{out}/junit").getroot()
    TESTS.validate(report)
    JUNIT.assertValid(tree)
    failed = [t["name"] for t in report["tests"] if t["status"] == "failed"]
    demand(len(tree.findall(".//failure")) == len(failed) == int(tree.get("failures")), f"{name}: other failures than in json")
    demand(len(tree.findall(".//testcase")) == len(report["tests"]), f"{name}: other tests than in json")
    return len(report["tests"])


def main(waybill):
    cases = sorted(CORPUS.glob("ok/*.yaml")) + sorted(CORPUS.glob("errors/**/*.yaml"))
    cases += [p for p in sorted(CORPUS.glob("projects/*")) if p.is_dir()]
    names = formats(waybill)
    counts = [check(waybill, names, CORPUS, str(case.relative_to(CORPUS))) for case in cases]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, ODD_NAME).write_text(ODD_TEXT)
        counts.append(check(waybill, names, folder, ODD_NAME))
    demand(len(counts) > 100 and counts[-1] > 1, "the corpus is not where it was")
    tests = [test(waybill, path.name) for path in sorted(TESTED.iterdir()) if path.is_dir()]
    demand(len(tests) >= 3 and sum(tests) > 10, "the tests are not where they were")
    print(f"formats: {len(counts)} sets with {sum(counts)} findings are valid in {len(names)} formats")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
