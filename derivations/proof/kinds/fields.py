"""Potentials, gradients and Hessians: fields over a vector whose dimension stays open."""

from __future__ import annotations

from sympy import Dummy, Eq, Expr, Gt, S, Symbol, diff, oo, together
from sympy.matrices.expressions.matexpr import MatrixSymbol

from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.language.statement import Gradient, Hessian, Minimises, NotHessian
from rederive.derivations.language.symbols import Dot
from rederive.derivations.language.verdict import Counterexample, Outcome
from rederive.derivations.proof.asymptotics.limits import compute_limit
from rederive.derivations.proof.ladder import Finding, findings_of, noted, over_generators, refutation, scope, zero_rung
from rederive.derivations.proof.matrices.scalarise import Scalarised
from rederive.derivations.proof.matrices.words import Letter, NotWords
from rederive.derivations.proof.refute import refute_equal
from rederive.derivations.proof.signs.signs import NOT_ZERO, Sign, sign
from rederive.derivations.proof.zero.normal_form import is_zero

SPHERES = (S.One, S(4))
"""Squared lengths at which a field that is no Hessian is looked at, where its sign is not settled for all at once."""


class _Coordinates:
    """Coordinates of a vector beside the square N of its norm: N absorbs all coordinates that are not named.

    A function of (N, b_1, b_2) has the total derivative d/db_i = partial_i + 2 b_i partial_N, whatever the dimension.
    """

    def __init__(self, variable: MatrixSymbol, domain: Domain):
        self.N = Dummy("N", real=True)
        self.b1, self.b2 = Dummy("b_1", real=True), Dummy("b_2", real=True)
        self.setting = Scalarised(domain)
        self.variable = variable
        self.square = self.setting.scalar(Dot(variable, variable))
        base = self.setting.domain
        conditions = [c.subs(self.square, self.N) for c in base.conditions]
        scalars = [s for s in base.scalars if s != self.square]
        self.domain = Domain(*conditions, self.N > 0, over=[*scalars, self.b1, self.b2])

    def scalar(self, expression) -> Expr:
        return self.setting.scalar(expression).subs(self.square, self.N)

    def total(self, expression, b) -> Expr:
        return diff(expression, b) + 2 * b * diff(expression, self.N)

    def field(self, matrix) -> tuple[Expr, Expr]:
        """c and e where the matrix is c I + e v v^T; anything else is no radial field."""
        words = self.setting.matrix(matrix)
        v = Letter(self.variable)
        outer = (v, v.T)
        if set(words) - {(), outer}:
            raise NotWords(f"{matrix} is not of the form c I + e v v^T")
        return tuple(words.get(word, S.Zero).subs(self.square, self.N) for word in ((), outer))


def _radial_refutation(left, right, frame: _Coordinates, deadline, operation, tried="normal form"):
    names = {frame.N: Symbol(r"\|v\|^2", real=True), frame.b1: Symbol("v_1", real=True), frame.b2: Symbol("v_2", real=True)}
    plain = Domain(*[c.xreplace(names) for c in frame.domain.conditions], names[frame.b1] ** 2 + names[frame.b2] ** 2 <= names[frame.N],
                   over=[names.get(s, s) for s in frame.domain.scalars])
    return refutation(refute_equal(left.xreplace(names), right.xreplace(names), plain, deadline), operation, tried)


@findings_of.register
def _(statement: Gradient, deadline) -> list[Finding]:
    frame = _Coordinates(statement.variable, statement.on)
    slope = frame.total(frame.scalar(statement.potential), frame.b1)
    words = frame.setting.matrix(statement.value)
    if set(words) - {(Letter(statement.variable),)}:
        raise NotWords(f"{statement.value} is not a multiple of {statement.variable}")
    value = sum((c for c in words.values()), S.Zero).subs(frame.square, frame.N) * frame.b1
    rung = zero_rung(slope - value, frame.domain, deadline)
    if rung is None:
        return [_radial_refutation(slope, value, frame, deadline, "differentiation")]
    return [Finding(Outcome.PROVED, f"differentiation, {rung}", "whole domain, every d")]


@findings_of.register
def _(statement: Hessian, deadline) -> list[Finding]:
    frame = _Coordinates(statement.variable, statement.on)
    potential = frame.scalar(statement.potential)
    c, e = frame.field(statement.field)
    findings = []
    first = frame.total(potential, frame.b1)
    for label, second, entry in (("diagonal entry", frame.total(first, frame.b1), c + e * frame.b1**2),
                                 ("off-diagonal entry", frame.total(first, frame.b2), e * frame.b1 * frame.b2)):
        rung = zero_rung(second - entry, frame.domain, deadline)
        if rung is None:
            findings.append(noted(_radial_refutation(second, entry, frame, deadline, "differentiation"), label))
        else:
            findings.append(Finding(Outcome.PROVED, f"differentiation, {rung}", "whole domain, every d"))
    return findings


