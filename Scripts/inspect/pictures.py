#!/usr/bin/env python3
"""Draws each view of the inspector for the documentation, light and dark: Scripts/inspect.sh pictures [FOLDER]

DocC shows `NAME~dark.png` to readers of its dark pages. The set is the shop of the graph's tests, after a change and a rejected save."""

import io
import pathlib
import sys

import fleets
import running
from PIL import Image
from playwright.sync_api import expect, sync_playwright
from test_views import VIEWS, address, look

# The views, with the addresses that differ from those of the tests.
PICTURES = {
    "routes": address("routes", q="interceptor:api-quota"),
    "route": None,
    "try": address("try", url="/old/cart/items/3", method="PUT"),
    "reloads": address("reloads", "2"),
    "interceptors": None,
    "node": None,
    "coverage": None,
    "fleet": "#/fleet",
}
NEW = """\
  - { url: /api/cart/share, methods: [POST], handler: shareCart }
  - { url: /old/cart/items/:id, methods: [PUT, DELETE], forward: /api/cart/items/:id }
"""


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with running.folder() as place, sync_playwright() as playwright:
        running.write_shop(place)
        inspector = running.Inspector(place)
        browser = running.launch(playwright)
        try:
            change(place, browser, inspector)
            for scheme, suffix in [("light", ""), ("dark", "~dark")]:
                for view in PICTURES:
                    picture(browser, inspector, view, scheme, folder / f"inspector-{view}{suffix}.png")
        finally:
            browser.close()
            inspector.stop()


def change(place, browser, inspector):
    """Makes a history: a change that breaks requests, a rejected save, and its correction."""
    page = browser.new_page()
    page.goto(inspector.url)
    path = place / "Routes/cart.yaml"
    original = path.read_text()
    changed = original.replace("url: /wishes", "url: /wish-list").replace('"/wishes"', '"/wish-list"') + NEW
    for text, state in [(changed, "generation 2"), (changed.replace("showCart", "showCart, hanlder: x"), "rejected"), (changed, "generation 2")]:
        path.write_text(text)
        expect(page.locator(".state")).to_contain_text(state, timeout=30_000)
    page.close()


def picture(browser, inspector, view, scheme, path):
    """The pictures have few colors, so a palette makes them small and remains exact to the eye."""
    context = browser.new_context(viewport={"width": 1180, "height": 720}, color_scheme=scheme)
    page = context.new_page()
    if view == "fleet":
        fleets.shown().serve(page)
    page.goto(inspector.url + (PICTURES[view] or VIEWS[view][0]))
    if view == "fleet":
        expect(page.locator(".told")).not_to_be_empty()
    else:
        look(page, view)
    page.wait_for_load_state("networkidle")
    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    shot.quantize(128, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)
    context.close()
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
