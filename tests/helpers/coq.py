"""What tests with a running Coq share: they are skipped where there is none."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

import pytest
import sympy as sp

from theoremtest.derivations.certificates import NoScript, part_of
from theoremtest.derivations.certificates.matrices import MatrixPart
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.certificates.printing.numbers import proving
from theoremtest.derivations.kernel.points import VALUELESS, fails
from theoremtest.derivations.kernel.terms import Refused
from theoremtest.derivations.language import Statement
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.attest import witness
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.gate import open_domain
from theoremtest.derivations.proof.points.witness import some_points
from theoremtest.derivations.proof.witnesses.proving import prove
from theoremtest.numerics.routes.points import draw, sampled_domain
from theoremtest.reports.certify.kernel import MISSING, Kernel, available

needs_coq = pytest.mark.skipif(not available(), reason=MISSING)


def taken(kernel: Kernel, statement: Statement, says: str = "proved", point=None) -> bool:
    """Whether Coq takes the script for a part, or for its negation; what holds has the witness that is found for it, what does not the
    point: values by the names of letters."""
    return bool(_taken(kernel, _part(statement, says, point)))


def _part(statement: Statement, says: str = "proved", point=None):
    part = part_of(statement, says, draw(sampled_domain(statement), 6, "twins"))
    if point is not None:
        letters = {str(symbol): symbol for symbol in part.theorem.names.known}
        there = {letters[name]: sp.Rational(value) for name, value in point.items() if name in letters}
        part.witness = tree_of(statement), [{"point": to_tree(there)}]
        return part
    proofs = witness(statement) if says == "proved" else None
    part.witness = (tree_of(statement), list(map(json.loads, proofs))) if proofs else None
    return part


def shown_of(statement: Statement) -> MatrixPart:
    """What is said of matrices, with the witness that is found for it."""
    proofs = witness(statement)
    return replace(matrix_part(statement), witness=(tree_of(statement), list(map(json.loads, proofs))) if proofs else None)


def denied(statement: Statement, point=None) -> MatrixPart:
    """The negation of what is said of matrices, at a point: symbols with values, or the first at which our kernel sees it fail."""
    part, tree = matrix_part(statement).denied(), tree_of(statement)
    for found in [point] if point else some_points(open_domain(statement), Deadline(20)):
        with suppress(Refused):
            if point is None and fails(tree, to_tree(found)) == VALUELESS:
                continue  # an equation says nothing there
            part.witness = tree, [{"point": to_tree(found)}]
            break
    return part


def part_taken(kernel: Kernel, part, like=None) -> bool:
    """Whether Coq takes the script of a part that is written already, or of another one, `like`."""
    return bool(_taken(kernel, part, *([like] if like is not None else [])))


def true_and_not_wrong(kernel: Kernel, true: Statement, wrong: Statement) -> bool:
    """Whether Coq takes a statement, and neither that script nor one of its own for another statement."""
    script = _taken(kernel, _part(true))
    other = part_of(wrong, "proved", draw(sampled_domain(wrong), 6, "twins"))
    return bool(script) and not _taken(kernel, other) and not _check(kernel, other, script)


def _check(kernel: Kernel, part, script: str) -> bool:
    name = f"certificate_{part.digest[:12]}"
    return kernel.check(name, part.whole(name, script)).taken


def _taken(kernel: Kernel, part, *others) -> str:
    """The first script of parts that Coq takes for the first of them; empty where there is none."""
    for one in (part, *others):
        alone = isinstance(one, MatrixPart) and one.says == "proved" and one.witness is None
        with suppress(NoScript), proving(prove):
            script = one.proof() if alone else one.script()
            if _check(kernel, part, script):
                return script
    return ""
