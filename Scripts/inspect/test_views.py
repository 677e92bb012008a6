"""Each view, as somebody with a mouse, with keys alone, with a screen reader, or on a phone uses it."""

import json
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

ORDER = "/orders/:number"


def address(view, identifier=None, **query):
    path = f"#/{view}" + (f"/{urllib.parse.quote(identifier, safe='')}" if identifier else "")
    return path + (f"?{urllib.parse.urlencode(query)}" if query else "")


VIEWS = {
    "routes": (address("routes"), ".rows .row.full:not([hidden])"),
    "route": (address("route", ORDER), ".panel .facts"),
    "try": (address("try", url="/my/orders/7"), ".walk .good"),
    "unmatched": (address("try", url="/orders/7/9"), ".verdict"),
    "reloads": (address("reloads"), ".timeline li"),
    "interceptors": (address("gates", "signed-in"), ".facts-pane tbody tr"),
    "covered": (address("gates", "signed-in", of="covered"), ".facts-pane tbody tr"),
    "policy": (address("gates", "policy:2"), ".facts-pane .verdict"),
    "graph": (address("graph"), ".kinds .card"),
    "node": (address("graph", f"route:{ORDER}", depth=2), ".picture .node"),
    "coverage": (address("coverage"), ".card .figure"),
}


def look(page, view):
    page.wait_for_selector(VIEWS[view][1])
    expect(page.locator(".state")).not_to_contain_text("connecting")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_no_view_has_a_violation_of_accessibility(open_page, shop, view, scheme):
    page = open_page(shop.url + VIEWS[view][0], scheme=scheme)
    look(page, view)
    assert violations(page) == []


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_fits_on_a_phone(open_page, shop, view):
    page = open_page(shop.url + VIEWS[view][0], width=390, height=780, has_touch=True)
    look(page, view)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(page) == []


def violations(page):
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
    return [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in found.response["violations"]]


def test_a_filter_finds_routes_by_words_and_fields_and_is_a_permalink(open_page, shop):
    page = open_page(shop.url)
    look(page, "routes")
    page.keyboard.press("/")
    page.keyboard.type("method:DELETE interceptor:api-quota")
    expect(page.locator(".told")).to_have_text("3 of 49 routes")
    expect(page.locator(".rows .row.full:not([hidden])")).to_have_count(3)
    page.reload()
    expect(page.locator(".told")).to_have_text("3 of 49 routes")
    expect(page.locator("#filter")).to_have_value("method:DELETE interceptor:api-quota")


def test_an_unknown_field_of_the_filter_is_explained_beside_it(open_page, shop):
    page = open_page(shop.url + "#/routes?q=gate:login", quiet=False)
    expect(page.locator(".problem")).to_contain_text("the filter has no field 'gate'")


def test_the_table_is_sorted_by_a_column_in_both_directions(open_page, shop):
    page = open_page(shop.url)
    look(page, "routes")
    for direction, first in [("ascending", "/admin"), ("descending", "/wishes")]:
        page.get_by_role("button", name="Pattern").click()
        expect(page.get_by_role("columnheader", name="Pattern")).to_have_attribute("aria-sort", direction)
        expect(page.locator("[aria-rowindex='2'] .url")).to_have_text(first)


def test_keys_alone_choose_a_route_and_come_back(open_page, shop):
    page = open_page(shop.url)
    look(page, "routes")
    page.keyboard.press("/")
    page.keyboard.type("invoice")
    expect(page.locator(".rows .row.full:not([hidden])")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("grid")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("complementary", name="Route")).to_be_focused()
    expect(page.locator(".panel .facts")).to_contain_text("showInvoice")
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_be_hidden()
    expect(page.get_by_role("grid")).to_be_focused()
    assert page.url.endswith("#/routes?q=invoice")


def test_the_skip_link_leads_to_the_content(open_page, shop):
    page = open_page(shop.url)
    look(page, "routes")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_route_shows_its_facts_and_leads_on(open_page, shop):
    page = open_page(shop.url + VIEWS["route"][0])
    panel = page.locator(".panel")
    for fact in ["order-page", "signed-in", "request-log", "/my/orders/:number", "orders.yaml", "an old link to an order still works"]:
        expect(panel).to_contain_text(fact)
    panel.get_by_role("link", name="Try it").click()
    expect(page.locator(".walk")).to_contain_text("order-page")


