"""Fleets for the tests of the page: what `api/fleet` answers, as `Schemas/fleet.schema.json` describes the overview."""

import copy
import json
import urllib.request

ONE, TWO, THREE = "1" * 64, "2" * 64, "3" * 64
BUILD, OLD_BUILD = "b" * 64, "c" * 64
ADDRESS = "etcd://127.0.0.1:2379/waybill/shop"
PROBLEM = "no handler 'orders.list' is registered; " + "it is needed by routes/orders.yaml:4:58 " * 20 + "(the end)"


def pointer(number, set_, **more):
    return {
        "protocol": 1, "number": number, "set": set_, "digest": "d" * 32, "at": f"2026-03-01T10:{number:02}:00.000Z",
        "by": "ann", "nonce": str(number), **more,
    }


def line(name, state="current", wanted=TWO, serving=TWO, **report):
    if state == "unknown":
        return {"name": name, "state": state, "isCurrent": False, "wanted": wanted}
    full = {
        "protocol": 1, "instance": name, "at": "2026-03-01T10:02:01.000Z", "number": 2, "wanted": wanted, "serving": serving,
        "digest": "e" * 32, "generation": 4, "ready": True, "stale": False, "build": BUILD, "registry": "f" * 64, **report,
    }
    return {"name": name, "state": state, "isCurrent": state == "current", "wanted": wanted, "report": full}


def current(count, start=0, **report):
    return [line(f"web-{number:04}", **report) for number in range(start, start + count)]


class Fleet:
    """What the page is told, until the test changes it. `asked` counts the questions."""

    def __init__(self, lines, **overview):
        self.asked = 0
        self.overview = {
            "version": 1, "current": pointer(2, TWO, message="Open the shop", plan="0 breaking, 2 other changes", commit="a" * 40),
            "history": [pointer(2, TWO, message="Open the shop"), pointer(1, ONE)], "instances": lines, "storage": 5 << 20,
            "alarms": [], **overview,
        }
        self.fault, self.read_at = None, None

    def answer(self, route):
        self.asked += 1
        body = {"address": ADDRESS, "fault": self.fault, "readAt": self.read_at, "overview": self.overview}
        route.fulfill(json=copy.deepcopy(body))

    def serve(self, page):
        """Lets a page of an inspector without a fleet see this one."""

        def overview(route):
            # The page has no answer of its own that could be unchanged: those here have no tag.
            with urllib.request.urlopen(route.request.url, timeout=10) as answer:
                route.fulfill(json={**json.load(answer), "fleet": True})

        page.route("**/api/overview", overview)
        page.route("**/api/fleet", self.answer)


def mixed():
    """A fleet in which every state occurs, with two builds."""
    lines = [
        line("web-b", "behind", serving=ONE, number=1),
        line("web-r", "rejected", serving=ONE, reason="invalid", problem="Routes/a.yaml:3: unknown key 'hanlder'"),
        line("web-u", "unbound", serving=ONE, reason="unbound", problem=PROBLEM, build=OLD_BUILD),
        line("web-x", "unknown"),
    ]
    return Fleet(lines + current(6), gone=["web-g"])


def shown():
    """The fleet of the documentation's picture: a rollout, and an instance whose program is an older one."""
    three, two, old = "9c41" + "7" * 60, "3f2a" + "9" * 60, "81d0" + "5" * 60
    health = {"requests": 2140, "errors": 1, "notFound": 12, "routes": []}
    common = {"build": "0c5e" + "4" * 60, "registry": "7d10" + "6" * 60, "health": health, "number": 4}
    lines = [
        line("web-7", "unbound", wanted=three, serving=two, reason="unbound", problem="no handler 'search' is registered", **{**common, "build": old}),
        line("web-3", "behind", wanted=three, serving=two, **common),
    ]
    lines += [line(f"web-{number}", wanted=three, serving=three, **common) for number in [1, 5]]
    lines += [line(f"web-{number}", wanted=two, serving=two, **common) for number in [10, 2, 4, 6, 8, 9]]
    rollout = {"set": three, "digest": "d" * 32, "share": 2500}
    now = pointer(4, two, rollout=rollout, message="A search", plan="0 breaking, 3 other changes", commit="5d1e" + "8" * 36)
    return Fleet(lines, current=now, history=[now, pointer(3, two, message="Open the shop"), pointer(1, ONE, message="The start")])
