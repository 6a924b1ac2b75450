"""Does an abbreviation have a value where a statement speaks of it? Written out it may cancel, and its gaps with it.

With `k := 1/x` SymPy makes `k x` one, and with `k := sqrt(x)` it makes `k^2` x, at points where k has no value. An identity is claimed
wherever both sides have one; every other kind of statement speaks of every point of its domain.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Expr, oo, sympify

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.statement import Limit, Solves, Statement

from .asymptotics.limits import prove_limit
from .continuity import in_share
from .deadline import Deadline
from .functions.table import entry_of
from .matrices.scalarise import Scalarised
from .points.witness import has_value, some_points
from .signs.definedness import defined
from .signs.hypotheses import Empty, Facts
from .zero.normal_form import is_zero


def lost_gap(statement: Statement, where, deadline: Deadline) -> str | None:
    """An abbreviation that went when it was written out and is not shown to have a value all over a domain, in words; None where none did.

    where: the statement's domain, with what it binds declared.
    """
    if not statement.on.where:
        return None
    setting = Scalarised(where, deadline)
    try:
        facts = Facts.of(setting.domain)
    except Empty:
        return None
    written = [statement.on.expand(sympify(formula, strict=True)) for formula in statement.expressions()]
    for key in spoken_of(statement):
        value = statement.on.expand(statement.on.where[key])
        if not isinstance(value, Expr) or getattr(value, "shape", ()) or not _has_gaps(value):
            continue
        if any(hasattr(formula, "has") and formula.has(value) for formula in written):
            continue  # whoever proved the statement has met it
        if isinstance(statement, Limit) and _grows(setting.scalar(value), statement, setting.domain, deadline):
            continue  # a limit speaks of what comes near its point, and there the abbreviation has a value
        if isinstance(statement, Solves):  # its own checks have looked at every time; what is left are single points
            if any(has_value([value], point) is False for point in some_points(where, deadline)):
                return f"{key} has no value somewhere in the domain, and is gone where it is written out"
        elif not in_share(lambda share, value=value: defined(setting.scalar(value), facts, share), deadline):
            return f"{key} is not shown to have a value all over the domain, and is gone where it is written out"
    return None


def _grows(value: Expr, statement: Limit, domain: Domain, deadline: Deadline) -> bool:
    """Whether a value is proved to grow without bound towards a limit's point, so that it exists all the way from somewhere on."""
    variable = statement.variable
    if variable not in atoms_of(value):
        return False
    return prove_limit(value, variable, statement.point, oo, None, domain, deadline, is_zero) is not None


def spoken_of(statement: Statement) -> list:
    """The abbreviations that a statement speaks of, those inside others included."""
    return spoken_in(statement.expressions(), statement.on)


def spoken_in(expressions: Iterable, domain: Domain) -> list:
    """The abbreviations that expressions speak of, those inside others included."""
    reached = set().union(*map(atoms_of, expressions))
    for key in reversed(domain.where):
        if key in reached:
            reached |= atoms_of(domain.where[key])
    return [key for key in domain.where if key in reached]


def _has_gaps(value: Expr) -> bool:
    """Whether some part of a value may have none of its own: a quotient, a root, a logarithm."""
    stack = [value]
    while stack:
        node = stack.pop()
        entry = entry_of(node)
        if entry is not None and (entry.defined is None or entry.defined(*node.args)):
            return True
        stack.extend(node.args)
    return False
