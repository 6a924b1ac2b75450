"""What the three renderings share: the ledger's records read once into a report of papers, sections, claims and errata."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rederive.derivations.language import ClaimError

from .formula import items, tokens
from .prose import Run, runs
from .sections import Outline, outline

VERDICTS = {
    "proved": "an exact argument covers the whole declared domain",
    "supported": "numerical evidence only; the evidence table says which",
    "refuted": "there is a counterexample inside the domain",
    "undecided": "nothing that was tried settled it",
}
"""The four verdicts in the order in which the report counts them, with what each one means."""

ERRATUM_KINDS = {
    "wrong": "false as printed",
    "incomplete": "false without a condition that the text leaves out",
    "garbled": "symbols were lost or moved in the stored text",
}
KINDS = {
    "Equal": "identity", "Evolves": "rate of change", "Conserved": "conservation law", "Solves": "initial value problem",
    "Inverse": "inverse", "Gradient": "gradient", "Hessian": "Hessian", "NotHessian": "no Hessian", "Limit": "limit",
    "Holds": "inequality or condition", "Iff": "equivalence", "AtMostOneZero": "number of zeros", "Minimises": "minimisation",
    "All": "conjunction", "Expectation": "expectation", "Scales": "scaling law", "Classifies": "case distinction",
    "RankBound": "rank bound", "SquareRoot": "square root of a matrix",
}
ROUTES = {"exact": "exact", "points": "points", "integration": "integration", "flow": "gradient flow"}
REQUIRED = ("id", "paper", "where", "title", "latex", "verdict")
GROUNDS = {
    "proved": "all that it rests on is proved",
    "corrected": "all that it rests on is proved, part of it only in the corrected form",
    "open": "something that it rests on is not proved",
}


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
    """A domain taken apart: conditions, abbreviations (`p := ...`), and the names of those told just above."""

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


@dataclass(frozen=True)
class Formula:
    """A statement as it is shown: a formula of its own, its named parts, or both."""

    latex: str
    """Empty where the parts say it all."""
    problem: str
    domain: Conditions
    """What all parts share; each part shows the rest."""
    parts: tuple[PartView, ...]


@dataclass(frozen=True)
class StepView:
    latex: str
    reason: tuple[Run, ...]
    verdict: str
    by: str
    """The routes that settled the step."""


@dataclass(frozen=True)
class ErratumView:
    kind: str
    meaning: str
    why: tuple[Run, ...]
    formula: Formula
    verdict: str
    scope: str
    evidence: tuple[Check, ...]
    example: Example | None


@dataclass(frozen=True)
class Link:
    """A claim named by another; `known` says whether this report holds it, so that it can be linked."""

    id: str
    label: str
    known: bool
    verdict: str = ""


@dataclass(frozen=True)
class ClaimView:
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
    ground: str
    """A key of GROUNDS: how far everything that the claim rests on, directly or not, is proved."""

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
        return "".join(run.text for run in self.title)


@dataclass(frozen=True)
class SectionView:
    title: str
    anchor: str
    claims: tuple[ClaimView, ...]


@dataclass(frozen=True)
class PaperView:
    key: str
    authors: str
    title: str
    year: str
    identifier: str
    counts: dict[str, int]
    sections: tuple[SectionView, ...]
    errata: tuple[ClaimView, ...]

    @property
    def claims(self) -> tuple[ClaimView, ...]:
        return tuple(claim for section in self.sections for claim in section.claims)

    @property
    def link(self) -> str:
        """The paper's address where the identifier is an arXiv number or a DOI, else nothing."""
        for prefix, address in (("arXiv:", "https://arxiv.org/abs/"), ("doi:", "https://doi.org/")):
            if self.identifier.startswith(prefix):
                return address + self.identifier.removeprefix(prefix)
        return ""


@dataclass(frozen=True)
class Report:
    papers: tuple[PaperView, ...]
    counts: dict[str, int]
    extras: object = None
    """Figures and tables that lie beside the ledger (see `extras.py`), or None."""
    by_id: dict[str, ClaimView] = field(default_factory=dict, repr=False)
    edits: tuple = ()
    """What became of the statements since the baseline, as `edit_text.as_json` tells it."""

    @property
    def claims(self) -> tuple[ClaimView, ...]:
        return tuple(claim for paper in self.papers for claim in paper.claims)

    @property
    def errata(self) -> tuple[ClaimView, ...]:
        return tuple(claim for paper in self.papers for claim in paper.errata)


