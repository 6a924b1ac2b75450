"""The guide: short pages of Markdown in the folder `guide`, in their order, as pieces of the site's pages.

Every block of them is run by a test in the order in which it stands, and what it shows is compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources

from theoremtest.numerics.extras import needing

with needing("the site"):
    from markdown_it import MarkdownIt
    from markupsafe import Markup


ORDER = ("first-claim", "domains", "kinds", "motions", "existence", "diffusions", "readings-and-errata", "verdicts", "edit-loop",
         "manuscript", "claims-in-latex", "in-your-editor", "check-numerically", "solvers", "certificates", "assistants", "benchmark",
         "open-functions", "adding-a-kind")
FOLDER = resources.files("theoremtest.reports.site").joinpath("guide")


@dataclass(frozen=True)
class Page:
    """A page of the guide: the name of its file, its heading, its Markdown and what follows the heading as HTML."""

    name: str
    title: str
    source: str
    body: Markup


def pages() -> tuple[Page, ...]:
    """All pages in their order."""
    return tuple(_page(name, FOLDER.joinpath(f"{name}.md").read_text("utf-8")) for name in ORDER)


def _page(name: str, source: str) -> Page:
    heading, _, rest = source.partition("\n")
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(rest)
    return Page(name, heading.removeprefix("# "), source, Markup(re.sub(r"<table>(.*?)</table>", _wide, html, flags=re.DOTALL)))


def _wide(found: re.Match) -> str:
    """A table that may scroll by itself on a narrow screen."""
    return f'<div class="wide">{found[0]}</div>'
