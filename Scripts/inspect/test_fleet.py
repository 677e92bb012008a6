"""The view of a fleet, with answers of the tests. `fleet/` has the same with a real etcd."""

import json
import re


import pytest
from fleets import ADDRESS, BUILD, ONE, OLD_BUILD, PROBLEM, THREE, TWO, Fleet, current, line, mixed, pointer
from playwright.sync_api import expect
from test_views import violations

NAMES = "tbody button[aria-expanded]"


@pytest.fixture
def open_fleet(open_page, shop):
    """Opens the view of a fleet."""

    def open(fleet, hash="#/fleet", **options):
        page = open_page("about:blank", **options)
        fleet.serve(page)
        page.goto(shop.url + hash)
        return page

    return open


def names(page):
    return page.locator(NAMES).all_inner_texts()


@pytest.mark.parametrize("options", [{"scheme": "light"}, {"scheme": "dark"}, {"width": 390, "height": 780, "has_touch": True}])
@pytest.mark.parametrize("kind", ["mixed", "rollout", "fault", "facts", "empty"])
def test_the_fleet_has_no_violation_of_accessibility_and_fits_on_a_phone(open_fleet, kind, options):
    fleet = {"rollout": rolling_out, "empty": lambda: Fleet([], current=None, history=[])}.get(kind, mixed)()
    if kind == "fault":
        fleet.fault, fleet.read_at = "no member of etcd answers (127.0.0.1:2379: connection refused)", "2026-03-01T10:00:00.000Z"
        fleet.overview["alarms"] = ["NOSPACE"]
    page = open_fleet(fleet, "#/fleet/web-u" if kind == "facts" else "#/fleet", **options)
    expect(page.locator(".cards")).to_be_visible()
    expect(page.locator(".told")).not_to_be_empty()
    if options.get("width"):
        assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(page) == []


def test_only_a_fleet_has_the_view(open_page, shop):
    page = open_page(shop.url + "#/fleet", quiet=False)
    expect(page.locator("#view")).to_contain_text("There is no fleet here")
    expect(page.locator(".state")).to_contain_text("generation")
    expect(page.get_by_role("link", name="Fleet")).to_have_count(0)


def test_the_tab_leads_to_the_fleet(open_fleet):
    page = open_fleet(mixed(), "#/routes")
    page.get_by_role("link", name="Fleet").click()
    expect(page.locator(".told")).to_have_text("11 instances")
    expect(page.locator(".lead")).to_have_text(ADDRESS)


def test_the_states_are_counted_and_those_that_need_somebody_come_first(open_fleet):
    page = open_fleet(mixed())
    expect(page.locator(".figure").first).to_have_text("6 of 10 are current")
    expect(page.locator(".states li")).to_have_text(["6 current", "1 gone", "1 behind", "1 unknown", "1 rejected", "1 unbound"])
    assert names(page)[:6] == ["web-u", "web-r", "web-x", "web-b", "web-g", "web-0000"]
    row = page.locator("tr", has_text="web-u")
    expect(row).to_contain_text("unbound: " + PROBLEM)
    expect(row.locator(".col-serves")).to_have_text("111111111111 wants 222222222222")
    expect(page.locator("tr", has_text="web-b").locator(".col-why")).to_have_text("no answer yet")
    expect(page.locator("tr", has_text="web-g").locator(".col-why")).to_contain_text("does not report any more")


def test_the_refusal_of_an_earlier_set_is_not_said_of_the_wanted_one(open_fleet):
    earlier = line("web-e", "behind", wanted=THREE, serving=ONE)
    earlier["report"].update(wanted=TWO, reason="unbound", problem="no handler 'two'")
    page = open_fleet(Fleet([earlier]))
    expect(page.locator("tbody .col-why")).to_have_text("no answer to this set yet; it has refused another one")


def test_what_is_published_says_who_when_why_and_how_to_go_back(open_fleet):
    page = open_fleet(mixed(), permissions=["clipboard-read", "clipboard-write"])
    card = page.locator(".card", has=page.get_by_role("heading", name="Number 2"))
    for fact in ["222222222222", "ann", "Open the shop", "aaaaaaaaaaaa", "0 breaking, 2 other changes", f"waybill rollback --to {ADDRESS}"]:
        expect(card).to_contain_text(fact)
    card.get_by_role("button").click()
    assert page.evaluate("navigator.clipboard.readText()") == f"waybill rollback --to {ADDRESS}"
    table = page.get_by_role("table", name="The last changes")
    expect(table.locator("tbody tr").nth(1)).to_contain_text(f"waybill rollback 1 --to {ADDRESS}")
    expect(table.locator("tbody tr").nth(0)).not_to_contain_text("waybill rollback")


