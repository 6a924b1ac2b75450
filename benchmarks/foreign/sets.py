"""The sets that can be read, and where below a folder each of them lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from . import dlmf, herbie, neqlips, polya, rubi, solvers_sets, vasile, wester
from .problem import Problem, Unread


@dataclass(frozen=True)
class Set:
    """A set: its title, what is looked for below a folder, how many folders above that its reader begins, and the reader."""

    title: str
    mark: str
    above: int
    problems: Callable[[Path], Iterator[Problem | Unread]]


SETS = (Set(vasile.TITLE, "problems/books/vasile.py", 0, vasile.problems),
        Set("Triple-SOS: the other book", "problems/books/nice_and_hard567.py", 0, vasile.problems),
        Set(polya.TITLE, "examples/sample_problems.py", 0, polya.problems),
        Set(neqlips.TITLE, "Neq/math/Problem/Evan_chen.lean", 1, neqlips.problems),
        Set("cvc5's tests of nonlinear arithmetic", "cli/regress0/nl", 2, solvers_sets.of_cvc5),
        Set("dReal's tests", "dreal/test/smt2/01.smt2", 1, solvers_sets.of_dreal),
        Set(rubi.TITLE, "0 Independent test suites/Apostol Problems.m", 1, rubi.problems),
        Set(dlmf.TITLE, "dlmf/dlmf-formulae.txt", 0, dlmf.problems),
        Set(herbie.TITLE, "bench/hamming", 1, herbie.problems),
        Set(wester.TITLE, "tests/test_wester.py", 0, wester.problems))


def found_in(folder: Path) -> Iterator[tuple[Set, Path]]:
    """The sets that lie in a folder, or below it, each with where it begins."""
    for one in SETS:
        for place in sorted(folder.rglob(one.mark.rpartition("/")[2])):
            if place.as_posix().endswith(one.mark):
                yield one, place.parents[one.above - 1] if one.above else place
                break
