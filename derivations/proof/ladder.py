"""Goals that every kind of statement is turned into: two scalars or two matrices are equal, a sum of words vanishes.

A goal climbs a ladder: structural identity, normal form over a tower of generators, vanishing derivative; balls only refute. The rung
that settled it is recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import singledispatch

from sympy import Derivative, Eq, Expr, Gt, KroneckerDelta, S

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.kronecker import OverNeurons
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.endless import involves_integrals, speaks_of_integrals

from .balls.enclose import NotEvaluable, separated
from .deadline import Deadline, OutOfTime
from .expansion import expanded
from .matrices.adoption import renewed
from .matrices.blocks import opened_scalar, paired, speaks_of_blocks
from .matrices.completion import complete_words
from .matrices.diagonals import has_diagonals
from .matrices.eigenvectors import alike_or_orthogonal
from .matrices.inverses import inverted_by, inverted_in
from .matrices.kronecker import Tensors, speaks_of_products
from .matrices.letters import NotWords, difference, is_matrix, sizes_in, speaks_of_matrices, tidied
from .matrices.multiplied_out import COMPLETING, vanishing, vanishing_scalar
from .matrices.scalarise import Scalarised
from .points.random_points import points
from .reasons import NO_POINT
from .refute import refute_equal
from .signs.signs import Sign, sign
from .sums.finite import differentiated, has_sums
from .zero.equalities import substitute_equalities
from .zero.forced_zeros import with_forced_zeros
from .zero.moduli import over_known_signs, with_moduli_as_bounds
from .zero.normal_form import is_zero
from .zero.symbolic_powers import has_symbolic_powers, rewritten
from .zero.vanishing_derivative import is_constant_zero
from .zero.whole_turns import is_zero_angle

SMALL = 60
"""Operations up to which SymPy's own expansion is tried first; beyond, it may outlast any time limit."""


BLOCKS = "block by block"
"""How the rung of a goal over blocks begins."""
ONE_POINT = "one exact point"
"""How far a refutation reaches."""
PROOF_SHARE = 0.9
"""The part of the time left that a proof of an identity may take; the rest is kept for a counterexample."""


@dataclass(frozen=True)
class Finding:
    """How one goal ended."""

    outcome: Outcome
    rung: str = ""
    scope: str = ""
    counterexample: Counterexample | None = None
    tried: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    """Rules that a proof rests on without a witness that the kernel took."""
    proofs: tuple[str, ...] = ()
    """Witnesses that the kernel took, as text."""
    worked: float = field(default=0.0, compare=False)
    """Of the first of a statement's findings: the seconds of work that went into all of them."""


@singledispatch
def findings_of(statement, deadline) -> list[Finding]:
    return [Finding(Outcome.UNDECIDED, tried=(f"no exact method for statements of kind {type(statement).__name__}",))]


def scope(domain: Domain, *expressions) -> str:
    """The whole domain and the sizes that are symbolic there; expressions: what may speak of more sizes, identities for instance."""
    sizes = dict.fromkeys(domain.dimensions)
    sizes.update(dict.fromkeys(sorted(sizes_in(*expressions) - set(sizes), key=str)))
    open_sizes = [str(size) for size in sizes if size not in domain.fixed]
    fixed = [f"{size} = {domain.fixed[size]}" for size in sizes if size in domain.fixed]
    return ", ".join(["whole domain", *fixed, *([f"every {', '.join(open_sizes)}"] if open_sizes else [])])


def identity_scope(domain: Domain, *expressions) -> str:
    """An identity's normal form says nothing where a side has no value."""
    return scope(domain, *expressions) + ", wherever both sides are defined"


def zero_rung(difference: Expr, domain: Domain, deadline: Deadline) -> str | None:
    """The rung that proves a scalar expression zero over the domain, or None."""
    difference = substitute_equalities(difference, domain)
    if difference == 0 or (difference.count_ops() < SMALL and expanded(difference) == 0):
        return "structural"
    plain = with_forced_zeros(with_moduli_as_bounds(domain))
    general, over = over_generators(difference, plain, deadline)
    if is_zero(general, over, deadline) is True:
        return "normal form"
    if general != difference and is_zero(difference, plain, deadline) is True:  # the powers as exponentials of logarithms
        return "normal form"
    if is_zero_angle(difference, plain, deadline) is True:
        return "normal form, angles within a turn"
    if _differs(difference, S.Zero, plain, deadline):
        return None
    if is_constant_zero(general, over, deadline) is True:
        return "vanishing derivative"
    signed = over_known_signs(difference, plain, deadline)
    return zero_rung(signed, domain, deadline) if signed != difference else None


