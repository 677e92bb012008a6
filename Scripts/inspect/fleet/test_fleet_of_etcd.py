"""The view of a fleet over a real etcd, with instances that are processes: Scripts/inspect.sh fleet"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import urllib.request

import pytest
import running
from playwright.sync_api import expect
from test_views import violations

sys.path.append(str(running.ROOT / "Scripts/fleet"))
from etcd import Etcd, eventually  # noqa: E402

PROGRAMS = pathlib.Path(os.environ["WAYBILL_FLEET_PROGRAMS"])
ONE = "waybill: 1\nroutes:\n  - { id: home, url: /, handler: welcome }\n"
TWO = ONE + "  - { id: more, url: /more, handler: welcome }\n"
UNKNOWN = ONE + "  - { id: more, url: /more, handler: nobody }\n"
SOON = 30_000


class FleetPlace:
    """A fleet of two instances, and its inspector."""

    def __init__(self, place):
        self.place = place
        self.etcd = Etcd()
        self.processes = []
        (place / "Routes").mkdir()

    def push(self, text, *more):
        (self.place / "Routes/a.yaml").write_text(text)
        self.run("push", "--by", "ann", *more)

    def run(self, verb, *more, check=True):
        return subprocess.run(
            [PROGRAMS / "waybill-fleet", verb, "--to", self.etcd.address(), *more], cwd=self.place, check=check,
            env=self.etcd.environment(), stdout=subprocess.PIPE, text=True).stdout

    def start(self, *command):
        process = subprocess.Popen(command, cwd=self.place, env=self.etcd.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.processes.append(process)
        return process

    def instance(self, name):
        return self.start(PROGRAMS / "notes-service", "--fleet", self.etcd.address(), "--instance", name, "--port", "0", "--heartbeat", "1")

    def inspect(self):
        line = self.start(PROGRAMS / "waybill-fleet", "inspect", "--to", self.etcd.address(), "--port", "0").stdout.readline()
        assert line.strip().endswith("/#/fleet"), line
        return line[line.index("http://") :].strip()

    def reads(self):
        return self.etcd.metrics().get("Range", 0)

    def stop(self):
        self.etcd.thaw()
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            process.wait(20)
        self.etcd.end()


@pytest.fixture
def fleet():
    with running.folder() as folder:
        place = FleetPlace(folder)
        yield place
        place.stop()


def test_a_fleet_is_followed_from_push_to_push_through_a_silent_store(open_page, fleet):
    fleet.push(ONE, "--message", "The start")
    last = [fleet.instance("web-1"), fleet.instance("web-2")][1]
    page = open_page(fleet.inspect(), quiet=False)
    figure = page.locator(".figure").first
    expect(figure).to_have_text("2 of 2 are current", timeout=SOON)
    expect(page.locator(".card").nth(1)).to_contain_text("The start")
    assert violations(page) == []

    # A set that nobody can run.
    fleet.push(UNKNOWN, "--allow-unbound", "--allow-breaking")
    expect(figure).to_have_text("0 of 2 are current", timeout=SOON)
    expect(page.locator("tbody .col-why").first).to_have_text("unbound: no handler 'nobody' is registered", timeout=SOON)
    fleet.push(TWO)
    expect(figure).to_have_text("2 of 2 are current", timeout=SOON)
    expect(page.get_by_role("table", name="The last changes").locator("tbody tr")).to_have_count(3)

    # The routes are those of the published set, and are followed, too.
    page.get_by_role("link", name="Routes").click()
    expect(page.locator(".told")).to_have_text("2 routes", timeout=SOON)
    fleet.push(ONE, "--allow-breaking")
    expect(page.locator(".told")).to_have_text("1 route", timeout=SOON)
    page.get_by_role("link", name="Reloads").click()
    expect(page.locator(".timeline li").first).to_contain_text("generation")
    page.get_by_role("link", name="Fleet").click()
    expect(figure).to_have_text("2 of 2 are current", timeout=SOON)

    fleet.etcd.freeze()
    expect(page.locator(".faults")).to_contain_text("The store of the fleet does not answer.", timeout=SOON)
    expect(figure).to_have_text("2 of 2 are current")
    fleet.etcd.thaw()
    expect(page.locator(".faults")).to_have_text("", timeout=SOON)

    last.send_signal(signal.SIGTERM)
    expect(page.locator("tr", has_text="web-2").locator(".col-state")).to_have_text("gone", timeout=SOON)
    expect(figure).to_have_text("1 of 1 are current")


def test_the_store_is_read_once_a_second_however_many_look_and_not_at_all_otherwise(open_page, fleet):
    fleet.push(ONE)
    url = fleet.inspect()
    pages = [open_page(url) for _ in range(5)]
    for page in pages:
        expect(page.locator(".lead")).to_have_text(fleet.etcd.address(), timeout=SOON)
    before, started = fleet.reads(), pages[0].evaluate("performance.now()")
    pages[0].wait_for_timeout(4000)
    reads, seconds = fleet.reads() - before, (pages[0].evaluate("performance.now()") - started) / 1000
    # The pointer and the reports. The history is read when the pointer has changed.
    assert 2 <= reads <= 2 * (seconds + 1), (reads, seconds)
    for page in pages:
        page.goto("about:blank")
    eventually("the end of the last reading", lambda: is_quiet(fleet, pages[0]))


def is_quiet(fleet, page):
    """Whether nothing is read for two seconds."""
    before = fleet.reads()
    page.wait_for_timeout(2000)
    return fleet.reads() == before


def test_the_answer_has_what_the_command_shows(fleet):
    fleet.push(ONE)
    fleet.instance("web-1")
    eventually("a report", lambda: "1 current" in fleet.run("fleet", check=False))
    base = fleet.inspect().removesuffix("#/fleet")
    with urllib.request.urlopen(base + "api/fleet", timeout=10) as answer:
        shown = json.load(answer)
    printed = json.loads(fleet.run("fleet", "--format", "json", "--history"))
    assert shown["fault"] is None and shown["address"] == fleet.etcd.address()
    # It grows with each report.
    for overview in [shown["overview"], printed]:
        overview.pop("storage")
    assert shown["overview"] == printed
