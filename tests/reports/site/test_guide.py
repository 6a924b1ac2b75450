"""The guide is true: every block of every page does what the page shows when it is pasted in its order, and the site has all pages.

The blocks of a page build on one another: Python's share one namespace, commands one folder. A block `text` is what the Python before it
prints. A command that needs a program that is not here is left out, and the test says so.
"""

import contextlib
import io
import re
import shutil
from importlib.util import find_spec

import pytest

from helpers.blocks import blocks_of, commands_of, file_of, install, missing, run
from theoremtest.reports.render.view import view
from theoremtest.reports.site import guide_pages
from theoremtest.reports.site.pages import Pages
from theoremtest.reports.workspace import FLOORS

PAGES = guide_pages.pages()
LIBRARIES = {"torch": "torch", "to_xarray": "xarray"}
"""What a block needs that mentions these."""


def speed(page):
    """Pages with commands start many programs."""
    return [pytest.mark.slow] if any(block.language == "console" for block in blocks_of(page.source)) else []


class Session:
    """One reader: a namespace, a folder, and what could not be run."""

    def __init__(self, folder):
        self.here, self.programs, self.left_out = folder / "work", folder / "bin", []
        self.here.mkdir()
        install(self.programs)
        self.namespace, self.printed = {"__name__": "guide"}, None

    def take(self, block):
        """Do what a block says."""
        if file_of(block):
            (self.here / file_of(block)).write_text(block.text, "utf-8")
        elif block.language == "python":
            self.python(block)
        elif block.language == "console":
            self.commands(block)
        elif self.printed is not None:
            lacking = missing(block.text.splitlines(), self.printed)
            assert lacking is None, f"line {block.line}: {lacking!r} was not printed, but\n{self.printed}"
            self.printed = None

    def python(self, block):
        """Run a program in the page's namespace."""
        assert not self.printed, f"line {block.line}: what the block before prints is not shown: {self.printed}"
        lacking = [library for word, library in LIBRARIES.items() if word in block.text and find_spec(library) is None]
        if lacking:
            self.left_out.append(f"line {block.line} needs {lacking[0]}")
            self.printed = None
            return
        with contextlib.chdir(self.here), contextlib.redirect_stdout(io.StringIO()) as written:
            exec(compile(block.text, f"line {block.line}", "exec", dont_inherit=True), self.namespace)
        self.printed = written.getvalue()

    def commands(self, block):
        """Run commands one after the other."""
        program = block.note.removeprefix("needs ")
        if program and shutil.which(program) is None:
            self.left_out.append(f"line {block.line} needs {program}")
            return
        for command, expected, shown in commands_of(block):
            if command.startswith("cd "):
                self.here = (self.here / command[3:]).resolve(strict=True)
                continue
            code, written = run(command, self.here, self.programs, FLOORS)
            assert code == expected, f"line {block.line}: {command}\nexit code {code}\n{written[-3000:]}"
            lacking = missing(shown, written)
            assert lacking is None, f"line {block.line}: {command}\nlacks {lacking!r}\n{written}"


@pytest.mark.drawn(8)
@pytest.mark.slow
@pytest.mark.parametrize("page", [pytest.param(page, id=page.name, marks=speed(page)) for page in PAGES])
def test_every_block_does_what_the_page_shows(page, tmp_path):
    import matplotlib

    matplotlib.use("Agg")
    session = Session(tmp_path)
    for block in blocks_of(page.source):
        session.take(block)
    assert not session.printed, f"what the last block prints is not shown: {session.printed}"
    if session.left_out:
        pytest.skip(f"all else ran; left out: {'; '.join(session.left_out)}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_one_screen_with_one_title_and_blocks_of_known_kinds(page):
    lines = page.source.splitlines()
    assert len(lines) <= 100 and max(map(len, lines)) <= 150 and page.source.count("\n# ") + page.source.startswith("# ") == 1 + sum(
        block.text.count("\n# ") + block.text.startswith("# ") for block in blocks_of(page.source))
    assert {block.language for block in blocks_of(page.source)} <= {"python", "console", "tex", "text"}
    assert not re.search(r"^```", re.sub(r"^```\w*[^\n]*\n.*?^```$", "", page.source, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)


def test_the_site_has_the_guide_in_its_order():
    files = dict(Pages(view([])).files())
    names = [f"guide/{page.name}.html" for page in PAGES]
    assert all(name in files for name in names)
    index = files["guide/index.html"]
    places = [index.index(f'href="{page.name}.html"') for page in PAGES]
    assert places == sorted(places) and "guide/index.html" in files["index.html"]
    first = files[names[0]]
    assert "<h1>A first claim</h1>" in first and 'class="language-python"' in first and 'href="domains.html"' in first


def test_every_page_is_listed_and_every_listed_page_is_there():
    assert {path.name for path in guide_pages.FOLDER.iterdir() if path.name.endswith(".md")} == {f"{name}.md" for name in guide_pages.ORDER}
