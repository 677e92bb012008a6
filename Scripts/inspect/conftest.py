"""What the tests of the inspector's page share: one browser, and a running inspector for each set."""

import pytest
import running
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = running.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """Opens an address in a new context. The page must log nothing that is an error, except where a test expects it."""
    contexts = []

    def open(url, *, scheme="light", width=1280, height=800, quiet=True, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        if quiet:
            page.on("console", lambda entry: entry.type == "error" and page.problems.append(entry.text))
        page.goto(url)
        contexts.append((context, page))
        return page

    yield open
    problems = [problem for _, page in contexts for problem in page.problems]
    for context, _ in contexts:
        context.close()
    assert problems == []


def inspector(write):
    with running.folder() as place:
        write(place)
        inspector = running.Inspector(place)
        yield inspector
        inspector.stop()


@pytest.fixture(scope="session")
def shop():
    yield from inspector(running.write_shop)


@pytest.fixture
def own_shop():
    """A shop that the test may change."""
    yield from inspector(running.write_shop)


@pytest.fixture(scope="session")
def large():
    yield from inspector(running.write_large)


@pytest.fixture(scope="session")
def hostile():
    yield from inspector(running.write_hostile)


@pytest.fixture
def proxy(shop, tmp_path):
    proxy = running.Proxy(tmp_path, shop, "secret")
    yield proxy
    proxy.stop()
