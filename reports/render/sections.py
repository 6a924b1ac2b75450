"""A paper's outline: citation, section headings, and which section each claim belongs to, in the paper's order."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from theoremtest.derivations.papers import Library
from theoremtest.reports.files import id_order

from .dictionary import Page, has_page, page
from .slips import Slip, slips_of

if TYPE_CHECKING:
    from theoremtest.derivations.language import Convention

_NAMED_SECTION = re.compile(r"(?:Section|Appendix) ([A-Z0-9][A-Z0-9.]*)")


@dataclass(frozen=True)
class Outline:
    """What the report knows of a paper beside its claims."""

    authors: str = ""
    title: str = ""
    year: str = ""
    identifier: str = ""
    version: str = ""
    conventions: tuple[Convention, ...] = ()
    headings: dict[str, str] = field(default_factory=dict)
    """Section number to heading."""
    places: dict[str, str] = field(default_factory=dict)
    """Place (`Eq. (27)`) to the number of its section, in the paper's order."""
    order: tuple[str, ...] = ()
    """Claim ids in the order in which the paper's modules register them."""
    slips: tuple[Slip, ...] = ()
    """Which of its errata are one slip."""
    dictionary: Page | None = None
    """What is what in other papers, where this one says so."""

    def section(self, where: str) -> str:
        """The number of the section that a place belongs to; empty where the outline does not have it."""
        named = _NAMED_SECTION.fullmatch(where)
        return self.places.get(where, named.group(1) if named else "")

    def heading(self, number: str) -> str:
        """A section's heading with its number."""
        if not number:
            return "Claims"
        heading = self.headings.get(number, "")
        return f"{'Section' if number[0].isdigit() else 'Appendix'} {number}" + (f". {heading}" if heading else "")

    def rank(self, identity: str, where: str) -> tuple:
        """Sort key: the section, the place within it, then the order of registration."""
        places = list(self.places)
        return (id_order(self.section(where)), places.index(where) if where in self.places else len(places),
                self.order.index(identity) if identity in self.order else len(self.order))


def outline(key: str, library: Library) -> Outline:
    """The outline of a paper from its claims and its table of places; a paper that the library lacks has an empty one."""
    claims = library.claims_of(key)
    if not claims:
        return Outline(title=key)
    paper = claims[0].paper
    headings = tomllib.loads(resources.files("theoremtest.reports.render").joinpath("templates/headings.toml").read_text(encoding="utf-8"))
    table = library.table_of(key)
    return Outline(authors=paper.authors, title=paper.title, year=str(paper.year), identifier=paper.identifier,
                   version=paper.version, conventions=paper.conventions,
                   headings=headings.get(key, {}), places=_places(table), slips=slips_of(key, table),
                   order=tuple(claim.id for claim in claims), dictionary=_dictionary(key, library))


def _dictionary(key: str, library: Library) -> Page | None:
    """What a paper's package says of other papers; nothing where it says nothing, or the paper is no package."""
    package = library.papers.get(key)
    if not package or not has_page(package):
        return None
    return page(package, {claim.id: claim for claim in library.registry()})


def _places(table: Path | None) -> dict[str, str]:
    """A paper's table of places, turned around: each place with its section's number."""
    if table is None:
        return {}
    return {place: number for number, places in tomllib.loads(table.read_text("utf-8")).items() for place in places}