def test_a_url_is_explained_while_one_types(open_page, shop):
    page = open_page(shop.url + "#/try")
    expect(page.locator("#try-url")).to_be_focused()
    page.keyboard.type("/my/orders/7")
    expect(page.locator(".verdict")).to_have_text(f"Forwarded to {ORDER}.")
    kinds = page.locator(".walk .what").all_inner_texts()
    assert kinds[0] == "Request" and kinds[-1] == "Route" and "Hop" in kinds and "Interceptor" in kinds
    page.keyboard.type("/8/9")
    expect(page.locator(".verdict")).to_have_text("No route matches: the fallback serves it.")
    page.locator("#try-method").fill("get")
    expect(page.locator(".verdict")).to_be_visible()
    page.locator("#try-method").fill("trace")
    page.locator("#try-url").fill("/api/products/42")
    expect(page.locator(".verdict")).to_have_text("The routes of this URL answer other methods.")
    expect(page.locator(".walk .bad").last).to_contain_text("The answer is 405")


def test_an_explained_request_is_copied_as_a_test_and_as_a_command(open_page, shop):
    page = open_page(shop.url + address("try", url="/api/products/42"), permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as test").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "open: /api/products/42" in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Copy as curl").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('curl '))")


def test_an_interceptor_lists_what_it_does_not_cover(open_page, shop):
    page = open_page(shop.url + VIEWS["interceptors"][0])
    table = page.get_by_role("table", name="Routes that it does not cover")
    expect(table).to_contain_text("/api/products/:id")
    expect(table.get_by_role("link", name="/orders/:number", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Covered (", exact=False).last.click()
    expect(page.get_by_role("table", name="Routes that it covers")).to_contain_text("/orders/:number")


def test_a_broken_policy_shows_where_it_does_not_hold(open_page, shop):
    page = open_page(shop.url + VIEWS["policy"][0])
    expect(page.locator(".facts-pane .verdict")).to_contain_text("It does not hold")
    expect(page.locator(".facts-pane table")).to_contain_text("orders.yaml")


def test_the_graph_goes_from_node_to_node_with_keys(open_page, shop):
    page = open_page(shop.url + address("graph", f"route:{ORDER}"))
    page.locator(".picture .center").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".picture .node.module")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".node-title")).to_contain_text("order-page")
    page.keyboard.press("/")
    page.keyboard.type("signed")
    expect(page.locator(".found a")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".node-title")).to_contain_text("signed-in")


def test_a_kind_of_the_graph_lists_its_nodes(open_page, shop):
    page = open_page(shop.url + VIEWS["graph"][0])
    page.get_by_role("button", name="interceptors").click()
    expect(page.locator(".found a")).to_have_count(6)
    page.locator(".found").get_by_role("link", name="signed-in").click()
    expect(page.locator(".node-title")).to_contain_text("signed-in")


def test_the_graph_is_moved_with_the_pointer_and_zoomed_with_buttons(open_page, shop):
    page = open_page(shop.url + address("graph", f"route:{ORDER}"))
    box = page.locator(".picture .node.module").bounding_box()
    view = lambda: [float(number) for number in page.locator(".picture").get_attribute("viewBox").split()]
    before = view()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] - 80, box["y"] + 60, steps=5)
    page.mouse.up()
    moved = view()
    assert moved[0] > before[0] and moved[1] < before[1] and moved[2:] == before[2:]
    expect(page.locator(".node-title")).to_contain_text(ORDER)
    page.get_by_role("button", name="Zoom in").click()
    assert view()[2] < moved[2]
    page.locator(".picture .node.module").click()
    expect(page.locator(".node-title")).to_contain_text("order-page")


def test_the_coverage_proposes_a_test_for_what_no_test_covers(open_page, shop):
    page = open_page(shop.url + "#/coverage", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy test").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "open:" in page.evaluate("navigator.clipboard.readText()")


def test_everything_comes_from_the_inspector_and_nothing_runs_inline(open_page, shop):
    page = open_page("about:blank")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(shop.url)
    look(page, "routes")
    assert all(url.startswith(shop.url) for url in asked)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    sizes = page.evaluate("performance.getEntriesByType('resource').filter((one) => !one.name.includes('/api/')).map((one) => one.decodedBodySize)")
    size = sum(sizes) + len(answer.body())
    print(json.dumps({"bytes of the page": size}))
    assert size < 180_000
