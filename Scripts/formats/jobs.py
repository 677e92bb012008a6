"""Runs action.yml and the jobs of Integrations/ as the runners of GitHub and GitLab do, and compares what they write.

    python3 Scripts/formats/jobs.py WAYBILL

A release is downloaded from a folder, so that nothing is sent.
"""

import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tarfile
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOOD = "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n"
BAD = "waybill: 1\nroutes:\n  - { url: /b, handler: b, oops: 1 }\n"
BEFORE = "## Written before by the same job\n"


def demand(condition, words):
    if not condition:
        raise AssertionError(words)


def run(command, folder, environment, script=None):
    """Returns the status and the output of a program, or of a script in a file, which the program gets as last argument."""
    words = list(command)
    if script is not None:
        file = folder.parent / "step.sh"
        file.write_text(script)
        words.append(str(file))
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Place:
    """A repository with a good and a bad set, the folders of a runner, and a release."""

    def __init__(self, waybill, folder):
        self.waybill = waybill
        self.folder = folder
        self.repository = folder / "work"
        for name, text in {"Routes": GOOD, "A": GOOD, "B": BAD, "shop/Routes": BAD}.items():
            (self.repository / name).mkdir(parents=True)
            (self.repository / name / "a.yaml").write_text(text)
        subprocess.run(["git", "init", "-q", str(self.repository)], check=True)
        self.release(folder / "releases/owner/waybill/releases/download")

    def release(self, folder):
        version = subprocess.run([ROOT / "Scripts/version.sh"], capture_output=True, text=True, check=True).stdout.strip()
        name = f"waybill-{version}-linux-{platform.machine()}"
        self.place = folder / f"v{version}"
        self.place.mkdir(parents=True)
        tree = self.folder / name / "bin"
        tree.mkdir(parents=True)
        (tree / "waybill").symlink_to(self.waybill)
        archive = self.place / f"{name}.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(tree.parent, name)
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        (self.place / "SHA256SUMS").write_text(f"{digest}  {archive.name}\n")

    def environment(self, **more):
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "CI": "true", "LANG": "C.UTF-8", **more}

    def check(self, *arguments, folder=None, **environment):
        environment = self.environment(**environment)
        return run([self.waybill, "check", *arguments], folder or self.repository, environment)


class GitHub:
    """The steps of a job, in the environment that the runner sets."""

    def __init__(self, place):
        self.place = place
        self.files = {name: place.folder / name for name in ["GITHUB_STEP_SUMMARY", "GITHUB_PATH"]}
        (place.folder / "temp").mkdir(exist_ok=True)
        self.files["GITHUB_STEP_SUMMARY"].write_text(BEFORE)
        self.files["GITHUB_PATH"].write_text("")
        self.environment = place.environment(
            GITHUB_ACTIONS="true", GITHUB_WORKSPACE=str(place.repository), GITHUB_ACTION_PATH=str(ROOT),
            GITHUB_SERVER_URL=(place.folder / "releases").as_uri(), RUNNER_TEMP=str(place.folder / "temp"),
            FORCE_COLOR="1", **{name: str(file) for name, file in self.files.items()})

    def step(self, step, contexts, shell):
        environment = dict(self.environment)
        added = self.files["GITHUB_PATH"].read_text().split("\n")
        environment["PATH"] = ":".join([path for path in added if path] + [environment["PATH"]])
        for name, value in step.get("env", {}).items():
            environment[name] = re.sub(r"\$\{\{(.*?)\}\}", lambda match: value_of(match[1], contexts), value)
        demand("${{" not in step["run"], "an expression in a script is not quoted by anybody")
        return run(shell, self.place.repository, environment, step["run"])

    @property
    def summary(self):
        return self.files["GITHUB_STEP_SUMMARY"].read_text()


def value_of(expression, contexts):
    """An expression of the workflow language: names, and '||' between them."""
    values = [contexts[name.strip()] for name in expression.split("||")]
    return next((value for value in values if value), "")


ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
# How the runner calls 'shell: bash', and how it calls a step that names no shell.
BASH = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail"]
PLAIN = ["bash", "-e"]


