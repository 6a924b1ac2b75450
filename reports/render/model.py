"""The report as data: papers, sections, claims, errata, evidence. Every rendering reads these and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from theoremtest.reports.formulas import unicode_formula

from .dictionary import Page
from .extras import Extras
from .prose import Run
from .words import COUNTS, DEGENERATE

if TYPE_CHECKING:
    from theoremtest.derivations.language import Convention

AUTHOR = "the theoremtest test suite"
"""Who the report says it is by: no author of a paper that it reports on."""


@dataclass(frozen=True)
class Example:
    """A counterexample: the point by printed name and exact value, and both sides there."""

    point: tuple[tuple[str, str], ...]
    left: str = ""
    right: str = ""
    note: tuple[Run, ...] = ()
    part: str = ""
    certified: bool = False
    """Whether the exact engine found it, shrunk it and enclosed both sides; else it is a random point that disagrees."""

    @property
    def name(self) -> str:
        """What the report calls it."""
        name = "smallest counterexample" if self.certified else "counterexample at a random point"
        return f"{name} ({self.part})" if self.part else name


@dataclass(frozen=True)
class Check:
    """One row of an evidence table."""

    route: str
    part: str
    engine: str
    outcome: str
    scope: str
    figure: str
    tried: tuple[str, ...]
    example: Example | None


@dataclass(frozen=True)
class Conditions:
    """A domain taken apart: conditions, abbreviations (`p := ...`), and the names of those that stand just above."""

    conditions: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    above: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.conditions or self.where or self.above)


@dataclass(frozen=True)
class PartView:
    """One conjunct of a statement, or a statement that has only one."""

    name: tuple[Run, ...]
    latex: str
    problem: str
    """For a solution: the initial value problem that it solves."""
    domain: Conditions
    verdict: str
    marked: str = ""
    """As for a formula."""
    same: bool = False
    """Whether it is the printed formula, letter by letter, and its domain holds only what the printed one has not."""


@dataclass(frozen=True)
class Formula:
    """A statement as it is shown: a formula of its own, its named parts, or both."""

    latex: str
    """Empty where the parts say it all."""
    problem: str
    domain: Conditions
    """What all parts share; each part shows the rest."""
    parts: tuple[PartView, ...]
    marked: str = ""
    """The LaTeX with what differs from the other form of an erratum set apart; empty where nothing is marked."""
    stated: str = ""
    """The statement that was decided, where the printed formula is another one."""
    same: bool = False
    """As for a part."""


@dataclass(frozen=True)
class StepView:
    """One step of a derivation."""

    latex: str
    reason: tuple[Run, ...]
    verdict: str
    by: str
    """The routes that settled the step."""


@dataclass(frozen=True)
class ErratumView:
    """What is wrong with a printed statement, the point that shows it, and the form that holds."""

    kind: str
    grade: str
    """A key of GRADES; empty of a garbled text, and where points cannot tell."""
    meaning: str
    missing: tuple[str, ...]
    """The conditions under which the printed formula holds, where the erratum names any."""
    convention: tuple[Run, ...]
    """The words by which the statement is right as printed."""
    why: tuple[Run, ...]
    formula: Formula
    verdict: str
    scope: str
    evidence: tuple[Check, ...]
    example: Example | None

    @property
    def tag(self) -> str:
        """How grave it is, in a word or two; its kind where points cannot tell."""
        return self.grade or self.kind


@dataclass(frozen=True)
class SlipView:
    """A mistake with the errata that are instances of it, the root first."""

    title: tuple[Run, ...]
    grade: str
    claims: tuple[ClaimView, ...]

    @property
    def root(self) -> ClaimView:
        """The place that is shown whole."""
        return self.claims[0]


@dataclass(frozen=True)
class SourceView:
    """Conditions of a claim that have one source; an added one stands alone, with the verdict on the statement without it."""

    source: str
    latex: tuple[str, ...]
    name: str = ""
    place: str = ""
    why: str = ""
    verdict: str = ""
    example: Example | None = None


@dataclass(frozen=True)
class NeedView:
    """A row of the table of what a theorem needs: a condition, or a weaker one that was tried in its place, and what became of it."""

    latex: str
    weaker: bool
    verdict: str
    part: tuple[Run, ...] = ()
    """The conjunct that fails without it."""
    point: tuple[tuple[str, str], ...] = ()
    note: tuple[Run, ...] = ()
    """What is the matter at the point."""
    reason: str = ""
    """Why nothing settled it."""


@dataclass(frozen=True)
class Link:
    """A claim named by another; `known` says whether this report holds it, so that it can be linked."""

    id: str
    label: str
    known: bool
    verdict: str = ""


@dataclass(frozen=True)
class ClaimView:
    """A claim with all that the report says of it."""

    id: str
    where: str
    part: str
    title: tuple[Run, ...]
    kind: str
    origin: str
    formula: Formula
    note: tuple[Run, ...]
    verdict: str
    scope: str
    certified: bool
    """Whether the exact engine stands behind the verdict, not numbers alone."""
    evidence: tuple[Check, ...]
    derivation: tuple[StepView, ...]
    erratum: ErratumView | None
    uses: tuple[Link, ...]
    used_by: tuple[Link, ...]
    section: str
    failures: tuple[str, ...]
    """What the recorder found that should not be, in sentences."""
    reading: tuple[Run, ...]
    """How printed words became the statement."""
    leaves_out: tuple[Run, ...]
    conditions: tuple[SourceView, ...]
    """Where the conditions of the printed statement stand in the paper."""
    needs: tuple[NeedView, ...]
    """Which of its conditions the statement needs, the corrected one where there is an erratum; empty where nobody asked."""
    ground: str
    """A key of GROUNDS: how far everything that the claim rests on, directly or not, is proved."""
    coq: str
    """What Coq's kernel checked of it, in a few words; empty where nothing."""

    @property
    def label(self) -> str:
        """The id within its paper, for instance `27` or `A.2:balanced`."""
        return self.id.partition("/")[2]

    @property
    def examples(self) -> tuple[Example, ...]:
        """The counterexamples to the printed statement; for a part that has a certified one, only that."""
        found = dict.fromkeys(check.example for check in self.evidence if check.example is not None)
        certified = {example.part for example in found if example.certified}
        return tuple(example for example in found if example.certified or example.part not in certified)

    @property
    def plain_title(self) -> str:
        """The title as text, its formulas as they are spelled."""
        return "".join(run.text for run in self.title)

    @property
    def title_in_a_line(self) -> str:
        """The title as text, its formulas in signs."""
        return "".join(unicode_formula(run.text) if run.kind == "math" else run.text.replace("->", "→") for run in self.title)


