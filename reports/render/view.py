"""The ledger's records read once into the report: checked, sorted into papers and sections, linked, formulas and prose taken apart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from theoremtest.derivations.errors import ClaimError
from theoremtest.reports.formulas import unicode_words
from theoremtest.reports.formulas.formula import items, tokens
from theoremtest.reports.formulas.values import tens
from theoremtest.reports.verify.certificates import in_words

from .extras import Extras
from .grounds import grounds
from .marked import MarkedForms, marked_forms
from .model import (
    Check,
    ClaimView,
    Conditions,
    ErratumView,
    Example,
    Formula,
    Link,
    NeedView,
    PaperView,
    PartView,
    Report,
    SectionView,
    SlipView,
    SourceView,
    StepView,
)
from .names import named
from .prose import Run, runs
from .sections import Outline
from .slips import grouped
from .words import CONDITIONS, ERRATUM_KINDS, GARBLED, NEEDS, ROUTES, VERDICTS, kind_labels, plainly

REQUIRED = ("id", "paper", "where", "title", "latex", "verdict")


def view(records: Iterable[Mapping], extras: Extras | None = None, outlines: Mapping[str, Outline] | None = None) -> Report:
    """The report of these ledger records.

    outlines: what is known of each paper beside its claims, by its key; a paper without one goes by its key.
    Raises ClaimError where a record lacks a field, repeats an id, or has a verdict that is unknown.
    """
    records = [named(record) for record in records]
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
    ground = grounds(by_id)
    keys = dict.fromkeys(record["paper"] for record in records)
    known = {key: (outlines or {}).get(key) or Outline(title=key) for key in keys}
    claims = {identity: _claim(record, by_id, used_by[identity], ground[identity], known[record["paper"]])
              for identity, record in by_id.items()}
    papers = []
    for key in keys:
        own = [record for record in records if record["paper"] == key]
        papers.append(_paper(key, own, claims, known[key]))
    return Report(papers=tuple(papers), counts=count(claims.values()), extras=extras, by_id=claims, sources=_sources(records))


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


def _verdict(named: str, value: object) -> str:
    if value not in VERDICTS:
        raise ClaimError(f"{named} has verdict {value!r}; allowed: {', '.join(VERDICTS)}")
    return value


def _paper(key: str, records: list[Mapping], claims: Mapping[str, ClaimView], known: Outline) -> PaperView:
    own = sorted((claims[record["id"]] for record in records), key=lambda claim: known.rank(claim.id, claim.where))
    numbers = dict.fromkeys(claim.section for claim in own)
    sections = tuple(
        SectionView(title=known.heading(number), anchor=f"{key}-section-{number or place}",
                    claims=tuple(claim for claim in own if claim.section == number))
        for place, number in enumerate(numbers, start=1))
    corrected = [claim for claim in own if claim.erratum is not None]
    return PaperView(key=key, authors=known.authors, title=known.title, year=known.year, identifier=known.identifier,
                     version=known.version, conventions=known.conventions,
                     counts=count(own), sections=sections, dictionary=known.dictionary,
                     slips=_slips(corrected, known),
                     garbled=tuple(claim for claim in corrected if claim.erratum.kind == GARBLED))


def _slips(corrected: list[ClaimView], known: Outline) -> tuple[SlipView, ...]:
    found = grouped([claim for claim in corrected if claim.erratum.kind != GARBLED], known.slips, attrgetter("id"),
                    attrgetter("erratum.grade"), attrgetter("title"))
    return tuple(SlipView(_prose(group.title, ()) if isinstance(group.title, str) else group.title, group.grade, group.members)
                 for group in found)


def _claim(record: Mapping, by_id: Mapping[str, Mapping], used_by: list[str], ground: str, known: Outline) -> ClaimView:
    identity, where = record["id"], record["where"]
    marks = marked_forms(record)
    return ClaimView(
        id=identity, where=where, part=identity.partition("/")[2].partition(":")[2], title=_prose(record["title"], by_id, record["paper"]),
        kind=kind_labels().get(record.get("kind", ""), record.get("kind", "")), origin=record.get("origin", "printed"),
        formula=_formula(record, "", marks), note=_prose(record.get("note"), by_id, record["paper"]), verdict=record["verdict"],
        scope=unicode_words(record.get("scope") or ""),
        certified=bool(record.get("certified")), evidence=_rows(record.get("evidence")),
        derivation=tuple(StepView(step["latex"], _prose(step.get("reason"), by_id, record["paper"]), step["verdict"], _settled_by(step))
                         for step in record.get("derivation") or ()),
        erratum=_erratum(record, by_id, marks),
        uses=tuple(_link(used, by_id, identity) for used in record.get("uses") or ()),
        used_by=tuple(_link(user, by_id, identity) for user in used_by),
        section=known.section(where), failures=tuple(record.get("failures") or ()), ground=ground, coq=in_words(record),
        reading=_prose(record.get("reading"), by_id, record["paper"]), leaves_out=_prose(record.get("leaves_out"), by_id, record["paper"]),
        conditions=_sourced(record.get("conditions") or ()), needs=tuple(_needs(record.get("needs") or ())))


def _needs(rows: Iterable[Mapping]) -> Iterable[NeedView]:
    """A row for each condition, and one below it for each weaker condition that was tried in its place."""
    for row in rows:
        yield _need(row, NEEDS[row["verdict"]], False)
        yield from (_need(weaker, f"{weaker['verdict']} in its place", True) for weaker in row["weaker"])


def _need(row: Mapping, verdict: str, weaker: bool) -> NeedView:
    example = _example(row.get("counterexample"), row.get("by") == "exact")
    point, note = (example.point, example.note) if example else ((), ())
    return NeedView(row["latex"], weaker, verdict, _prose(row.get("part"), ()), point, note, unicode_words(row.get("reason", "")))


def _sourced(rows: Iterable[Mapping]) -> tuple[SourceView, ...]:
    """The conditions of a claim by their sources; those of a statement of ours, which no paper has, are left out."""
    groups: dict[tuple, list[Mapping]] = {}
    for number, row in enumerate(rows):
        if row["source"] != "ours":
            alone = number if "without" in row else None
            groups.setdefault((row["source"], row.get("name", ""), row.get("place", ""), row.get("why", ""), alone), []).append(row)
    found = []
    for (source, name, place, why, _), members in sorted(groups.items(), key=lambda group: list(CONDITIONS).index(group[0][0])):
        tried = members[0].get("without") or {}
        by_engine = any(item.get("kind") == "exact" and item.get("counterexample") for item in tried.get("evidence") or ())
        found.append(SourceView(source, tuple(row["latex"] for row in members), name, place, why, tried.get("verdict", ""),
                                _example(tried.get("counterexample"), by_engine)))
    return tuple(found)


def _sources(records: Iterable[Mapping]) -> dict[str, int]:
    """How many conditions of the records come from where."""
    rows = [row["source"] for record in records for row in record.get("conditions") or ()]
    return {source: rows.count(source) for source in CONDITIONS if source in rows}


def _formula(record: Mapping, prefix: str, marks: MarkedForms) -> Formula:
    """The statement of a record (no prefix) or of its erratum (`corrected_`), without what its parts repeat."""
    stated = record.get(prefix + "parts") or ()
    for part in stated:
        _verdict(part["name"], part["verdict"])
    shown = formula(record.get(prefix + "latex") or "", record.get(prefix + "problem") or "", record.get(prefix + "domain") or "", stated,
                    lambda latex: marks.of(latex, prefix))
    return replace(shown, stated=record.get(prefix + "stated") or "")


def formula(latex: str, problem: str, domain: str, stated: Sequence[Mapping] = (),
            marked: Callable[[str], str] = lambda latex: "") -> Formula:
    """A statement as it is shown, from its texts and those of its parts; a part of which nothing is known yet has an empty verdict."""
    domains = [items(part.get("domain") or "") for part in stated]
    shared = [item for item in domains[0] if all(item in domain for domain in domains)] if stated else []
    parts: list[PartView] = []
    seen: set[str] = set()
    for part, own in zip(stated, domains, strict=True):
        parts.append(PartView(
            name=_prose(part["name"], ()), latex=part["latex"], problem=part.get("problem") or "",
            domain=_conditions([item for item in own if item not in shared], seen), verdict=part["verdict"], marked=marked(part["latex"])))
        seen.update(own)
    if parts and latex == r" \\ ".join(part.latex for part in parts):
        latex = ""
    return Formula(latex=latex, problem=problem, domain=_conditions(shared if parts else items(domain)), parts=tuple(parts),
                   marked=marked(latex))


def _told_apart(now: Formula, before: Formula) -> Formula:
    """A corrected formula of which nothing is shown again that is printed: where a line is the same, only what its domain has besides."""
    printed = {part.name: part for part in before.parts} if before.parts else {}
    whole = bool(now.latex) and now.latex == (before.stated or before.latex)
    parts = []
    for part in now.parts:
        old = printed.get(part.name)
        same = part.latex == (old.latex if old else before.stated or before.latex)
        known = (before.domain, *([old.domain] if old else ()))
        parts.append(replace(part, same=True, domain=_besides(part.domain, known)) if same else part)
    if not (whole if not parts else all(part.same for part in parts)):
        return replace(now, parts=tuple(parts))
    known = (before.domain, *(part.domain for part in before.parts))
    return replace(now, parts=tuple(parts), same=whole, domain=_besides(now.domain, known))


def _besides(now: Conditions, known: Iterable[Conditions]) -> Conditions:
    """What of a domain is in none of those that are known; all of it where that is nothing."""
    told = {item for one in known for item in (*one.conditions, *one.where)}
    left = Conditions(tuple(item for item in now.conditions if item not in told), tuple(item for item in now.where if item not in told))
    return left or now


def _conditions(stated: list[str], above: Collection[str] = frozenset()) -> Conditions:
    where = [item for item in stated if ":=" in tokens(item)]
    return Conditions(
        conditions=tuple(item for item in stated if item not in where), where=tuple(item for item in where if item not in above),
        above=tuple(item.partition(":=")[0].strip() for item in where if item in above))


def _settled_by(step: Mapping) -> str:
    wanted = {"proved": "proved", "supported": "agrees", "refuted": "refuted"}.get(step["verdict"])
    return ", ".join(dict.fromkeys(check.route for check in _checks(step.get("evidence")) if check.outcome == wanted))


def _erratum(record: Mapping, known: Collection[str], marks: MarkedForms) -> ErratumView | None:
    erratum = record.get("erratum")
    if not erratum:
        return None
    rows = sorted(record.get("evidence") or (), key=lambda row: row.get("extent") == "thin")  # what fails widely comes first
    found = [check.example for check in _checks(rows) if check.example is not None]
    example = next((one for one in found if one.certified), found[0] if found else _example(erratum.get("counterexample"), False))
    grade, convention = erratum.get("grade", ""), _prose(erratum.get("convention"), known, record["paper"])
    formula = _told_apart(_formula(erratum, "corrected_", marks), _formula(record, "", marks))
    return ErratumView(kind=erratum["kind"], grade=grade, missing=tuple(erratum.get("missing") or ()), convention=convention,
                       meaning=ERRATUM_KINDS[erratum["kind"]], why=_prose(erratum.get("why"), known, record["paper"]),
                       formula=formula, verdict=erratum["corrected_verdict"],
                       scope=unicode_words(erratum.get("corrected_scope") or ""), evidence=_rows(erratum.get("corrected_evidence")),
                       example=example)


def _checks(evidence: Iterable[Mapping] | None) -> tuple[Check, ...]:
    return tuple(_check_row(item) for item in evidence or ())


def _rows(evidence: Iterable[Mapping] | None) -> tuple[Check, ...]:
    """The rows of a table of evidence: parts of which every route says the same stand in one."""
    parts: dict[str, list[Check]] = {}
    for check in _checks(evidence):
        parts.setdefault(check.part, []).append(check)
    alike: dict[tuple, list[str]] = {}
    for part, checks in parts.items():
        own = part if any(check.example for check in checks) else ""  # a counterexample names its part
        alike.setdefault((own, *(replace(check, part="") for check in checks)), []).append(part)
    return tuple(replace(check, part=", ".join(names)) for (_, *checks), names in alike.items() for check in checks)


def _check_row(item: Mapping) -> Check:
    kind, part = item.get("kind", ""), item.get("part") or ""
    return Check(route=ROUTES.get(kind, kind), part=part, engine=item.get("engine") or "", outcome=item.get("outcome") or "",
                 scope=unicode_words(item.get("scope") or ""), figure=tens(str(item.get("figure") or "")),
                 tried=tuple(map(unicode_words, item.get("tried") or ())),
                 example=_example(item.get("counterexample"), kind == "exact", part))


def _example(found: Mapping | None, certified: bool, part: str = "") -> Example | None:
    if not found:
        return None
    point = found.get("point") or {}
    pairs = point.items() if isinstance(point, Mapping) else point
    return Example(point=tuple((str(name), _matrix(str(value), certified)) for name, value in pairs), left=str(found.get("left") or ""),
                   right=str(found.get("right") or ""), note=_prose(plainly(found.get("note") or ""), ()), part=part, certified=certified)


def _matrix(value: str, certified: bool) -> str:
    """A value as it is written; the exact engine parts rows by semicolons, so that its list without any is one row, and no column."""
    row = certified and value.startswith("[") and value[1:2] != "[" and ";" not in value and "," in value
    return f"[{value}]" if row else value


def _prose(text: str | None, known: Collection[str], paper: str = "") -> tuple[Run, ...]:
    return tuple(runs(text or "", known, paper))


def _link(identity: str, by_id: Mapping[str, Mapping], seen_from: str) -> Link:
    paper, _, label = identity.partition("/")
    here = paper == seen_from.partition("/")[0]
    record = by_id.get(identity)
    return Link(id=identity, label=label if here else identity, known=record is not None,
                verdict=record["verdict"] if record else "")