def action(place, **inputs):
    """Runs the action, and returns the status and the output of its last step."""
    job = GitHub(place)
    contexts = {f"inputs.{name}": facts["default"] for name, facts in ACTION["inputs"].items()}
    contexts |= {f"inputs.{name}": value for name, value in inputs.items()} | {"github.action_repository": "owner/waybill"}
    for step in ACTION["runs"]["steps"]:
        status, output, errors = job.step(step, contexts, BASH)
        if status != 0:
            break
    return status, output, errors, step["name"], job.summary


def check_action(place):
    cases = {
        ("Routes", ""): ["Routes"], ("A B", ""): ["A", "B"], ("A\nB\n", ""): ["A", "B"], (" A\n\n  B", " "): ["A", "B"],
        ("A", "--fail-on hint\n--no-such-option"): ["A", "--fail-on", "hint", "--no-such-option"],
    }
    for (paths, arguments), words in cases.items():
        status, output, errors, _, summary = action(place, paths=paths, arguments=arguments)
        wanted = place.check(*words, "--format", "github")
        demand((status, output) == wanted[:2], f"paths {paths!r}, arguments {arguments!r}: {status} {output} {errors}")
        rest = summary.removeprefix(BEFORE)
        demand(rest != summary, "the action replaces the summary of the job")
        demand(status == 2 or rest.startswith("### waybill check\n"), f"no summary: {rest}")
    demand(action(place)[0] == 0, "the defaults do not work")
    sums = place.place / "SHA256SUMS"
    text = sums.read_text()
    sums.write_text(text.replace(text[:8], "00000000"))
    status, _, _, name, _ = action(place)
    demand((status != 0, name) == (True, "Install waybill"), "an archive with another checksum is installed")
    sums.write_text(text)


def check_workflow(place):
    """The job that builds from source, without its installation."""
    job = GitHub(place)
    steps = yaml.safe_load((ROOT / "Integrations/github/routes.yml").read_text())["jobs"]["check"]["steps"]
    (step,) = [step for step in steps if "waybill check" in step.get("run", "")]
    job.files["GITHUB_PATH"].write_text(f"{pathlib.Path(place.waybill).parent}\n")
    status, output, errors = job.step(step, {}, PLAIN)
    demand(status == 0 and job.summary.startswith(BEFORE), f"{output}{errors}")
    demand(json.loads((place.repository / "waybill.sarif").read_text())["runs"], "no SARIF")


def check_gitlab(place):
    """The job of GitLab, whose runner joins the lines of a script, in the whole repository and for a part of it."""
    job = yaml.safe_load((ROOT / "Integrations/gitlab/routes.gitlab-ci.yml").read_text())["check-routes"]
    script = "set -eo pipefail\n" + "\n".join(job["script"]) + "\n"
    environment = place.environment(GITLAB_CI="true", CI_PROJECT_DIR=str(place.repository), FORCE_COLOR="1")
    environment["PATH"] = f"{pathlib.Path(place.waybill).parent}:{environment['PATH']}"
    for folder, expected in [("", 0), ("shop", 1)]:
        working = place.repository / folder
        status, output, errors = run(["bash"], working, environment, script)
        demand(status == expected, f"{status}: {output}{errors}")
        reports = job["artifacts"]["reports"]
        for name in reports.values():
            demand((working / name).exists(), f"{name} is uploaded, and not written")
        quality = json.loads((working / reports["codequality"]).read_text())
        paths = [entry["location"]["path"] for entry in quality]
        demand(paths == ["shop/Routes/a.yaml"] * len(paths) and bool(paths) == (expected == 1), f"{paths}")
        wanted = place.check("Routes", "--format", "gitlab", folder=working)[1]
        demand(json.loads(wanted) == quality, "the report differs from that of the same check")


def main():
    waybill = os.path.abspath(sys.argv[1])
    for check in [check_action, check_workflow, check_gitlab]:
        with tempfile.TemporaryDirectory() as folder:
            check(Place(waybill, pathlib.Path(os.path.realpath(folder))))
    print("formats: action.yml and the jobs of GitHub and GitLab do what the command does")


if __name__ == "__main__":
    main()