def over_generators(expression: Expr, domain: Domain, deadline: Deadline) -> tuple[Expr, Domain]:
    """Powers with symbolic exponents as powers of generators, and the domain with what is known of those."""
    if not has_symbolic_powers(expression):
        return expression, domain
    expression, generators = rewritten(expression, lambda base: sign(base, domain, deadline) is Sign.POSITIVE)
    return expression, domain.but(*(Gt(generator, 0) for generator in generators))


_WITH_SUMS: list[Callable[..., Finding]] = []


def with_sums(goal: Callable[..., Finding]) -> Callable[..., Finding]:
    """Register what decides an equation between scalars with sums in it, from above this module."""
    _WITH_SUMS.append(goal)
    return goal


_WITH_FUNCTIONS: list[Callable[..., Finding]] = []


def with_functions(goal: Callable[..., Finding]) -> Callable[..., Finding]:
    """Register what decides an equation in which functions of matrices occur, from above this module."""
    _WITH_FUNCTIONS.append(goal)
    return goal


def _goal_with_functions(*question) -> Finding:
    goal = next(iter(_WITH_FUNCTIONS), None)
    return goal(*question) if goal else Finding(Outcome.UNDECIDED, tried=("functions of matrices",))


_WITH_INTEGRALS: list[Callable[..., Finding]] = []


def with_integrals(goal: Callable[..., Finding]) -> Callable[..., Finding]:
    """Register what decides an equation between scalars with integrals or endless sums in it, from above this module."""
    _WITH_INTEGRALS.append(goal)
    return goal


def scalar_goal(left: Expr, right: Expr, domain: Domain, deadline: Deadline, operation: str = "", inverted=()) -> Finding:
    """left = right for scalars, inner products allowed; inverted: matrices that have an inverse wherever the statement says anything."""
    if involves_integrals(domain, left, right):
        goal = next(iter(_WITH_INTEGRALS), None)
        return goal(left, right, domain, deadline, operation) if goal else Finding(Outcome.UNDECIDED, tried=("integrals",))
    if has_sums(left) or has_sums(right):
        goal = next(iter(_WITH_SUMS), None)
        return goal(left, right, domain, deadline, operation) if goal else Finding(Outcome.UNDECIDED, tried=("sums of any size",))
    left, right = evaluated(left, domain), evaluated(right, domain)
    if speaks_of_blocks(domain.expand(left), domain.expand(right)):
        return _opened_goal(left, right, domain, deadline, operation)
    if speaks_of_functions(domain, left, right):
        return _goal_with_functions(left, right, domain, deadline, operation)
    if _apart(left, right, domain, deadline):
        return sought(lambda: refute_equal(left, right, domain, deadline), operation, "normal form")
    share, late = deadline.part(PROOF_SHARE), None
    try:
        if speaks_of_matrices(domain.expand(left - right)) or domain.matrices:
            setting = Scalarised(domain, deadline, (left, right), inverted)
            difference = setting.words.determinants.reduced(setting.scalar(left - right))
            if setting.words.inverses or setting.words.has_diagonals():
                rung = vanishing_scalar(difference, setting, lambda scalar: zero_rung(scalar, setting.domain, share), share)
            else:
                rung = zero_rung(difference, setting.domain, share)
        else:
            rung = zero_rung(domain.expand(left - right), domain, share)
    except NotWords as reason:
        return sought(lambda: refute_equal(left, right, domain, deadline), operation, f"matrix words: {reason}")
    except OutOfTime as reason:  # what takes long to prove may be quick to refute
        rung, late = None, reason
    if rung is not None:
        return Finding(Outcome.PROVED, named(operation, rung), identity_scope(domain, left, right))
    if late is None and domain.matrices:
        rung = _by_eigenvectors(left, right, domain, deadline, inverted)
        if rung is not None:
            return Finding(Outcome.PROVED, named(operation, rung), identity_scope(domain, left, right))
    if late is None and not domain.matrices and domain.expand(left - right).has(KroneckerDelta):
        goal = next(iter(_WITH_SUMS), None)
        return goal(left, right, domain, deadline, operation) if goal else Finding(Outcome.UNDECIDED, tried=("deltas",))
    found = sought(lambda: refute_equal(left, right, domain, deadline), operation, "normal form, vanishing derivative")
    if late is not None and found.outcome is Outcome.UNDECIDED:
        raise late
    return found