def rolling_out():
    """One of four serves the new set, and one of those that should does not yet."""
    health = {"requests": 200, "errors": 3, "notFound": 1, "routes": [{"id": "home", "requests": 90, "errors": 3, "notFound": 0}]}
    lines = [
        line("web-b", "behind", wanted=THREE, serving=TWO),
        line("web-a", wanted=THREE, serving=THREE, health=health),
        line("web-c", health={**health, "errors": 0}),
        line("web-d", health={**health, "errors": 0}),
    ]
    rollout = {"set": THREE, "digest": "d" * 32, "share": 2500}
    return Fleet(lines, current=pointer(3, TWO, rollout=rollout))


def test_a_rollout_shows_its_share_and_how_requests_end_on_both_sides(open_fleet):
    page = open_fleet(rolling_out(), "#/fleet/web-a")
    card = page.locator(".card", has=page.get_by_role("heading", name="Rollout"))
    expect(card.locator(".figure")).to_have_text("25 %")
    expect(card).to_contain_text("333333333333: 1 of 2 instances current; 200 requests, 3 errors, 1 not found")
    expect(card).to_contain_text("222222222222: 2 of 2 instances current; 400 requests, 0 errors, 2 not found")
    expect(card).to_contain_text(f"waybill rollback --to {ADDRESS}")
    expect(page.get_by_role("table", name="Routes with errors")).to_contain_text("home")


def test_other_builds_stand_out_and_lead_to_their_instances(open_fleet):
    page = open_fleet(mixed())
    card = page.locator(".card", has=page.get_by_role("heading", name="Code"))
    expect(card).to_contain_text("The instances run 2 builds.")
    expect(page.locator("tr", has_text="web-u").locator(".col-build .warn")).to_have_text(OLD_BUILD[:12])
    expect(page.locator("tr", has_text="web-r").locator(".col-build .warn")).to_have_count(0)
    card.get_by_role("button", name=OLD_BUILD[:12]).click()
    expect(page.locator(".told")).to_have_text("1 of 11 instances")
    assert names(page) == ["web-u"] and page.url.endswith(f"?q=build%3A{OLD_BUILD[:12]}")


def test_the_filter_takes_states_and_names_and_is_a_permalink(open_fleet):
    page = open_fleet(mixed())
    page.get_by_role("button", name="1 behind").click()
    expect(page.locator(".told")).to_have_text("1 of 11 instances")
    expect(page.get_by_role("button", name="1 behind")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="1 behind")).to_be_focused()
    page.reload()
    expect(page.locator("#fleet-filter")).to_have_value("state:behind")
    assert names(page) == ["web-b"]
    page.get_by_role("button", name="1 behind").click()
    page.keyboard.press("/")
    page.keyboard.type("-state:current WEB-")
    expect(page.locator(".told")).to_have_text("5 of 11 instances")
    page.locator("#fleet-filter").fill("nobody")
    page.get_by_role("button", name="Clear the filter").click()
    expect(page.locator(".told")).to_have_text("11 instances")
    page.locator("#fleet-filter").fill("host:a")
    expect(page.locator(".problem")).to_contain_text("The filter has no field 'host'")


def test_keys_alone_find_an_instance_and_open_its_facts(open_fleet):
    page = open_fleet(mixed())
    expect(page.locator(".told")).to_have_text("11 instances")
    page.keyboard.press("/")
    page.keyboard.type("web-0")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".details .facts")).to_contain_text(BUILD)
    expect(page.get_by_role("button", name="web-0001")).to_be_focused()
    assert "#/fleet/web-0001" in page.url
    page.keyboard.press("Escape")
    expect(page.locator(".details")).to_have_count(0)
    expect(page.get_by_role("button", name="web-0001")).to_be_focused()


def test_a_change_appears_by_itself_and_keeps_the_place_the_focus_and_the_open_facts(open_fleet):
    fleet = Fleet(current(400))
    page = open_fleet(fleet, "#/fleet/web-0050")
    button = page.get_by_role("button", name="web-0050", exact=True)
    expect(page.locator(".details")).to_be_in_viewport()
    button.focus()
    place = lambda: round(button.bounding_box()["y"])
    before = place()
    page.evaluate("document.getElementById('instance-web-0050').mark = 'kept'")
    # Ten that are above it become others, which moves nothing, and two more come before all.
    for number in range(10):
        fleet.overview["instances"][number]["report"]["generation"] = 5
    expect(page.locator("tr", has_text="web-0009").locator(".col-generation")).to_have_text("5")
    assert place() == before
    bad = [line("web-v", "behind", serving=ONE), line("web-w", "behind", serving=ONE)]
    fleet.overview["instances"] = bad + fleet.overview["instances"]
    expect(page.locator(".told")).to_have_text("402 instances")
    expect(button).to_be_focused()
    assert page.evaluate("document.getElementById('instance-web-0050').mark") == "kept"
    assert abs(place() - before) <= 2
    # Also where the focused instance itself changes.
    fleet.overview["instances"][52]["report"]["generation"] = 9
    expect(page.locator("tr.open .col-generation")).to_have_text("9")
    expect(button).to_be_focused()


