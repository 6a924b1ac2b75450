"""The marked displays of a manuscript, judged for an editor as a test run judges them. Nothing of a manuscript is run; of what stands on
disk beside it, files of claims are read where a mark names one of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Claim
from theoremtest.derivations.notation import NotationError, Setting
from theoremtest.derivations.notation.ground import Ground
from theoremtest.reports.assistant.places import Place
from theoremtest.reports.edits.attempt import attempt
from theoremtest.reports.formulas.unicode_formula import unicode_domain, unicode_formula
from theoremtest.reports.pytest_plugin.tex_items import problem_of
from theoremtest.reports.referee.findings import at
from theoremtest.reports.tex.claims import claim_of, statement_of
from theoremtest.reports.tex.document import Walk
from theoremtest.reports.tex.files import Files, documents, repository_of
from theoremtest.reports.tex.found import Marked

from .findings import ERROR, OTHER, PASSES, REFUTED, UNDECIDED, UNREAD, WARNING, Found, fails, found, key_of, needs_shown, unread
from .records import examined, raw_record
from .spots import EXACTLY, Asked, Judge, Spot

NOT_RUN = "it is of a claim of your own, and files of claims are not run here"
_WALKS: dict[tuple, Walk] = {}
MOST_WALKS = 4


def spots_of(path: Path, texts: Mapping[Path, str], place: Place) -> tuple[list[Spot], Judge]:
    """The marks of a file, each with its display; what judges one."""
    walk = _walk(path, texts)
    number = walk.files.paths.index(path)
    text = walk.files.texts[number]
    stamps = [stamp for stamp in place.stamps if not str(stamp[0]).endswith(".tex")]
    above = key_of(path.parent, stamps, [(line.verb, line.text) for line in walk.laid])
    spots, marks = [], {}
    for file, mark in walk.marks:
        if file != number:
            continue
        line_end = text.find("\n", mark.at - 1)
        start, end = mark.at - 1, line_end if line_end >= 0 else len(text)
        if mark.display is not None and mark.display.at:
            start, end = min(mark.display.at) - 1, max(mark.display.at)
        named = mark.claim_id + (f" [{mark.part}]" if mark.part else "")
        key = key_of(named, mark.own, mark.problem, mark.error, mark.display and mark.display.text, text[start:end], above)
        spots.append(Spot(key, named, start, end, mark.at - 1))
        marks[key] = mark
    return spots, partial(_judged, walk, number, marks, text)


def _walk(path: Path, texts: Mapping[Path, str]) -> Walk:
    """The way through the document that takes a file in, or through the file itself; kept as long as nothing that it reads changes."""
    root = repository_of(path)
    for main in [*documents(path, root), path]:
        main = main.resolve()
        key = (main, key_of(*(f"{name}\0{text}" for name, text in sorted(texts.items()))))
        walk = _WALKS.get(key)
        if walk is None or _changed(walk, texts):
            walk = Walk(Files(main, root, unsaved=texts)).run()
            while len(_WALKS) >= MOST_WALKS:
                _WALKS.pop(next(iter(_WALKS)))
            _WALKS[key] = walk
        if path in walk.files.paths:
            return walk
    raise TheoremtestError(f"{path.name} cannot be read")


def _changed(walk: Walk, texts: Mapping[Path, str]) -> bool:
    from theoremtest.reports.tex.files import tex_text

    return any(path not in texts and tex_text(path) != text for path, text in zip(walk.files.paths, walk.files.texts))


def _judged(walk: Walk, number: int, marks: Mapping[str, Marked], text: str, spot: Spot, how: Asked) -> Found:
    mark = marks[spot.key]
    if mark.problem:
        return found(UNREAD, "not read", f"{spot.id}: {mark.problem}", hover=[f"**{spot.id}** {mark.problem}"])
    try:
        if mark.own is not None:
            return _own(walk, number, mark, spot, how)
        return _held(mark, spot, how, text)
    except NotationError as error:
        return unread(error, spot.id, spot.start, spot.end - spot.start, declares=True)
    except TheoremtestError as error:
        message = str(error).splitlines()[0] if str(error) else type(error).__name__
        return found(UNREAD, "not read", f"{spot.id}: {message}", hover=[f"**{spot.id}** {message}"])


def _own(walk: Walk, number: int, mark: Marked, spot: Spot, how: Asked) -> Found:
    """A display that is a claim of the manuscript's own."""
    statement = statement_of(mark, mark.ground or Ground(), mark.own.kind if mark.own else "")
    assert walk.paper is not None
    claim = claim_of(walk, number, mark, walk.paper, walk.files.paths[0].name)
    read = [f"read as `{unicode_formula(statement.latex())}`, for all {unicode_domain(statement.on.latex()) or 'values'}"]
    return examined(claim, spot, how, read, raw_record(how.place, claim.id, statement))