@dataclass(frozen=True)
class SectionView:
    """A section of a paper with its claims in the paper's order."""

    title: str
    anchor: str
    claims: tuple[ClaimView, ...]


def people(authors: str) -> list[str]:
    """The names in a list of authors, however they are joined: `A. One, B. Two and C. Three`."""
    return [name.strip() for name in re.split(r",\s+and\s+|,\s+|\s+and\s+|\s+&\s+|;\s*", authors) if name.strip()]


@dataclass(frozen=True)
class PaperView:
    """A paper with its claims, the errata among them, what is only a remark, and those that the stored text garbled."""

    key: str
    authors: str
    title: str
    year: str
    identifier: str
    version: str
    conventions: tuple[Convention, ...]
    counts: dict[str, int]
    sections: tuple[SectionView, ...]
    slips: tuple[SlipView, ...]
    """All errata by the slips that they are instances of, the gravest first, remarks at the end."""
    garbled: tuple[ClaimView, ...]
    dictionary: Page | None = None

    @property
    def claims(self) -> tuple[ClaimView, ...]:
        """All claims in the paper's order."""
        return tuple(claim for section in self.sections for claim in section.claims)

    @property
    def errata(self) -> tuple[ClaimView, ...]:
        """The errata slip by slip, without what is only a remark."""
        return tuple(claim for slip in self.slips for claim in slip.claims if claim.erratum and claim.erratum.grade != DEGENERATE)

    @property
    def remarks(self) -> tuple[ClaimView, ...]:
        """What fails only in a corner of its setting, slip by slip."""
        return tuple(claim for slip in self.slips for claim in slip.claims if claim.erratum and claim.erratum.grade == DEGENERATE)

    @property
    def cited(self) -> str:
        """The paper in a few words: `Kunin et al. (2024)`, `Xu and Ziyin (2024)`; its key where its authors are not known."""
        names = [author if author.startswith("The ") else author.split()[-1] for author in people(self.authors)]
        if not names:
            return self.key
        short = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
        return f"{short} ({self.year})" if self.year else short

    @property
    def link(self) -> str:
        """The paper's address where the identifier is an arXiv number or a DOI, else nothing."""
        for prefix, address in (("arXiv:", "https://arxiv.org/abs/"), ("doi:", "https://doi.org/")):
            if self.identifier.startswith(prefix):
                return address + self.identifier.removeprefix(prefix)
        return ""


@dataclass(frozen=True)
class Report:
    """All that is rendered."""

    papers: tuple[PaperView, ...]
    counts: dict[str, int]
    extras: Extras | None = None
    """Figures and tables that lie beside the ledger (see `extras.py`), or None."""
    by_id: dict[str, ClaimView] = field(default_factory=dict, repr=False)
    sources: dict[str, int] = field(default_factory=dict)
    """How many conditions of the printed statements come from where; empty where no record says."""
    edits: tuple[Mapping, ...] = ()
    """What became of the statements since the baseline, as `edits.text.as_json` writes it."""
    own: bool = False
    """Whether the papers are one's own, and the report is their authors'."""

    @property
    def title(self) -> str:
        """The report's own title, which names the papers by author and year."""
        named = [paper.cited for paper in self.papers]
        together = ", ".join(named[:-1]) + " and " + named[-1] if len(named) > 1 else "".join(named)
        return f"theoremtest: verdicts on {together or 'no paper'}"

    @property
    def subject(self) -> str:
        """What the report is about, in few words: its paper by its title, or how many there are."""
        count = len(self.papers)
        return f"“{self.papers[0].title}”" if count == 1 else f"{COUNTS.get(count, count)} papers"

    @property
    def author(self) -> str:
        """Who made the report: the authors of one's own papers, nobody else's."""
        hers = dict.fromkeys(name for paper in self.papers for name in people(paper.authors)) if self.own else {}
        return ", ".join(hers) or AUTHOR

    @property
    def claims(self) -> tuple[ClaimView, ...]:
        """The claims of all papers."""
        return tuple(claim for paper in self.papers for claim in paper.claims)

    @property
    def errata(self) -> tuple[ClaimView, ...]:
        """The errata of all papers, without what the stored text garbled."""
        return tuple(claim for paper in self.papers for claim in paper.errata)

    @property
    def remarks(self) -> tuple[ClaimView, ...]:
        """What fails only in a corner of its setting, of all papers."""
        return tuple(claim for paper in self.papers for claim in paper.remarks)

    @property
    def garbled(self) -> tuple[ClaimView, ...]:
        """The claims of all papers whose symbols the stored text lost."""
        return tuple(claim for paper in self.papers for claim in paper.garbled)