def view(records: Iterable[Mapping], extras=None) -> Report:
    """The report of these ledger records, in their order.

    Raises ClaimError where a record lacks a field, repeats an id, or has a verdict that is none of the four.
    """
    records = list(records)
    by_id: dict[str, Mapping] = {}
    for record in records:
        _check(record)
        if record["id"] in by_id:
            raise ClaimError(f"the ledger holds two records of {record['id']}")
        by_id[record["id"]] = record
    used_by: dict[str, list[str]] = {identity: [] for identity in by_id}
    for record in records:
        for used in record.get("uses") or ():
            if used in used_by:
                used_by[used].append(record["id"])
    grounds = _grounds(by_id)
    outlines = {key: outline(key) for key in dict.fromkeys(record["paper"] for record in records)}
    claims = {identity: _claim(record, by_id, used_by[identity], grounds[identity], outlines[record["paper"]])
              for identity, record in by_id.items()}
    papers = []
    for key in outlines:
        own = [record for record in records if record["paper"] == key]
        papers.append(_paper(key, own, claims, outlines[key]))
    return Report(papers=tuple(papers), counts=count(claims.values()), extras=extras, by_id=claims)


def count(claims: Iterable[ClaimView]) -> dict[str, int]:
    """How many printed statements have each verdict."""
    claims = list(claims)
    return {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in VERDICTS}


def _check(record: Mapping) -> None:
    named = record.get("id", "a record without an id")
    for name in REQUIRED:
        if name not in record:
            raise ClaimError(f"{named} lacks `{name}`; a record has at least {', '.join(REQUIRED)}")
    _verdict(named, record["verdict"])
    erratum = record.get("erratum")
    if erratum:
        if erratum.get("kind") not in ERRATUM_KINDS:
            raise ClaimError(f"{named}: erratum of kind {erratum.get('kind')!r}; allowed: {', '.join(ERRATUM_KINDS)}")
        _verdict(f"{named}, corrected", erratum.get("corrected_verdict"))
    for step in record.get("derivation") or ():
        _verdict(f"{named}, derivation", step.get("verdict"))


def _verdict(named: str, value) -> str:
    if value not in VERDICTS:
        raise ClaimError(f"{named} has verdict {value!r}; allowed: {', '.join(VERDICTS)}")
    return value


def _paper(key: str, records: list[Mapping], claims: Mapping[str, ClaimView], told: Outline) -> PaperView:
    own = sorted((claims[record["id"]] for record in records), key=lambda claim: told.rank(claim.id, claim.where))
    numbers = dict.fromkeys(claim.section for claim in own)
    sections = tuple(
        SectionView(title=told.heading(number), anchor=f"{key}-section-{number or place}",
                    claims=tuple(claim for claim in own if claim.section == number))
        for place, number in enumerate(numbers, start=1))
    return PaperView(key=key, authors=told.authors, title=told.title, year=told.year, identifier=told.identifier,
                     counts=count(own), sections=sections,
                     errata=tuple(claim for claim in own if claim.erratum is not None))


def _claim(record: Mapping, by_id: Mapping[str, Mapping], used_by: list[str], ground: str,
           told: Outline) -> ClaimView:
    identity = record["id"]
    where = record["where"]
    return ClaimView(
        id=identity, where=where, part=identity.partition("/")[2].partition(":")[2], title=_prose(record["title"], by_id, record["paper"]),
        kind=KINDS.get(record.get("kind", ""), record.get("kind", "")), origin=record.get("origin", "printed"),
        formula=_formula(record, ""), note=_prose(record.get("note"), by_id, record["paper"]), verdict=record["verdict"],
        scope=record.get("scope") or "",
        certified=bool(record.get("certified")), evidence=_checks(record.get("evidence")),
        derivation=tuple(StepView(step["latex"], _prose(step.get("reason"), by_id, record["paper"]), step["verdict"], _settled_by(step))
                         for step in record.get("derivation") or ()),
        erratum=_erratum(record, by_id),
        uses=tuple(_link(used, by_id, identity) for used in record.get("uses") or ()),
        used_by=tuple(_link(user, by_id, identity) for user in used_by),
        section=told.section(where), failures=tuple(record.get("failures") or ()), ground=ground)