def _held(mark: Marked, spot: Spot, how: Asked, text: str) -> Found:
    """A display that is held to a claim."""
    place = how.place.workspace
    if not how.programs and not place.is_of_library(mark.claim_id):
        return found(UNDECIDED, "undecided", f"{spot.id}: {NOT_RUN}", WARNING, hover=[f"**{spot.id}** {NOT_RUN}"])
    claim, _ = place.find(mark.claim_id)
    fixes = [*_corrected(claim), *_in_place(claim, mark, text[spot.start:spot.end])]
    try:
        if mark.error is not None or mark.display is None:
            raise mark.error or NotationError("there is no display here")
        tried = attempt(claim, mark.display, mark.part, place.cache, how.seconds, Setting({}, mark.declared))
    except NotationError as error:
        lacking = unread(error, spot.id, spot.start, spot.end - spot.start, declares=False)
        return {**lacking, "fixes": [*lacking["fixes"], *fixes]}
    problem = problem_of(tried, claim)
    point = tried.counterexample or tried.differs
    hover = [f"**{spot.id}** {claim.title}", f"the equation {tried.verdict}" + (f", by {tried.by}" if tried.by else ""),
             f"read as `{unicode_formula(tried.read_as)}`, for all {unicode_domain(tried.domain) or 'values'}",
             *([f"at {at(point)}"] if point else []), *tried.notes, *tried.tried[:3]]
    record = place.record(claim.id) if place.is_of_library(claim.id) else raw_record(how.place, claim.id, claim.statement)
    hover += [f"recorded: {record['verdict']}", *needs_shown(record["needs"])] if record else []
    if not problem:
        return found(PASSES, tried.verdict, hover=hover, fixes=_corrected(claim))
    late = tried.verdict == "undecided" or (point is None and tried.equivalent_to == "unknown")
    word = REFUTED if tried.verdict == "fails" else UNDECIDED if late else OTHER
    where = f"; {fails(tried.counterexample)}" if tried.counterexample else f"; it differs at {at(tried.differs)}" if tried.differs else ""
    return found(word, tried.verdict, f"{spot.id}: {problem}{where}", WARNING if late else ERROR, hover=hover,
                 fixes=fixes, to_come=late and how.routes == EXACTLY)


def _stated(claim: Claim) -> str:
    return (claim.erratum.corrected if claim.erratum else claim.statement).latex()


def _corrected(claim: Claim) -> list[dict]:
    """The corrected form of a claim whose printed statement has an erratum."""
    if claim.erratum is None:
        return []
    return [{"title": f"Show the corrected form of {claim.id}", "show": f"{claim.id}, corrected: {_stated(claim)}"}]


def _in_place(claim: Claim, mark: Marked, typed: str) -> list[dict]:
    """What the claim says, to be put where the display stands; only where nothing but the formula stands there."""
    if mark.part or mark.display is None or " ".join(typed.split()) != " ".join(mark.display.text.split()):
        return []
    return [{"title": f"Write what {claim.id} says here", "replace": _stated(claim)}]


__all__ = ["spots_of"]