def test_a_store_that_does_not_answer_leaves_what_was_read_with_its_age_until_it_answers(open_fleet):
    fleet = mixed()
    page = open_fleet(fleet)
    expect(page.locator(".told")).to_have_text("11 instances")
    fleet.fault, fleet.read_at = "no member of etcd answers (a: connection refused)", "2026-03-01T10:00:00.000Z"
    faults = page.locator(".faults")
    expect(faults).to_contain_text("The store of the fleet does not answer. no member of etcd answers (a: connection refused)")
    expect(faults).to_contain_text(re.compile(r"What you see was read at .*, [\d,]+ s ago\."))
    expect(page.locator(".told")).to_have_text("11 instances")
    fleet.fault = fleet.read_at = None
    expect(faults).to_have_text("")
    assert fleet.asked > 2


def test_a_store_that_never_answered_is_a_fault_alone(open_fleet):
    fleet = Fleet([])
    fleet.overview, fleet.fault = None, "no member of etcd answers"
    page = open_fleet(fleet)
    expect(page.locator(".faults")).to_contain_text("The fleet cannot be read. no member of etcd answers")
    expect(page.locator(".cards")).to_be_hidden()


def test_an_alarm_of_etcd_is_said(open_fleet):
    page = open_fleet(Fleet(current(2), alarms=["NOSPACE"]))
    expect(page.locator(".faults")).to_contain_text("etcd has the alarm NOSPACE: writes may fail.")


def test_nothing_is_asked_while_another_view_is_open_and_the_page_only_reads(open_fleet):
    fleet = mixed()
    page = open_fleet(fleet)
    methods = set()
    page.on("request", lambda request: methods.add(request.method))
    expect(page.locator(".told")).to_have_text("11 instances")
    page.get_by_role("link", name="Coverage").click()
    expect(page.locator(".card .figure").first).to_contain_text("%")
    asked = fleet.asked
    for _ in range(2):
        page.wait_for_event("response", lambda answer: answer.url.endswith("api/overview"), timeout=10_000)
    assert fleet.asked == asked and methods == {"GET"}


def test_names_and_reports_of_others_are_shown_as_text(open_fleet):
    hostile = line("<script>document.title='taken'</script>", "rejected", serving=ONE, reason="invalid", problem="a\u202eb<img src=x onerror=1>")
    page = open_fleet(Fleet([hostile, line("k" * 10_000)], current=pointer(2, TWO, by="<b>ann</b>", message="m" * 10_000)))
    expect(page.locator(NAMES).first).to_have_text("<script>document.title='taken'</script>")
    expect(page.locator("tbody .col-why").first).to_have_text("invalid: a‹U+202E›b<img src=x onerror=1>")
    expect(page.locator(".card").nth(1)).to_contain_text("<b>ann</b>")
    assert "taken" not in page.title() and len(page.locator("body").inner_text()) < 20_000


def test_a_thousand_instances_are_shown_and_filtered_while_they_change(open_fleet):
    fleet = Fleet(current(1000, health={"requests": 9, "errors": 0, "notFound": 0, "routes": []}))
    page = open_fleet(fleet, "#/routes")
    page.evaluate("""
        window.slow = []; window.long = [];
        const keys = (list) => list.getEntries().filter((entry) => entry.name === "keydown").map((entry) => entry.duration);
        new PerformanceObserver((list) => window.slow.push(...keys(list))).observe({ type: "event", durationThreshold: 16 });
        new PerformanceObserver((list) => window.long.push(...list.getEntries().map((entry) => Math.round(entry.duration))))
          .observe({ type: "longtask" });""")
    page.get_by_role("link", name="Fleet").click()
    expect(page.locator(".told")).to_have_text("1,000 instances")
    for more in ["900", "400"]:
        page.get_by_role("button", name=f"Show more ({more} left)").click()
    expect(page.locator(NAMES)).to_have_count(1000)
    # A push reaches all of them.
    for generation in [5, 6]:
        for each in fleet.overview["instances"]:
            each["report"]["generation"] = generation
        expect(page.locator("tbody .col-generation").last).to_have_text(str(generation))
    page.locator("#fleet-filter").focus()
    page.keyboard.type("web-09 state:current", delay=60)
    expect(page.locator(".told")).to_have_text("100 of 1,000 instances")
    keys = sorted(page.evaluate("window.slow") + [0] * 20, reverse=True)[:20]
    long = page.evaluate("window.long")
    print(json.dumps({"keystrokes ms": keys, "long tasks ms": sorted(long, reverse=True)[:8]}))
    assert keys[len(keys) // 2] < 50
    # Nothing holds the page for longer than a person notices, also on a busy machine.
    assert max(long, default=0) < 500
