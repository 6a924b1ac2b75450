"""Fields c I + e v v^T whose c and e are functions of |v| alone: fields that are no Hessian, and what a mirror flow minimises.

With N the square of the norm, such a field is the Hessian of a potential just where e = 2 dc/dN: the mixed partial derivatives of its
entries differ by v_j (2 dc/dN - e).
"""

from __future__ import annotations

from sympy import Dummy, Eq, Expr, Gt, Integer, Lt, Ne, Pow, S, ceiling, diff, oo, together
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.kernel.goals import Goal, Setting, two_dimensions
from theoremtest.derivations.kernel.terms import read
from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.statement import Minimises, NotHessian
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.asymptotics.limits import compute_limit
from theoremtest.derivations.proof.ladder import Finding, findings_of, noted, over_generators, refutation, scope, zero_rung
from theoremtest.derivations.proof.matrices.calculus import ensure_no_matrices, ensure_smooth
from theoremtest.derivations.proof.matrices.letters import Letter, NotWords
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.matrices.writing import put_in
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.refute import point_items, refute_equal
from theoremtest.derivations.proof.signs.signs import NOT_ZERO, Sign, sign
from theoremtest.derivations.proof.witnesses.proving import prove
from theoremtest.derivations.proof.zero.normal_form import is_zero
from theoremtest.derivations.proof.zero.regularity import met

from .fields import ensure_free

PLACES = 30
"""Simplest points whose parameters are tried."""
SPHERES = (S.One, S(4))
"""Squared lengths at which a field that is no Hessian is looked at, where its sign is not settled for all at once."""


class Radial:
    """Functions of the square N of a vector's norm, over the words of a domain that may keep the norm from zero and says no more of it."""

    def __init__(self, variable: MatrixSymbol, domain: Domain, setting: Scalarised):
        """Raises NotWords where the domain restricts the vector further: the argument needs all of space around the origin."""
        ensure_free(variable, domain)
        if variable.shape[1] != 1 or variable.shape[0] == 1:
            raise NotWords(f"a radial field is over a column vector of more than one entry; {variable} has shape {variable.shape}")
        self.variable, self.source, self.setting = variable, domain, setting
        self.N = Dummy("N", real=True)
        self.square = setting.scalar(Dot(variable, variable))
        self.punctured = sign(self.square, setting.domain, setting.words.deadline) is Sign.POSITIVE
        for condition in domain.conditions:
            if variable in atoms_of(domain.expand(condition)) and not self._only_nonzero(domain.expand(condition)):
                raise NotWords(f"the domain restricts {variable} to {condition}")

    def _only_nonzero(self, condition) -> bool:
        """Whether a condition says no more than that the vector is not zero, or nothing."""
        if not isinstance(condition, (Gt, Lt, Ne)):
            return False
        greater, less = (condition.rhs, condition.lhs) if isinstance(condition, Lt) else (condition.lhs, condition.rhs)
        return less == 0 and self.setting.scalar(greater) in (self.square, self.square ** S.Half)

    @property
    def domain(self) -> Domain:
        base = self.setting.domain
        conditions = [condition.subs(self.square, self.N) for condition in base.conditions]
        return Domain(*conditions, *([self.N > 0] if self.punctured else [self.N >= 0]),
                      over=[scalar for scalar in base.scalars if scalar != self.square])

    def of_norm(self, expression: Expr) -> Expr:
        """A scalar over the words as a function of N; raises NotWords where it depends on the vector in another way, or not smoothly."""
        words = self.setting.words
        ensure_no_matrices(expression, {self.variable})
        for symbol in expression.free_symbols - {self.square}:
            if any(letter.symbol == self.variable for letter in words.word_of(symbol) or ()):
                raise NotWords(f"{symbol} depends on more of {self.variable} than its norm")
        ensure_smooth(expression, {self.variable}, words,
                      lambda demand: met(demand, self.setting.domain, words.deadline))
        return put_in(expression, {self.square: self.N})

    def ensure_tame(self, *functions: Expr) -> None:
        """Raises NotWords where the origin is in the domain and a function of N is not seen to have a value there."""
        for function in () if self.punctured else functions:
            there = function.subs(self.N, 0)
            if there.has(S.NaN, S.ComplexInfinity, oo, -oo) or any(power.base == 0 for power in there.atoms(Pow)):
                raise NotWords(f"{self.variable} = 0 is in the domain, and {function} is not seen to have a value there")

    def scalar(self, expression) -> Expr:
        """A printed scalar as a function of N."""
        return self.of_norm(self.setting.scalar(expression))

    def field(self, matrix) -> tuple[Expr, Expr]:
        """c and e where the matrix is c I + e v v^T; anything else is no radial field."""
        words = self.setting.matrix(matrix)
        v = Letter(self.variable)
        outer = (v, v.T)
        if set(words) - {(), outer}:
            raise NotWords(f"{matrix} is not of the form c I + e v v^T")
        return tuple(self.of_norm(words.get(word, S.Zero)) for word in ((), outer))

    def scope(self) -> str:
        """What a proof covers: vectors of two entries or more."""
        size = self.variable.shape[0]
        named = [*(str(one) for one in self.source.dimensions if one != size), *([f"{size} >= 2"] if size.free_symbols else [])]
        return "whole domain" + (f", every {', '.join(named)}" if named else "")


