"""Herbie's `bench`: formulas with another one for the same value, as FPCore. Nobody says that the two are equal: some are
approximations. """

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sympy import And, true

from theoremtest.derivations.language import Domain, Equal

from .problem import Problem, Unread, Unsaid, letter, read
from .sexpr import nested
from .smtlib import formula

TITLE = "Herbie's bench: formula and alternative"


def problems(path: Path) -> Iterator[Problem | Unread]:
    """Each alternative of each core below a folder `bench`."""
    for file in sorted(path.rglob("*.fpcore")):
        for core in (one for one in nested(file.read_text("utf-8")) if isinstance(one, list) and one[:1] == ["FPCore"]):
            given = {key: value for key, value in zip(core, core[1:], strict=False) if isinstance(key, str) and key.startswith(":")}
            others = [value for key, value in zip(core, core[1:], strict=False) if key == ":alt"]
            name = f"{file.stem}: {str(given.get(':name', '')).strip(chr(34))}"
            for number, other in enumerate(others, 1):
                yield read(f"{name} [{number}]", lambda core=core, other=other, given=given: _statement(core, other, given), truth=None)


def _statement(core: list, other: list, given: dict) -> Equal:
    letters = next(one for one in core[1:] if isinstance(one, list))
    if not all(isinstance(one, str) for one in letters):
        raise Unsaid("letters of another kind")
    if _chooses(other):
        raise Unsaid("chooses by cases")
    known = {name: letter(name.replace("*", "_").replace("-", "_").replace(".", "_").replace("/", "_")) for name in letters}
    condition = formula(given[":pre"], known) if ":pre" in given else true
    left, right = formula(core[-1], known), formula(other, known)
    if left == right:
        raise Unsaid("settled by how it is written")
    return Equal(left, right, on=Domain(*And.make_args(condition), over=sorted(known.values(), key=str)))


def _chooses(told) -> bool:
    return isinstance(told, list) and (told[:1] == ["if"] or any(map(_chooses, told)))