def _formula(told: Mapping, prefix: str) -> Formula:
    """The statement of a record (no prefix) or of its erratum (`corrected_`), without what its parts repeat."""
    latex, stated = told.get(prefix + "latex") or "", told.get(prefix + "parts") or ()
    domains = [items(part.get("domain") or "") for part in stated]
    shared = [item for item in domains[0] if all(item in domain for domain in domains)] if stated else []
    parts, seen = [], set()
    for part, domain in zip(stated, domains, strict=True):
        parts.append(PartView(
            name=_prose(part["name"], ()), latex=part["latex"], problem=part.get("problem") or "",
            domain=_conditions([item for item in domain if item not in shared], seen), verdict=_verdict(part["name"], part["verdict"])))
        seen.update(domain)
    if parts and latex == r" \\ ".join(part.latex for part in parts):
        latex = ""
    domain = _conditions(shared if parts else items(told.get(prefix + "domain") or ""))
    return Formula(latex=latex, problem=told.get(prefix + "problem") or "", domain=domain, parts=tuple(parts))


def _conditions(stated: list[str], above=frozenset()) -> Conditions:
    where = [item for item in stated if ":=" in tokens(item)]
    return Conditions(
        conditions=tuple(item for item in stated if item not in where), where=tuple(item for item in where if item not in above),
        above=tuple(item.partition(":=")[0].strip() for item in where if item in above))


def _settled_by(step: Mapping) -> str:
    wanted = {"proved": "proved", "supported": "agrees", "refuted": "refuted"}.get(step["verdict"])
    return ", ".join(dict.fromkeys(check.route for check in _checks(step.get("evidence")) if check.outcome == wanted))


def _erratum(record: Mapping, known) -> ErratumView | None:
    told = record.get("erratum")
    if not told:
        return None
    found = [check.example for check in _checks(record.get("evidence")) if check.example is not None]
    example = next((one for one in found if one.certified), found[0] if found else _example(told.get("counterexample"), False))
    return ErratumView(kind=told["kind"], meaning=ERRATUM_KINDS[told["kind"]], why=_prose(told.get("why"), known, record["paper"]),
                       formula=_formula(told, "corrected_"), verdict=told["corrected_verdict"],
                       scope=told.get("corrected_scope") or "", evidence=_checks(told.get("corrected_evidence")), example=example)


def _checks(evidence) -> tuple[Check, ...]:
    return tuple(
        Check(route=ROUTES.get(item.get("kind", ""), item.get("kind", "")), part=item.get("part") or "", engine=item.get("engine") or "",
              outcome=item.get("outcome") or "", scope=item.get("scope") or "", figure=str(item.get("figure") or ""),
              tried=tuple(item.get("tried") or ()), example=_example(item.get("counterexample"), item.get("kind") == "exact", item.get("part") or ""))
        for item in evidence or ())


def _example(told, certified: bool, part: str = "") -> Example | None:
    if not told:
        return None
    point = told.get("point") or {}
    pairs = point.items() if isinstance(point, Mapping) else point
    return Example(point=tuple((str(name), str(value)) for name, value in pairs), left=str(told.get("left") or ""),
                   right=str(told.get("right") or ""), note=_prose(told.get("note"), ()), part=part, certified=certified)


def _prose(text, known, paper: str = "") -> tuple[Run, ...]:
    return tuple(runs(text or "", known, paper))


def _link(identity: str, by_id: Mapping[str, Mapping], seen_from: str) -> Link:
    paper, _, label = identity.partition("/")
    here = paper == seen_from.partition("/")[0]
    record = by_id.get(identity)
    return Link(id=identity, label=label if here else identity, known=record is not None,
                verdict=record["verdict"] if record else "")


def _grounds(by_id: Mapping[str, Mapping]) -> dict[str, str]:
    """For each id a key of GROUNDS, over everything that the claim rests on, itself left out."""
    table: dict[str, str] = {}

    def standing(identity: str) -> str:
        record = by_id.get(identity)
        if record is None:
            return "open"
        if record["verdict"] == "proved":
            return "proved"
        erratum = record.get("erratum")
        return "corrected" if erratum and erratum["corrected_verdict"] == "proved" else "open"

    def ground(identity: str) -> str:
        if identity not in table:
            worst = "proved"
            for used in (by_id[identity].get("uses") or ()) if identity in by_id else ():
                for state in (standing(used), ground(used)):
                    worst = max(worst, state, key=list(GROUNDS).index)
            table[identity] = worst
        return table[identity]

    return {identity: ground(identity) for identity in by_id}