def _refutation(left, right, frame: Radial, deadline, operation, away: bool = False):
    """A point of the statement's own domain, in two dimensions or more, where two functions of the norm differ.

    away: the vector is not zero there, as where the functions are factors of it.
    """
    size = frame.variable.shape[0]
    where = frame.source.but(*([size >= 2] if size.free_symbols else []), *([Dot(frame.variable, frame.variable) > 0] if away else []))
    left, right = (frame.setting.restore(side.xreplace({frame.N: frame.square})) for side in (left, right))
    return refutation(refute_equal(left, right, where, deadline), operation, "normal form")


# fields that are no Hessian -----------------------------------------------------------------------------------------------


@findings_of.register
def _(statement: NotHessian, deadline) -> list[Finding]:
    if not _in_two_dimensions(statement):
        return [Finding(Outcome.UNDECIDED, tried=("mixed-partials test: the domain may leave the vector fewer than two entries",))]
    frame = Radial(statement.variable, statement.on, Scalarised(statement.on, deadline))
    c, e = frame.field(statement.field)
    curl = 2 * diff(c, frame.N) - e
    frame.ensure_tame(c, e)
    rung = zero_rung(curl, frame.domain, deadline)
    if rung is not None:
        return [_is_a_hessian(frame, rung, deadline)]
    general, over = over_generators(curl, frame.domain, deadline)
    if sign(together(general), over, deadline) in NOT_ZERO:
        return [Finding(Outcome.PROVED, "mixed-partials test, sign analysis", frame.scope())]
    where = _fails_on_spheres(curl, frame.N, frame.domain, deadline)
    if where:
        return [Finding(Outcome.PROVED, f"mixed-partials test where |v|^2 = {' or '.join(map(str, where))}, sign analysis", frame.scope())]
    somewhere = _is_a_hessian_somewhere(curl, frame, deadline)
    if somewhere is not None:
        return [somewhere]
    if _fails_far_out(curl, frame, deadline):
        return [Finding(Outcome.PROVED, "mixed-partials test as |v| grows, exact series", frame.scope())]
    return [Finding(Outcome.UNDECIDED, tried=("sign of the mixed-partials difference",))]


def _in_two_dimensions(statement: NotHessian) -> bool:
    """Whether there is a point of two dimensions or more wherever there is one."""
    domain, size = read(to_tree([statement.on, statement.variable.shape[0]]))
    known = Setting(domain).hypotheses(size)
    return all(prove(Goal("", many, known)) is not None for many in two_dimensions(size, known))


def _is_a_hessian(frame: Radial, rung: str, deadline) -> Finding:
    """The mixed partials agree identically: refuted at any parameters, if there are any."""
    point = next(iter(small_points(frame.source, 1, deadline=deadline)), None)
    if point is None:
        return Finding(Outcome.UNDECIDED, tried=("mixed-partials test: they agree, but no point of the domain was found",))
    return Finding(Outcome.REFUTED, f"mixed-partials test, {rung}", frame.scope(), Counterexample(
        point_items(frame.source, point), note="the mixed partial derivatives agree identically"))


def _is_a_hessian_somewhere(curl, frame: Radial, deadline) -> Finding | None:
    """The mixed partials agree identically at one of the simplest values of the parameters: a Hessian there."""
    parameters, tried, size = sorted(curl.free_symbols - {frame.N}, key=str), set(), frame.variable.shape[0]
    where = frame.source.but(*([size >= 2] if size.free_symbols else []))
    for point in small_points(where, PLACES, deadline=deadline) if parameters else ():
        values = tuple(point.get(parameter) for parameter in parameters)
        if None in values or values in tried:
            continue
        tried.add(values)
        there = curl.subs(dict(zip(parameters, values, strict=True)))
        rung = zero_rung(there, Domain(frame.N > 0), deadline)
        if rung is not None and not there.has(S.NaN, S.ComplexInfinity):
            return Finding(Outcome.REFUTED, f"mixed-partials test, {rung}", "one exact point", Counterexample(
                point_items(frame.source, point), note="the mixed partial derivatives agree identically in the vector"))
    return None


