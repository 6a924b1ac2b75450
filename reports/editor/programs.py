"""The claims of a file `claims_*.py`. Its text is parsed and never run: at first the ledger speaks of each claim's function. Only the file
as it is saved is imported, as a test run imports it, in a process of its own, and only by a longer look."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Claim
from theoremtest.reports.assistant.places import Place
from theoremtest.reports.files import text_of
from theoremtest.reports.formulas.unicode_formula import unicode_domain, unicode_formula
from theoremtest.reports.verify.consistency import fault

from .findings import NOTE, UNDECIDED, UNREAD, Found, found, key_of
from .records import ACCEPT, examined, raw_record, recorded
from .spots import EXACTLY, Asked, Judge, Spot

UNSAVED = "it is not saved, and what is not saved is not run"


def spots_of(path: Path, texts: Mapping[Path, str], place: Place) -> tuple[list[Spot], Judge]:
    """The functions of a file that are claims, by their names; what judges one."""
    text = texts[path]
    try:
        functions = dict(_functions(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        start = _offsets(text)[min(line, text.count("\n") + 1) - 1]
        end = text.find("\n", start)
        message = f"this is no Python: {getattr(error, 'msg', None) or error or type(error).__name__}"
        spot = Spot(key_of("no python", message, start), path.name, start, end if end >= 0 else len(text), start)
        return [spot], lambda spot, how: found(UNREAD, "not read", message, hover=[message])
    saved = _same(text, text_of(path))
    rest = key_of(path, _without(text, functions), saved, place.stamps)
    spots = {name: Spot(key_of(name, text[start:end], rest), name, start, head, start)
             for name, (start, head, end) in functions.items()}
    names = {spot.key: name for name, spot in spots.items()}
    return list(spots.values()), partial(_judged, path, names, saved)


def _same(text: str, disk: str) -> bool:
    return text == disk.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def _functions(text: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Functions under a decorator `claim(...)`: offsets where they begin, where their first line ends, and where they end."""
    lines = _offsets(text)
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and any(_is_claim(one) for one in node.decorator_list):
            head = text.find("\n", lines[node.lineno - 1])
            end = lines[node.end_lineno] if (node.end_lineno or 0) < len(lines) else len(text)
            yield node.name, (lines[min(one.lineno for one in node.decorator_list) - 1], head if head >= 0 else len(text), end)


def _is_claim(node: ast.expr) -> bool:
    called = node.func if isinstance(node, ast.Call) else node
    return (isinstance(called, ast.Name) and called.id == "claim") or (isinstance(called, ast.Attribute) and called.attr == "claim")


def _offsets(text: str) -> list[int]:
    """Where each line begins."""
    found, place = [0], text.find("\n")
    while place >= 0:
        found.append(place + 1)
        place = text.find("\n", place + 1)
    return found


def _without(text: str, functions: Mapping[str, tuple[int, int, int]]) -> str:
    """What stands beside the functions, on which all of them may rest."""
    pieces, place = [], 0
    for start, _, end in sorted(functions.values()):
        pieces.append(text[place:start])
        place = end
    return "".join([*pieces, text[place:]])


def _judged(path: Path, names: Mapping[str, str], saved: bool, spot: Spot, how: Asked) -> Found:
    name = names[spot.key]
    runs = saved and how.programs
    if how.routes == EXACTLY or not runs:
        record = next((one for one in how.place.workspace.records if one.get("module") == path.stem and one.get("function") == name
                       and not fault(one)), None) if how.place.workspace.personal else None
        if record is not None:
            return recorded(record, spot, to_come=runs)
        why = UNSAVED if not saved else "the ledger says nothing of it"
        return found(UNDECIDED, "undecided", f"{name}: {why}", NOTE, hover=[f"**{name}** {why}"], fixes=[ACCEPT] if saved else [],
                     to_come=runs)
    try:
        claim = _claim(path, name, how.place)
    except TheoremtestError as error:
        message = str(error).splitlines()[0]
        return found(UNREAD, "not read", f"{name}: {message}", hover=[f"**{name}** {message}"])
    statement = claim.statement
    read = [f"`{unicode_formula(statement.latex())}`, for all {unicode_domain(statement.on.latex()) or 'values'}"]
    if claim.erratum:
        read.append(f"corrected `{unicode_formula(claim.erratum.corrected.latex())}`")
    named = Spot(spot.key, claim.id, spot.start, spot.end, spot.mark)
    return examined(claim, named, how, read, raw_record(how.place, claim.id, statement))


def _claim(path: Path, name: str, place: Place) -> Claim:
    """The claim that a function of the saved file is; the file is imported."""
    workspace = place.workspace
    try:
        claims = workspace.own_claims
    except TheoremtestError:  # another file is broken
        claims = ()
    if not any(claim.module == path.stem for claim in claims):
        claims = workspace.library.add_file(path)
    for claim in claims:
        if claim.module == path.stem and claim.function == name:
            return claim
    raise TheoremtestError(f"{path.name} as it is saved has no claim {name}")


__all__ = ["spots_of"]
