"""The pages of the site, one after the other, from the report alone: the path of each and its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import resources

from theoremtest.numerics.extras import needing
from theoremtest.reports.render import html
from theoremtest.reports.render.model import ClaimView, PaperView, Report

from . import cite, groups, guide_pages, search
from .addresses import ASSETS, GUIDE, folder_of, page_of, pages
from .changes import changes
from .coq import CoqFiles

with needing("the site"):
    from jinja2 import ChoiceLoader, Environment, PackageLoader
    from markupsafe import Markup

SHARE = 100
"""Claims of one share."""
TEMPLATES = ("theoremtest.reports.site", "theoremtest.reports.render")
"""Where templates are looked for: those of the site first; what it shows of a claim is what the single page shows."""


class Pages:
    """All files of the site. shown: every formula that was typeset so far, with the reason where it had to stay LaTeX source."""

    def __init__(self, report: Report, coq: CoqFiles | None = None) -> None:
        """Raises TheoremtestError where two claims would share a page."""
        pages(claim.id for claim in report.claims)
        self.report = report
        self.coq = coq or CoqFiles({}, {})
        self.shown: dict[str, str | None] = {}
        self._at = {root: self._environment(root) for root in ("", "../")}

    def files(self) -> Iterator[tuple[str, str | bytes]]:
        """Path from the site's root and content of every file."""
        for share in self.shares():
            yield from share()

    def shares(self) -> list[Callable[[], Iterator[tuple[str, str | bytes]]]]:
        """The files in shares that need nothing of one another."""
        made: list[Callable] = [self._assets, self._of_all, self._of_guide]
        for paper in self.report.papers:
            made.append(partial(self._of_paper, paper))
            beside = _beside(paper)
            rows = [(claim, section) for section in paper.sections for claim in section.claims]
            made += [partial(self._of_claims, paper, rows[place:place + SHARE], beside) for place in range(0, len(rows), SHARE)]
        return made

    def _environment(self, root: str) -> Environment:
        """The templates for pages that stand `root` below the site's first."""
        made = html.environment(self.shown, lambda identity: root + page_of(identity),
                                ChoiceLoader([PackageLoader(name) for name in TEMPLATES]))
        made.globals.update(root=root, report=self.report, assets=root + ASSETS, folder_of=folder_of, figures=_figures(self.report))
        made.filters.update(changes=changes, sentence=lambda text: text.partition(". Top:")[0].partition(". Left:")[0])
        return made

    def _page(self, root: str, name: str, **told: object) -> str:
        return self._at[root].get_template(name).render(**told)

    def _page_in(self, folder: str, name: str, **told: object) -> str:
        """A page whose neighbours stand in its own folder, and are named from there."""
        return self._page("../", name, **told).replace(f'href="../{folder}/', 'href="')

    def _assets(self) -> Iterator[tuple[str, str | bytes]]:
        render, site = (resources.files(name).joinpath("templates") for name in reversed(TEMPLATES))
        yield f"{ASSETS}/site.css", render.joinpath("style.css").read_text("utf-8") + site.joinpath("site.css").read_text("utf-8")
        yield f"{ASSETS}/site.js", site.joinpath("site.js").read_text("utf-8")
        yield f"{ASSETS}/claims.js", search.script(self.report, self._at[""].filters["prose"])
        for figure in self.report.extras.figures if self.report.extras else ():
            yield f"{ASSETS}/{figure.name}.svg", figure.svg
        for name, text in self.coq.texts.items():
            yield f"coq/{name}", text

    def _of_all(self) -> Iterator[tuple[str, str]]:
        yield "index.html", self._page("", "start.html")
        report = self.report
        errata = [*((folder_of(paper.key), paper.cited, paper.errata) for paper in report.papers), ("remarks", "Remarks", report.remarks),
                  ("garbled", "Garbled in the stored text", report.garbled)]
        needs = [(folder_of(paper.key), paper.cited, [claim for claim in paper.claims if claim.needs]) for paper in report.papers]
        yield from self._listed("errata", "Errata", errata)
        yield from self._listed("needs", "What each theorem needs", needs)
        extras = report.extras
        if extras and extras.figures:
            yield "figures.html", self._page("", "figures_page.html")
        if extras and (extras.measured or extras.accuracy or extras.mutation):
            yield "measured.html", self._page("", "measured_page.html")
        if extras and extras.mutation:
            yield "mutation.html", self._page("", "mutation_page.html")

    def _listed(self, name: str, title: str, lists: list[tuple[str, str, list[ClaimView]]]) -> Iterator[tuple[str, str]]:
        """A page with lists of claims, which are on pages of their own where they are long."""
        def entry(claim: ClaimView) -> tuple[str, str]:
            return claim.where, Markup(self._page("", f"{name}_entry.html", claim=claim))

        made = groups.divided(name, [groups.Group(key, heading, self._note(name, key), list(map(entry, claims)))
                                     for key, heading, claims in lists])
        yield f"{name}.html", self._page("", f"{name}_page.html", groups=made)
        yield from groups.files(name, title, made, partial(self._page, ""))

    def _note(self, name: str, key: str) -> str:
        return Markup(self._page("", "errata_note.html", key=key)) if name == "errata" else ""

    def _of_guide(self) -> Iterator[tuple[str, str]]:
        row = (None, *guide_pages.pages(), None)
        yield f"{GUIDE}/index.html", self._page("../", "guide_index.html", guide=row[1:-1])
        for before, page, after in zip(row, row[1:], row[2:]):
            yield f"{GUIDE}/{page.name}.html", self._page("../", "guide_page.html", page=page, before=before, after=after)

    def _of_paper(self, paper: PaperView) -> Iterator[tuple[str, str]]:
        folder = folder_of(paper.key)
        yield f"{folder}/index.html", self._page_in(folder, "paper_page.html", paper=paper, reference=cite.of_paper(paper))
        yield f"{folder}/graph.html", self._page_in(folder, "graph_page.html", paper=paper)

    def _of_claims(self, paper: PaperView, rows: list[tuple], beside: Mapping) -> Iterator[tuple[str, str]]:
        for claim, section in rows:
            yield page_of(claim.id), self._claim(claim, paper, section, beside)

    def _claim(self, claim: ClaimView, paper: PaperView, section: object, beside: Mapping) -> str:
        before, after = beside[claim.id]
        return self._page_in(folder_of(paper.key), "claim_page.html", claim=claim, paper=paper, section=section, before=before, after=after,
                          coq={name: self.coq.texts[name] for name in self.coq.of_claim.get(claim.id, ())},
                          reference=cite.of_claim(claim, paper, self.report.own))


def _beside(paper: PaperView) -> dict[str, tuple[ClaimView | None, ClaimView | None]]:
    """The claims before and after each one, in the paper's order."""
    row: list[ClaimView | None] = [None, *paper.claims, None]
    return {claim.id: (row[place], row[place + 2]) for place, claim in enumerate(paper.claims)}


def _figures(report: Report) -> dict[str, list]:
    """The figures by the key of their paper, which their names begin with; the rest under an empty key."""
    found: dict[str, list] = {}
    for figure in report.extras.figures if report.extras else ():
        key = next((paper.key for paper in report.papers if figure.name.startswith(paper.key)), "")
        found.setdefault(key, []).append(figure)
    return found