def _fails_on_spheres(curl, N, domain: Domain, deadline, splits: int = 2) -> tuple:
    """Squared lengths at which the mixed partials differ, one for each case; empty where that is not shown.

    A field that fails the test on one sphere is no Hessian. Where a whole number decides, its least value is told apart.
    """
    for square in SPHERES:
        try:
            on_sphere = domain.at({N: square})
        except DomainError:
            continue
        if sign(together(curl.subs(N, square)), on_sphere, deadline) in NOT_ZERO:
            return (square,)
    counts = sorted((symbol for symbol in curl.free_symbols if symbol.is_integer), key=str)
    for symbol in counts if splits else ():
        least = _least(symbol, domain)
        if least is None:
            continue
        first = _fails_on_spheres(curl.subs(symbol, least), N, domain.but(Eq(symbol, least)), deadline, splits - 1)
        rest = first and _fails_on_spheres(curl, N, domain.but(Gt(symbol, least)), deadline, splits - 1)
        if rest:
            return tuple(dict.fromkeys((*first, *rest)))
    return ()


def _least(symbol, domain: Domain) -> Integer | None:
    """The least whole number that the domain leaves a symbol, or one below it; None where it is not bounded below."""
    bounds = domain.bounds.get(symbol)
    if bounds is not None and bounds.lower is not None:
        return ceiling(bounds.lower)
    return S.One if symbol.is_positive else None


def _fails_far_out(curl, frame: Radial, deadline) -> bool:
    """Whether the mixed partials differ for long vectors: their difference has a leading term that vanishes for no value of the others."""
    cases = compute_limit(curl, frame.N, oo, frame.domain, deadline, is_zero)
    if not cases:
        return False
    return all(sign(case.coefficient, frame.domain.but(*case.conditions), deadline) in NOT_ZERO for case in cases)


# what a mirror flow minimises ----------------------------------------------------------------------------------------------


@findings_of.register
def _(statement: Minimises, deadline) -> list[Finding]:
    """The mirror-flow argument, each link decided: Hessian identity, slope, convexity and a positive warp give KKT."""
    setting = Scalarised(statement.on, deadline)
    frame, start = (Radial(vector, statement.on, setting) for vector in (statement.variable, statement.initial))
    potential, warp = frame.scalar(statement.potential), frame.scalar(statement.warp)
    tangential = diff(potential, frame.N) * 2
    radial = tangential + diff(potential, frame.N, 2) * 4 * frame.N
    frame.ensure_tame(potential, tangential, diff(potential, frame.N, 2), warp)
    return [*_hessian_links(statement, frame, tangential, radial, warp, deadline),
            _slope_link(statement, frame, start, tangential, deadline),
            *_sign_links(statement, frame, {"tangential curvature": tangential, "radial curvature": radial, "warp": warp}, deadline)]


def _covered(statement: Minimises) -> str:
    return scope(statement.on, *statement.expressions())


def _hessian_links(statement: Minimises, frame: Radial, tangential, radial, warp, deadline):
    """Hessian times preconditioner is the warp, across the vector and along it."""
    m, k = frame.field(statement.preconditioner)
    for label, left in (("tangential", tangential * m), ("radial", radial * (m + k * frame.N))):
        rung = zero_rung(left - warp, frame.domain, deadline)
        if rung is None:
            yield noted(_refutation(left, warp, frame, deadline, "Hessian times preconditioner"),
                        f"Hessian times preconditioner, {label} part")
        else:
            yield Finding(Outcome.PROVED, f"Hessian times preconditioner is the warp ({label}), {rung}", _covered(statement))


def _slope_link(statement: Minimises, frame: Radial, start: Radial, tangential, deadline) -> Finding:
    """The slope is the potential's gradient at the start: differentiated first, the start put in afterwards."""
    words = frame.setting.matrix(statement.slope)
    if set(words) - {(Letter(statement.initial),)}:
        raise NotWords(f"{statement.slope} is not a multiple of {statement.initial}")
    printed = words.get((Letter(statement.initial),), S.Zero)
    if frame.square in printed.free_symbols:
        raise NotWords(f"the slope depends on {statement.variable}")
    wanted, printed = start.of_norm(tangential.subs(frame.N, start.square)), start.of_norm(printed)
    rung = zero_rung(wanted - printed, start.domain, deadline)
    if rung is not None:
        return Finding(Outcome.PROVED, f"slope is the gradient at the initialisation, {rung}", _covered(statement))
    return noted(_refutation(wanted, printed, start, deadline, "gradient at the initialisation", away=True),
                 "the potential's gradient at the initialisation against the printed slope, per unit of it")


def _sign_links(statement: Minimises, frame: Radial, quantities: dict, deadline):
    """Convexity and a positive warp."""
    for label, quantity in quantities.items():
        if sign(together(quantity), frame.domain, deadline) is Sign.POSITIVE:
            yield Finding(Outcome.PROVED, f"{label} positive, sign analysis", _covered(statement))
        else:
            yield Finding(Outcome.UNDECIDED, tried=(f"sign of the {label}",))