@findings_of.register
def _(statement: NotHessian, deadline) -> list[Finding]:
    frame = _Coordinates(statement.variable, statement.on)
    c, e = frame.field(statement.field)
    mixed = frame.total(c + e * frame.b1**2, frame.b2) - frame.total(e * frame.b1 * frame.b2, frame.b1)
    domain = frame.domain.but(frame.b2 > 0)
    rung = zero_rung(mixed, frame.domain, deadline)
    if rung is not None:
        return [Finding(Outcome.REFUTED, f"mixed-partials test, {rung}", "whole domain, every d",
                        Counterexample((), note="the mixed partial derivatives agree identically"))]
    general, over = over_generators(mixed, domain, deadline)
    found = sign(together(general), over, deadline)
    if found in NOT_ZERO:
        return [Finding(Outcome.PROVED, "mixed-partials test, sign analysis", "whole domain, every d >= 2")]
    where = _fails_on_spheres(mixed, frame.N, domain, deadline)
    if where:
        return [Finding(Outcome.PROVED, f"mixed-partials test where |v|^2 = {' or '.join(map(str, where))}, sign analysis",
                        "whole domain, every d >= 2")]
    if _fails_far_out(mixed.subs({frame.b1: S.Zero, frame.b2: S.One}), frame, deadline):
        return [Finding(Outcome.PROVED, "mixed-partials test as |v| grows, exact series", "whole domain, every d >= 2")]
    return [Finding(Outcome.UNDECIDED, tried=("sign of the mixed-partials difference",))]


def _fails_on_spheres(mixed, N, domain: Domain, deadline, splits: int = 2) -> tuple:
    """Squared lengths at which the mixed partials differ, one for each case; empty where that is not shown.

    A field that fails the test on one sphere is no Hessian. Where a whole number decides, its least value is told apart.
    """
    for square in SPHERES:
        try:
            on_sphere = domain.at({N: square})
        except DomainError:
            continue
        if sign(together(mixed.subs(N, square)), on_sphere, deadline) in NOT_ZERO:
            return (square,)
    counts = sorted((symbol for symbol in mixed.free_symbols if symbol.is_integer), key=str)
    for symbol in counts if splits else ():
        least = max(1, domain.bounds[symbol].lower or 1) if symbol in domain.bounds else 1
        first = _fails_on_spheres(mixed.subs(symbol, least), N, domain.but(Eq(symbol, least)), deadline, splits - 1)
        rest = first and _fails_on_spheres(mixed, N, domain.but(Gt(symbol, least)), deadline, splits - 1)
        if rest:
            return tuple(dict.fromkeys((*first, *rest)))
    return ()


def _fails_far_out(mixed, frame: _Coordinates, deadline) -> bool:
    """Whether the mixed partials differ for long vectors: their difference has a leading term that vanishes for no value of the others."""
    cases = compute_limit(mixed, frame.N, oo, frame.domain, deadline, is_zero)
    if not cases:
        return False
    return all(sign(case.coefficient, frame.domain.but(*case.conditions), deadline) in NOT_ZERO for case in cases)


@findings_of.register
def _(statement: Minimises, deadline) -> list[Finding]:
    """The mirror-flow argument, each link decided: Hessian identity, slope, convexity and a positive warp give KKT."""
    domain, b = statement.on, statement.variable
    frame = _Coordinates(b, domain)
    findings = []
    potential = frame.scalar(statement.potential)
    warp = frame.scalar(statement.warp)
    # 1. warp * M^{-1} is the Hessian, checked as Hessian * M = warp * I along I and b b^T
    r1 = diff(potential, frame.N) * 2  # p'(r)/r
    c, e = r1, diff(potential, frame.N, 2) * 4  # Hessian = c I + e b b^T
    m, k = frame.field(statement.preconditioner)
    for label, left, right in (("tangential", c * m, warp), ("radial", (c + e * frame.N) * (m + k * frame.N), warp)):
        rung = zero_rung(left - right, frame.domain, deadline)
        findings.append(Finding(Outcome.PROVED, f"Hessian times preconditioner is the warp ({label}), {rung}", scope(domain))
                        if rung else noted(_radial_refutation(left, right, frame, deadline, "Hessian times preconditioner"),
                                           f"Hessian times preconditioner, {label} part"))
    # 2. the slope is the potential's gradient at the initialisation
    start = _Coordinates(statement.initial, domain)
    words = start.setting.matrix(statement.slope)
    if set(words) - {(Letter(statement.initial),)}:
        raise NotWords(f"{statement.slope} is not a multiple of {statement.initial}")
    slope = sum((x for x in words.values()), S.Zero).subs(start.square, start.N)
    wanted = start.scalar(statement.potential.xreplace({b: statement.initial}))
    left, right = 2 * diff(wanted, start.N), slope
    rung = zero_rung(left - right, start.domain, deadline)
    findings.append(Finding(Outcome.PROVED, f"slope is the gradient at the initialisation, {rung}", scope(domain)) if rung else
                    noted(_radial_refutation(left, right, start, deadline, "gradient at the initialisation"),
                          "the potential's gradient at the initialisation against the printed slope, per unit of it"))
    # 3. convexity and a positive warp
    for label, quantity in (("tangential curvature", c), ("radial curvature", c + e * frame.N), ("warp", warp)):
        if sign(together(quantity), frame.domain, deadline) is Sign.POSITIVE:
            findings.append(Finding(Outcome.PROVED, f"{label} positive, sign analysis", scope(domain)))
        else:
            findings.append(Finding(Outcome.UNDECIDED, tried=(f"sign of the {label}",)))
    return findings