def _by_eigenvectors(left: Expr, right: Expr, domain: Domain, deadline: Deadline, inverted) -> str | None:
    """In the two cases of two eigenvectors of one matrix: of the same eigenvalue, or orthogonal."""
    for cases in alike_or_orthogonal(domain):
        if all(_holds_in(left, right, domain, case, deadline, inverted) for case in cases):
            return "cases of two eigenvectors: one eigenvalue, or orthogonal"
    return None


def _holds_in(left: Expr, right: Expr, domain: Domain, case: Eq, deadline: Deadline, inverted) -> bool:
    if case == S.false:  # two numbers that differ
        return True
    try:
        return scalar_goal(left, right, domain.but(case), deadline, inverted=inverted).outcome is Outcome.PROVED
    except DomainError:  # no such case, or no point of it was found, which is no proof that there is none
        return False


def speaks_of_functions(domain: Domain, *expressions) -> bool:
    """Whether functions of symmetric matrices occur, in the domain's abbreviations and conditions too."""
    spoken = (*expressions, *domain.where.values(), *domain.conditions)
    return any(hasattr(part, "has") and part.has(MatrixFunction) for part in spoken)


def _apart(left: Expr, right: Expr, domain: Domain, deadline: Deadline) -> bool:
    """Whether balls separate the sides at one of a few random points: then a proof need not be tried."""
    return (is_matrix(left) or (left - right).count_ops() >= SMALL) and _differs(left, right, domain, deadline)


def _differs(left, right, domain: Domain, deadline: Deadline) -> bool:
    """Whether balls separate the sides at one of a few random points."""
    try:
        return any(separated(left, right, point, deadline, most=256) is not None for point in points(domain, 3, "probe"))
    except (DomainError, NotEvaluable):
        return False  # no point, or an unknown function: only a proof can tell


def evaluated(expression, domain: Domain | None = None):
    """Derivatives that can be carried out, carried out; abbreviations in them are written out first, as they may depend on the variable.

    Integrals, sums and limits beside them are left as they stand: SymPy's values for those are no proof.
    """
    if not (hasattr(expression, "has") and expression.has(Derivative)):
        return expression
    if has_sums(expression) and not speaks_of_integrals(expression):  # SymPy's own sums run backwards where they are empty
        return differentiated(expression if domain is None else domain.expand(expression))
    written = expression if domain is None else domain.expand(expression)
    return written.replace(lambda node: isinstance(node, Derivative) and not speaks_of_integrals(node), lambda node: node.doit(deep=False))


def _opened_goal(left, right, domain: Domain, deadline: Deadline, operation: str) -> Finding:
    """A scalar goal over the blocks of its matrices."""
    inverted = inverted_by(domain) + inverted_in(domain.expand(left), domain.expand(right))
    try:
        opened = [opened_scalar(domain.expand(side), inverted) for side in (left, right)]
    except NotWords as reason:
        return sought(lambda: refute_equal(left, right, domain, deadline), operation, f"blocks: {reason}")
    return scalar_goal(*opened, domain, deadline, named(operation, BLOCKS), inverted)


def block_goals(left, right, domain: Domain, deadline: Deadline, operation: str) -> Finding:
    """left = right for matrices of blocks: block by block, each side with a value only where all of its blocks have one."""
    sides = domain.expand(left), domain.expand(right)
    inverted = inverted_by(domain) + inverted_in(*sides)
    try:
        pairs = paired(*sides)
    except NotWords as reason:
        return sought(lambda: refute_equal(left, right, domain, deadline), operation, f"blocks: {reason}")
    rungs = []
    for one, other in pairs:
        found = matrix_goal(one, other, domain, deadline, named(operation, BLOCKS), inverted)
        if found.outcome is not Outcome.PROVED:
            return sought(lambda: refute_equal(left, right, domain, deadline), operation, "; ".join((BLOCKS, *found.tried)))
        rungs.append(found.rung)
    return Finding(Outcome.PROVED, "; ".join(dict.fromkeys(rungs)), identity_scope(domain, left, right))


