"""The site of a whole paper in Chromium: no error, nothing too wide, readable, searched from the keyboard, its state in the address."""

import json
import shutil
from importlib.util import find_spec

import pytest

from theoremtest.reports.render.build import report_of
from theoremtest.reports.site.build import build
from theoremtest.reports.verify import ledger_file

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the path (Debian: apt-get install chromium)"),
    pytest.mark.skipif(not (find_spec("playwright") and find_spec("axe_playwright_python")), reason="the extra dev is not installed"),
]
PAPER = "xu2024"
PAGES = ("index.html", "index.html#verdict=refuted", "errata.html", "needs.html", "measured.html", "figures.html", f"{PAPER}/index.html",
         f"{PAPER}/graph.html", f"{PAPER}/27.html", f"{PAPER}/thm-1.html")
MANY = ".slip:nth-of-type(n + 9), .rows li:nth-of-type(n + 30)"
"""Of long lists the checker, which is slow, sees the first items."""
SHOWN_WHOLE = "* { content-visibility: visible !important; }"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"], "preload": False}
FEW = ("index.html#verdict=refuted", "errata.html", "measured.html", f"{PAPER}/thm-1.html")
VIEWS = [(390, "light", PAGES), (390, "dark", FEW), (1280, "dark", FEW)]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    records = [record for record in json.loads(ledger_file.LEDGER.read_text("utf-8")) if record["paper"] == PAPER]
    build(report_of(records), folder)
    return folder


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def open_page(browser, site):
    """Open a page of the site: `open_page("errata.html", width, scheme)`; what goes wrong on any is an error of the test."""
    wrong, contexts = [], []

    def opened(name, width=1280, scheme="light"):
        context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: wrong.append(request.url) if request.url.startswith(("http", "ws")) else None)
        page.goto((site / name.partition("#")[0]).as_uri() + name[len(name.partition("#")[0]):])
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def rows(page):
    return page.locator("#rows li").evaluate_all("items => items.map(item => item.querySelector('.place').getAttribute('href'))")


@pytest.mark.parametrize(("width", "scheme", "names"), VIEWS, ids=["phone", "phone, dark", "desktop, dark"])
def test_pages_fit_and_are_readable(open_page, width, scheme, names):
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
    for name in names:
        page = open_page(name, width, scheme)
        page.add_style_tag(content=SHOWN_WHOLE)
        page.evaluate("for (const one of Array.from(document.querySelectorAll('main details')).slice(0, 3)) { one.open = true; }")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (name, "is wider than the window")
        page.evaluate("few => document.querySelectorAll(few).forEach(one => one.remove())", MANY)
        page.wait_for_timeout(200)
        page.wait_for_selector("html[data-ready]", state="attached")
        found = axe.run(page, context={"exclude": [["math"]]}, options=RULES).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == [], name
        page.context.close()


def test_no_claim_is_wider_than_a_phone(open_page, site):
    page = open_page("mutation.html", 390)
    wide = []
    for path in [site / "mutation.html", *sorted(site.glob(f"{PAPER}/*.html"))[::5]]:
        page.goto(path.as_uri(), wait_until="domcontentloaded")
        wide += [path.name] if page.evaluate("document.documentElement.scrollWidth > window.innerWidth") else []
    assert wide == []


def test_a_number_finds_its_equation_first(open_page):
    page = open_page("index.html")
    page.keyboard.press("/")
    page.keyboard.type("27")
    assert rows(page)[0] == "xu2024/27.html"
    assert all(found.split("/")[1].startswith("27") for found in rows(page)[:3])
    page.keyboard.press("Enter")
    page.wait_for_url("**/xu2024/27.html")
    page.keyboard.press("/")
    page.keyboard.type("Eq. (26)")
    page.keyboard.press("Enter")
    page.wait_for_url("**/index.html*")
    assert rows(page)[0] == "xu2024/26.html"


def test_what_is_asked_stands_in_the_address_and_comes_back(open_page):
    page = open_page("index.html")
    page.select_option("#verdict", "refuted")
    page.select_option("#erratum", "incomplete")
    page.fill("#q", "layers")
    told, found = page.evaluate("location.hash"), rows(page)
    assert told == "#q=layers&verdict=refuted&erratum=incomplete" and found
    other = open_page("index.html" + told)
    assert rows(other) == found and other.input_value("#q") == "layers" and other.input_value("#erratum") == "incomplete"
    other.click("#rows a")
    other.go_back()
    other.wait_for_selector("#rows a")
    assert rows(other) == found
    other.click("#clear")
    assert other.is_visible("#start") and not other.is_visible("#results")


def test_all_of_a_long_list_is_shown_when_asked_for(open_page):
    page = open_page("index.html#paper=xu2024")
    few = len(rows(page))
    page.click("#more")
    assert few < len(rows(page)) == int(page.inner_text("#found").split()[0])
    assert page.evaluate("document.activeElement.closest('#rows') !== null")


def test_the_keyboard_skips_to_the_content_and_sees_where_it_is(open_page):
    page = open_page(f"{PAPER}/26.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip" and page.locator(".skip").bounding_box()["x"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_the_link_of_a_claim_is_copied(open_page):
    page = open_page(f"{PAPER}/26.html")
    page.evaluate("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }")
    page.click("text=Copy link")
    assert page.evaluate("window.copied").endswith("/xu2024/26.html")
    page.click("text=Copy BibTeX")
    assert page.evaluate("window.copied").startswith("@misc{theoremtest:xu2024/26,")
    assert page.locator(".said").last.inner_text() == "Copied."