def matrix_goal(left, right, domain: Domain, deadline: Deadline, operation: str = "", inverted=()) -> Finding:
    """left = right for matrices, word by word; inverted: matrices that have an inverse wherever the statement says anything."""
    if speaks_of_blocks(domain.expand(left), domain.expand(right)):
        return block_goals(left, right, domain, deadline, operation)
    if speaks_of_functions(domain, left, right):
        return _goal_with_functions(left, right, domain, deadline, operation)

    def refute():
        return refute_equal(left, right, domain, deadline)

    try:
        if not all(map(same_size, left.shape, right.shape)):
            raise NotWords(f"shapes {left.shape} and {right.shape} are not the same for every size")
        sides = domain.expand(left), domain.expand(right)
        units = {node.unit for side in sides for node in side.atoms(OverNeurons)}
        setting = Scalarised(_unbound(domain, units), deadline, sides, inverted)
        if any(map(speaks_of_products, sides)):
            gap = Tensors(setting.words).gap(*sides)
        else:
            gap = difference(*map(setting.matrix, sides))
    except NotWords as reason:
        return sought(refute, operation, f"matrix words: {reason}")
    return words_vanish(gap, setting, domain, deadline, operation, refute, (left, right), lambda: _apart(left, right, domain, deadline))


def _unbound(domain: Domain, units: set) -> Domain:
    """The domain without the conditions on the unit vectors that sums over neurons bind: a point's value says nothing of those."""
    return Domain(*(c for c in domain.conditions if not atoms_of(domain.expand(c)) & units), over=domain.symbols, where=domain.where) \
        if units else domain


def words_vanish(gap: dict, setting: Scalarised, domain: Domain, deadline, operation, refute, about=(), differs=lambda: False) -> Finding:
    """Whether all coefficients of a sum of words are zero.

    about: the expressions compared, whose sizes the scope names. differs: whether a point is soon found where they are not.
    """
    if all(isinstance(word, tuple) for word in gap) and (setting.words.inverses or has_diagonals(gap)):  # no Kronecker products
        shape = next(expression.shape for expression in about if is_matrix(expression))
        found = vanishing(gap, shape, setting, lambda scalar: zero_rung(scalar, setting.domain, deadline), deadline.part(PROOF_SHARE),
                          differs)
        if found is None:
            return sought(refute, operation, "matrix words with inverse letters, multiplied out and completed")
        kind = "inverse letters" if setting.words.inverses else "diagonal letters, mode by mode"
        rung = f"matrix words with {kind}" + (", " + ", ".join(dict.fromkeys(found)) + " coefficients" if found else "")
        return Finding(Outcome.PROVED, named(operation, rung), identity_scope(domain, *about))
    rungs = _rungs_of(gap, setting, deadline)
    if rungs is None:
        found = sought(refute, operation, "matrix words with normal-form coefficients")
        if found.outcome is Outcome.REFUTED or not setting.words.rewriting.speaks or not all(isinstance(word, tuple) for word in gap):
            return found
        complete_words(setting.words, deadline.part(COMPLETING))
        rungs = _rungs_of(tidied(renewed(setting.words, gap)), setting, deadline)
        if rungs is None:
            return found
        operation = named(operation, "rules completed")
    rung = "matrix words" + (" with " + ", ".join(dict.fromkeys(rungs)) + " coefficients" if rungs else "")
    return Finding(Outcome.PROVED, named(operation, rung), identity_scope(domain, *about))


def _rungs_of(gap: dict, setting: Scalarised, deadline) -> list[str] | None:
    """How the coefficients of a sum of words are shown to be zero; None where one is not."""
    rungs = []
    for coefficient in gap.values():
        rung = zero_rung(coefficient, setting.domain, deadline)
        if rung is None:
            return None
        rungs.append(rung)
    return rungs


def sought(refute: Callable[[], Counterexample | None], operation: str, tried: str) -> Finding:
    """What a search for a counterexample came to; a domain in which no point is found is said to have none."""
    try:
        return refutation(refute(), operation, tried)
    except DomainError as reason:
        return Finding(Outcome.UNDECIDED, tried=(named(operation, tried), f"{NO_POINT}{reason}"))


def refutation(counterexample: Counterexample | None, operation: str, tried: str) -> Finding:
    """A counterexample as a finding; without one, undecided with what was tried."""
    if counterexample is not None:
        return Finding(Outcome.REFUTED, named(operation, "ball arithmetic"), ONE_POINT, counterexample)
    return Finding(Outcome.UNDECIDED, tried=(named(operation, tried), "balls at small and random points found no difference"))


def noted(finding: Finding, note: str) -> Finding:
    if finding.counterexample is None:
        return finding
    c = finding.counterexample
    return Finding(finding.outcome, finding.rung, finding.scope, Counterexample(c.point, c.left, c.right, note), finding.tried)


def named(operation: str, rung: str) -> str:
    return f"{operation}, {rung}" if operation else rung


def without(domain: Domain, variable) -> Domain:
    conditions = [c for c in domain.conditions if variable not in atoms_of(c)]
    return Domain(*conditions, over=[s for s in domain.symbols if s != variable])
