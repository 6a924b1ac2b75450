"""Decide a statement exactly: PROVED, REFUTED with a certified counterexample, or UNDECIDED with what was tried.

Each kind of statement is first turned into goals by the operation that defines it (substitute the solution back, multiply
the inverse back, differentiate the potential). A goal climbs a ladder: structural identity, normal form over a tower of
generators, vanishing derivative, sign analysis; balls only refute. The rung that settled it is recorded.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import singledispatch

from sympy import And, Derivative, Dummy, Eq, Expr, Gt, Lt, Mul, Ne, Not, Piecewise, S, Symbol, ZeroMatrix, diff, expand, oo, sqrt
from sympy.matrices.expressions.matexpr import MatrixSymbol

from ..language.classifies import Classifies
from ..language.domain import Domain, atoms_of
from ..language.errors import DomainError
from ..language.expectation import Expectation
from ..language.flow import Flow, GradientFlow
from ..language.latex import to_latex
from ..language.kronecker import Vec
from ..language.rank import RankBound
from ..language.square_root import SquareRoot
from ..language.scales import Scales
from ..language.statement import (All, AtMostOneZero, Conserved, Equal, Evolves, Gradient, Hessian, Holds, Iff, Inverse, Limit,
                                  Minimises, NotHessian, Solves, Statement)
from ..language.symbols import Dot
from ..language.verdict import Counterexample, Evidence, Outcome
from .balls import Imprecise, NotEvaluable, Undefined, separated, texts
from .classify import decide_goal, goals
from .constant import is_constant_zero
from .deadline import Deadline, OutOfTime
from .inequality import prove_iff, prove_relation
from .kronecker import Tensors, speaks_of_products
from .limits import limit_differs, prove_limit
from .ranks import prove_rank, refute_rank
from .moments import NotPolynomial, mean
from .orders import NotPositive, differs, order
from .polyhedra import NotLinear, domain_condition, somewhere
from .refute import point_items, refute_equal, refute_iff, refute_relation
from .sample import points, small_points
from .scalars import Scalarised
from .signs import Sign, sign
from .square_roots import gaps_of, is_semidefinite, refute_root
from .symbolic_powers import has_symbolic_powers, rewritten
from .tower import is_zero
from .words import NotWords, is_matrix, speaks_of_matrices

DEFAULT_SECONDS = 20.0
SMALL = 60
"""Operations up to which SymPy's own expansion is tried first; beyond, it may outlast any time limit."""
EQUAL_POINTS = 20
"""Simplest points at which equal sides of a strict inequality are shown, until both have a value."""


@dataclass(frozen=True)
class Finding:
    """How one goal ended."""

    outcome: Outcome
    rung: str = ""
    scope: str = ""
    counterexample: Counterexample | None = None
    tried: tuple[str, ...] = ()


def decide(statement: Statement, seconds: float = DEFAULT_SECONDS) -> Evidence:
    """Decide a statement within a time limit; the evidence names engine, rung, scope and seconds."""
    start = time.monotonic()
    deadline = Deadline(seconds)
    findings: list[Finding] = []
    for name, part in statement.parts():
        try:
            found = _decide(part, deadline)
        except OutOfTime as late:
            found = [Finding(Outcome.UNDECIDED, tried=(str(late),))]
        except NotWords as error:
            found = [Finding(Outcome.UNDECIDED, tried=(f"matrix words: {error}",))]
        label = f"{name}: " if name else ""
        for item in found:
            counterexample = item.counterexample
            if counterexample is not None and label:
                note = label.rstrip(": ") + (f"; {counterexample.note}" if counterexample.note else "")
                counterexample = Counterexample(counterexample.point, counterexample.left, counterexample.right, note)
            findings.append(Finding(item.outcome, item.rung, item.scope, counterexample,
                                    tuple(label + text for text in item.tried)))
    return _combine(findings, time.monotonic() - start)


def _combine(findings: list[Finding], seconds: float) -> Evidence:
    order = (Outcome.REFUTED, Outcome.UNDECIDED, Outcome.PROVED)
    outcome = next(o for o in order if any(f.outcome is o for f in findings))
    if outcome is Outcome.REFUTED:
        findings = [f for f in findings if f.outcome is Outcome.REFUTED][:1]
    rungs = list(dict.fromkeys(f.rung for f in findings if f.rung and (f.outcome is outcome)))
    scopes = list(dict.fromkeys(f.scope for f in findings if f.scope))
    tried = tuple(dict.fromkeys(text for f in findings for text in f.tried)) if outcome is Outcome.UNDECIDED else ()
    counterexample = next((f.counterexample for f in findings if f.counterexample is not None), None)
    return Evidence("exact", "; ".join(rungs) or "none", outcome, "; ".join(scopes), "", counterexample, tried, seconds)


# goals -------------------------------------------------------------------------------------------------------------------


def _scope(domain: Domain) -> str:
    sizes = [str(size) for size in domain.dimensions]
    return "whole domain" + (f", every {', '.join(sizes)}" if sizes else "")


def _identity_scope(domain: Domain) -> str:
    """An identity's normal form says nothing where a side has no value."""
    return _scope(domain) + ", wherever both sides are defined"


def _zero(difference: Expr, domain: Domain, deadline: Deadline) -> str | None:
    """The rung that proves a scalar expression zero over the domain, or None."""
    if difference == 0 or (difference.count_ops() < SMALL and expand(difference) == 0):
        return "structural"
    difference, domain = _over_generators(difference, domain, deadline)
    if is_zero(difference, domain, deadline) is True:
        return "normal form"
    if is_constant_zero(difference, domain, deadline) is True:
        return "vanishing derivative"
    return None


def _over_generators(expression: Expr, domain: Domain, deadline: Deadline) -> tuple[Expr, Domain]:
    """Powers with symbolic exponents as powers of generators, and the domain with what is known of those."""
    if not has_symbolic_powers(expression):
        return expression, domain
    expression, generators = rewritten(expression, lambda base: sign(base, domain, deadline) is Sign.POSITIVE)
    return expression, domain.but(*(Gt(generator, 0) for generator in generators))


def _scalar_goal(left: Expr, right: Expr, domain: Domain, deadline: Deadline, operation: str = "") -> Finding:
    """left = right for scalars, inner products allowed."""
    left, right = _evaluated(left), _evaluated(right)
    if _apart(left, right, domain, deadline):
        return _refutation(refute_equal(left, right, domain, deadline), operation, "normal form")
    if speaks_of_matrices(domain.expand(left - right)) or domain.matrices:
        setting = Scalarised(domain)
        difference = setting.scalar(left - right)
        rung = _zero(difference, setting.domain, deadline)
    else:
        rung = _zero(domain.expand(left - right), domain, deadline)
    if rung is not None:
        return Finding(Outcome.PROVED, _named(operation, rung), _identity_scope(domain))
    return _refutation(refute_equal(left, right, domain, deadline), operation, "normal form, vanishing derivative")


def _apart(left: Expr, right: Expr, domain: Domain, deadline: Deadline) -> bool:
    """Whether balls separate the sides at one of a few random points: then a proof need not be tried."""
    if (left - right).count_ops() < SMALL:
        return False
    try:
        return any(separated(left, right, point, deadline, most=256) is not None for point in points(domain, 3, "probe"))
    except (DomainError, NotEvaluable):
        return False  # no point, or an unknown function: only a proof can tell


def _evaluated(expression):
    """Derivatives that can be carried out, carried out."""
    return expression.doit(deep=True) if hasattr(expression, "has") and expression.has(Derivative) else expression


def _matrix_goal(left, right, domain: Domain, deadline: Deadline, operation: str = "") -> Finding:
    """left = right for matrices, word by word."""
    setting = Scalarised(domain)
    if speaks_of_products(left) or speaks_of_products(right):
        gap = Tensors(setting.words).gap(domain.expand(left - right))
    else:
        gap = setting.matrix(left - right)
    return _words_vanish(gap, setting, domain, deadline, operation, lambda: refute_equal(left, right, domain, deadline))


def _words_vanish(gap: dict, setting: Scalarised, domain: Domain, deadline, operation, refute) -> Finding:
    rungs = []
    for coefficient in gap.values():
        rung = _zero(coefficient, setting.domain, deadline)
        if rung is None:
            return _refutation(refute(), operation, "matrix words with normal-form coefficients")
        rungs.append(rung)
    rung = "matrix words" + (" with " + ", ".join(dict.fromkeys(rungs)) + " coefficients" if rungs else "")
    return Finding(Outcome.PROVED, _named(operation, rung), _identity_scope(domain))


def _refutation(counterexample, operation: str, tried: str) -> Finding:
    if counterexample is not None:
        return Finding(Outcome.REFUTED, _named(operation, "ball arithmetic"), "one exact point", counterexample)
    return Finding(Outcome.UNDECIDED, tried=(_named(operation, tried), "balls at small and random points found no difference"))


def _named(operation: str, rung: str) -> str:
    return f"{operation}, {rung}" if operation else rung


# flows -------------------------------------------------------------------------------------------------------------------


def _rates(flow: Flow | GradientFlow, setting: Scalarised) -> dict:
    """The rate of each state over scalar words: scalars as expressions, vectors as words."""
    words = setting.words
    if isinstance(flow, GradientFlow):
        loss = setting.scalar(flow.loss)
        result = {}
        for parameter, learning_rate in flow.learning_rates.items():
            slope = words.gradient(loss, parameter)
            scale = setting.scalar(learning_rate)
            result[parameter] = -scale * slope if not isinstance(slope, dict) else {w: -scale * c for w, c in slope.items()}
        return result
    return {state: setting.matrix(rate) if is_matrix(rate) else setting.scalar(rate) for state, rate in flow.rates.items()}


def _along(quantity, flow, domain: Domain):
    """The setting and the derivative of a quantity along a flow: an expression, or words for a matrix."""
    setting = Scalarised(domain)
    rates = _rates(flow, setting)
    if is_matrix(quantity):
        return setting, setting.words.matrix_derivative(setting.matrix(quantity), rates)
    value = setting.scalar(_evaluated(quantity))
    return setting, setting.words.derivative(value, rates)


# kinds -------------------------------------------------------------------------------------------------------------------


@singledispatch
def _decide(statement, deadline) -> list[Finding]:
    return [Finding(Outcome.UNDECIDED, tried=(f"no exact method for statements of kind {type(statement).__name__}",))]


@_decide.register
def _(statement: Equal, deadline) -> list[Finding]:
    goal = _matrix_goal if is_matrix(statement.left) else _scalar_goal
    return [goal(statement.left, statement.right, statement.on, deadline)]


@_decide.register(Evolves)
@_decide.register(Conserved)
def _(statement, deadline) -> list[Finding]:
    domain, operation = statement.on, "derivative along the flow"
    if isinstance(statement.along, GradientFlow):
        operation = "gradient of the loss, derivative along its flow"
    if isinstance(statement.quantity, Vec):
        setting, change = _along(statement.quantity.arg, statement.along, domain)
        printed = Vec(setting.restore_matrix(change, statement.quantity.arg.shape))
        goal = _matrix_goal(printed, statement.rate, domain, deadline, operation)
        return [goal]
    setting, change = _along(statement.quantity, statement.along, domain)
    if is_matrix(statement.quantity):
        gap = dict(change)
        rate = ZeroMatrix(*statement.quantity.shape) if isinstance(statement, Conserved) else statement.rate
        for word, coefficient in setting.matrix(rate).items():
            gap[word] = gap.get(word, S.Zero) - coefficient
        printed = setting.restore_matrix(change, statement.quantity.shape)
        return [_words_vanish(gap, setting, domain, deadline, operation,
                              lambda: refute_equal(printed, rate, domain, deadline))]
    rate = setting.scalar(_evaluated(statement.rate))
    rung = _zero(change - rate, setting.domain, deadline)
    if rung is not None:
        return [Finding(Outcome.PROVED, _named(operation, rung), _identity_scope(domain))]
    return [_refutation(refute_equal(setting.restore(change), domain.expand(statement.rate), domain, deadline), operation,
                        "normal form")]


@_decide.register
def _(statement: Solves, deadline) -> list[Finding]:
    system, domain = statement.system, statement.on
    solution = {state: domain.expand(_evaluated(value)) for state, value in statement.solution.items()}
    findings = []
    for state, rate in system.rates.items():
        residual = diff(solution[state], system.t)
        wanted = domain.expand(rate).subs(solution, simultaneous=True)
        findings.append(_noted(_scalar_goal(residual, wanted, domain, deadline, "solution substituted back"),
                               f"rate of {state}"))
    for state, value in system.initial.items():
        start = domain.at({system.t: S.Zero}) if system.t in domain.scalars else domain
        findings.append(_noted(_scalar_goal(solution[state].subs(system.t, 0), domain.expand(value), start, deadline,
                                            "initial value"), f"{state}(0)"))
    return findings


def _noted(finding: Finding, note: str) -> Finding:
    if finding.counterexample is None:
        return finding
    c = finding.counterexample
    return Finding(finding.outcome, finding.rung, finding.scope, Counterexample(c.point, c.left, c.right, note), finding.tried)


@_decide.register
def _(statement: Inverse, deadline) -> list[Finding]:
    from sympy import Identity

    one = Identity(statement.matrix.shape[0])
    return [_matrix_goal(statement.matrix * statement.inverse, one, statement.on, deadline, "product with the inverse"),
            _matrix_goal(statement.inverse * statement.matrix, one, statement.on, deadline, "product with the inverse")]


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
        from .words import Letter

        v = Letter(self.variable)
        outer = (v, v.T)
        if set(words) - {(), outer}:
            raise NotWords(f"{matrix} is not of the form c I + e v v^T")
        return tuple(words.get(word, S.Zero).subs(self.square, self.N) for word in ((), outer))


def _radial_refutation(left, right, frame: _Coordinates, deadline, operation, tried="normal form"):
    names = {frame.N: Symbol(r"\|v\|^2", real=True), frame.b1: Symbol("v_1", real=True), frame.b2: Symbol("v_2", real=True)}
    plain = Domain(*[c.xreplace(names) for c in frame.domain.conditions], names[frame.b1] ** 2 + names[frame.b2] ** 2 <= names[frame.N],
                   over=[names.get(s, s) for s in frame.domain.scalars])
    return _refutation(refute_equal(left.xreplace(names), right.xreplace(names), plain, deadline), operation, tried)


@_decide.register
def _(statement: Gradient, deadline) -> list[Finding]:
    frame = _Coordinates(statement.variable, statement.on)
    slope = frame.total(frame.scalar(statement.potential), frame.b1)
    words = frame.setting.matrix(statement.value)
    from .words import Letter

    if set(words) - {(Letter(statement.variable),)}:
        raise NotWords(f"{statement.value} is not a multiple of {statement.variable}")
    value = sum((c for c in words.values()), S.Zero).subs(frame.square, frame.N) * frame.b1
    rung = _zero(slope - value, frame.domain, deadline)
    if rung is None:
        return [_radial_refutation(slope, value, frame, deadline, "differentiation")]
    return [Finding(Outcome.PROVED, f"differentiation, {rung}", "whole domain, every d")]


@_decide.register
def _(statement: Hessian, deadline) -> list[Finding]:
    frame = _Coordinates(statement.variable, statement.on)
    potential = frame.scalar(statement.potential)
    c, e = frame.field(statement.field)
    findings = []
    first = frame.total(potential, frame.b1)
    for label, second, entry in (("diagonal entry", frame.total(first, frame.b1), c + e * frame.b1**2),
                                 ("off-diagonal entry", frame.total(first, frame.b2), e * frame.b1 * frame.b2)):
        rung = _zero(second - entry, frame.domain, deadline)
        if rung is None:
            findings.append(_noted(_radial_refutation(second, entry, frame, deadline, "differentiation"), label))
        else:
            findings.append(Finding(Outcome.PROVED, f"differentiation, {rung}", "whole domain, every d"))
    return findings


@_decide.register
def _(statement: NotHessian, deadline) -> list[Finding]:
    frame = _Coordinates(statement.variable, statement.on)
    c, e = frame.field(statement.field)
    mixed = frame.total(c + e * frame.b1**2, frame.b2) - frame.total(e * frame.b1 * frame.b2, frame.b1)
    domain = frame.domain.but(frame.b2 > 0)
    rung = _zero(mixed, frame.domain, deadline)
    if rung is not None:
        return [Finding(Outcome.REFUTED, f"mixed-partials test, {rung}", "whole domain, every d",
                        Counterexample((), note="the mixed partial derivatives agree identically"))]
    mixed, domain = _over_generators(mixed, domain, deadline)
    found = sign(_cancelled(mixed), domain, deadline)
    if found in (Sign.POSITIVE, Sign.NEGATIVE, Sign.NONZERO):
        return [Finding(Outcome.PROVED, "mixed-partials test, sign analysis", "whole domain, every d >= 2")]
    return [Finding(Outcome.UNDECIDED, tried=("sign of the mixed-partials difference",))]


def _cancelled(expression):
    from sympy import together

    return together(expression)


@_decide.register
def _(statement: RankBound, deadline) -> list[Finding]:
    rung = prove_rank(statement, deadline)
    if rung is not None:
        return [Finding(Outcome.PROVED, rung, _scope(statement.on))]
    counterexample = refute_rank(statement, deadline)
    if counterexample is not None:
        return [Finding(Outcome.REFUTED, "exact rank", "one exact point", counterexample)]
    return [Finding(Outcome.UNDECIDED, tried=("calculation with ranks", "exact ranks at small and random points kept the bound"))]


@_decide.register
def _(statement: SquareRoot, deadline) -> list[Finding]:
    domain, setting = statement.on, Scalarised(statement.on)
    findings = [_words_vanish(gap, setting, domain, deadline, operation, lambda: refute_root(statement, deadline))
                for operation, gap in zip(("symmetry of the root", "its square"), gaps_of(statement, setting), strict=True)]
    if all(finding.outcome is Outcome.PROVED for finding in findings):
        if is_semidefinite(statement, setting, deadline):
            findings.append(Finding(Outcome.PROVED, "positive semidefinite by Gram words", _scope(domain)))
        else:
            findings.append(_refutation(refute_root(statement, deadline), "positive semidefinite", "Gram words"))
    return findings


@_decide.register
def _(statement: Limit, deadline) -> list[Finding]:
    domain = statement.on
    setting = Scalarised(domain)
    if is_matrix(statement.expression):
        read = Tensors(setting.words).read if speaks_of_products(statement.expression) else setting.words.matrix
        left, right = read(domain.expand(statement.expression)), read(domain.expand(statement.value))
        pairs = [(left.get(word, S.Zero), right.get(word, S.Zero)) for word in {**left, **right}]
    else:
        pairs = [(setting.scalar(_evaluated(statement.expression)), setting.scalar(_evaluated(statement.value)))]
    rate = None if statement.rate is None else setting.scalar(statement.rate)
    findings = []
    for expression, value in pairs:
        inner = setting.domain
        proof = prove_limit(expression, statement.variable, statement.to, value, rate, inner, deadline, is_zero)
        if proof is not None:
            findings.append(Finding(Outcome.PROVED, proof.rung, _scope(domain)))
            continue
        actual = limit_differs(expression, statement.variable, statement.to, value, inner, deadline, is_zero)
        if actual is not None:
            where = _without(inner, statement.variable)
            if actual in (oo, -oo):
                findings.append(Finding(Outcome.REFUTED, "exact series", "whole domain",
                                        Counterexample((), str(actual), str(value), "the limit")))
                continue
            differing = _differing_case if isinstance(actual, Piecewise) else _differing_limit
            counterexample = differing(actual, value, where, deadline)
            if counterexample is not None:
                findings.append(_noted(Finding(Outcome.REFUTED, "exact series, ball arithmetic", "one exact point",
                                               counterexample), "the limit against the printed value"))
                continue
        findings.append(Finding(Outcome.UNDECIDED, tried=("exact series of the expression",)))
    return findings


def _differing_limit(actual, value, where: Domain, deadline) -> Counterexample | None:
    """A point where the computed limit is not the printed one; a finite limit differs from an infinite one anywhere."""
    if value not in (oo, -oo):
        return refute_equal(actual, value, where, deadline)
    somewhere = refute_equal(actual, actual + 1, where, deadline)
    return somewhere and Counterexample(somewhere.point, somewhere.left, "infinity" if value == oo else "-infinity")


_NAMED = {oo: "infinity", -oo: "-infinity"}


def _differing_case(actual: Piecewise, value, where: Domain, deadline) -> Counterexample | None:
    """A point of one of the cases where its limit is not the printed value; the cases before it are kept out."""
    before = []
    for limit, condition in actual.args:
        try:
            case = where.but(condition, *(Not(other) for other in before))
        except DomainError:
            continue  # this case has no point
        before.append(condition)
        if limit == value:
            continue
        if limit not in _NAMED and value not in _NAMED:
            found = refute_equal(limit, value, case, deadline)
        else:
            found = refute_equal(S.Zero, S.One, case, deadline)  # any point of the case
            found = found and Counterexample(found.point, *(_NAMED.get(side, "a finite value") for side in (limit, value)))
        if found is not None:
            return found
    return None


def _without(domain: Domain, variable) -> Domain:
    conditions = [c for c in domain.conditions if variable not in atoms_of(c)]
    return Domain(*conditions, over=[s for s in domain.symbols if s != variable])


@_decide.register
def _(statement: Holds, deadline) -> list[Finding]:
    domain = statement.on
    setting = Scalarised(domain)
    relation = setting._condition(domain.expand(_evaluated(statement.relation)))
    if relation == S.true:
        return [Finding(Outcome.PROVED, "structural", _scope(domain))]
    proof = prove_relation(relation, setting.domain, deadline)
    if proof is not None:
        return [Finding(Outcome.PROVED, proof.rung, _scope(domain) if proof.scope in ("", "whole domain") else proof.scope)]
    same = _equal_sides(statement.relation, relation, setting, domain, deadline)
    if same is not None:
        return [same]
    return [_refutation(refute_relation(_evaluated(statement.relation), domain, deadline), "",
                        "sign analysis, balls over boxes")]


def _equal_sides(stated, relation, setting: Scalarised, domain: Domain, deadline) -> Finding | None:
    """A strict inequality of two sides that agree everywhere is false everywhere, which balls cannot tell: the simplest point shows it."""
    if not isinstance(relation, (Gt, Lt, Ne)) or _zero(relation.lhs - relation.rhs, setting.domain, deadline) is None:
        return None
    for point in small_points(domain, EQUAL_POINTS, deadline=deadline):
        try:
            sides = texts(domain.expand(stated.lhs), domain.expand(stated.rhs), point)
        except (Imprecise, NotEvaluable, Undefined):
            continue  # an identity says nothing where a side has no value
        return Finding(Outcome.REFUTED, "normal form, both sides agree", "whole domain", Counterexample(
            point_items(domain, point), sides.left, sides.right, "both sides are equal everywhere"))
    return None


@_decide.register
def _(statement: Iff, deadline) -> list[Finding]:
    domain = statement.on
    setting = Scalarised(domain)
    left = setting._condition(domain.expand(_evaluated(statement.left)))
    right = setting._condition(domain.expand(_evaluated(statement.right)))
    proof = prove_iff(left, right, setting.domain, deadline)
    if proof is not None:
        return [Finding(Outcome.PROVED, proof.rung, _scope(domain) if proof.scope in ("", "whole domain") else proof.scope)]
    return [_refutation(refute_iff(statement.left, statement.right, domain, deadline), "", "sign analysis in both directions")]


@_decide.register
def _(statement: AtMostOneZero, deadline) -> list[Finding]:
    """A function whose derivative is positive wherever it vanishes vanishes at most once.

    Numbers and positive powers do not change where a product vanishes, so the product of its bases is looked at instead.
    """
    domain = statement.on
    factors = [factor.as_base_exp() for factor in Mul.make_args(statement.quantity) if not (factor.is_Rational and factor != 0)]
    plain = Mul(*(base for base, _ in factors)) if all(power.is_Rational and power > 0 for _, power in factors) else statement.quantity
    setting, change = _along(plain, statement.along, domain)
    quantity = setting.scalar(plain)
    base = setting.domain
    directions = set()
    for factor in Mul.make_args(quantity):
        factor = factor.as_base_exp()[0]
        if not isinstance(factor, Symbol):
            return [Finding(Outcome.UNDECIDED, tried=("zeros of a product of state symbols; this quantity is another kind",))]
        try:
            border = base.at({factor: S.Zero})
        except DomainError:
            continue  # the domain keeps this factor away from zero
        slope = change.subs(factor, 0)
        for direction, relation in ((1, Gt(slope, 0)), (-1, Gt(-slope, 0))):
            if prove_relation(relation, border, deadline) is not None:
                directions.add(direction)
                break
        else:
            return [_refutation(refute_relation(Ne(slope, 0), border, deadline), "derivative at the zeros", "sign analysis")]
    if len(directions) > 1:
        return [Finding(Outcome.UNDECIDED, tried=("the derivative at the zeros takes both signs",))]
    return [Finding(Outcome.PROVED, "derivative at the zeros keeps one sign, sign analysis", _scope(domain))]


@_decide.register
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
        rung = _zero(left - right, frame.domain, deadline)
        findings.append(Finding(Outcome.PROVED, f"Hessian times preconditioner is the warp ({label}), {rung}", _scope(domain))
                        if rung else _noted(_radial_refutation(left, right, frame, deadline, "Hessian times preconditioner"),
                                            f"Hessian times preconditioner, {label} part"))
    # 2. the slope is the potential's gradient at the initialisation
    start = _Coordinates(statement.initial, domain)
    words = start.setting.matrix(statement.slope)
    from .words import Letter

    if set(words) - {(Letter(statement.initial),)}:
        raise NotWords(f"{statement.slope} is not a multiple of {statement.initial}")
    slope = sum((x for x in words.values()), S.Zero).subs(start.square, start.N)
    wanted = start.scalar(statement.potential.xreplace({b: statement.initial}))
    left, right = 2 * diff(wanted, start.N), slope
    rung = _zero(left - right, start.domain, deadline)
    findings.append(Finding(Outcome.PROVED, f"slope is the gradient at the initialisation, {rung}", _scope(domain)) if rung else
                    _noted(_radial_refutation(left, right, start, deadline, "gradient at the initialisation"),
                           "the potential's gradient at the initialisation against the printed slope, per unit of it"))
    # 3. convexity and a positive warp
    for label, quantity in (("tangential curvature", c), ("radial curvature", c + e * frame.N), ("warp", warp)):
        if sign(_cancelled(quantity), frame.domain, deadline) is Sign.POSITIVE:
            findings.append(Finding(Outcome.PROVED, f"{label} positive, sign analysis", _scope(domain)))
        else:
            findings.append(Finding(Outcome.UNDECIDED, tried=(f"sign of the {label}",)))
    return findings


@_decide.register
def _(statement: Classifies, deadline) -> list[Finding]:
    findings = []
    for name, hypothesis, conclusion in goals(statement):
        found = decide_goal(hypothesis, conclusion, statement.on, deadline)
        if found is None:
            findings.append(Finding(Outcome.UNDECIDED, tried=(f"{name}: polyhedral cells, sign analysis, balls",)))
        elif found[1] is None:
            findings.append(Finding(Outcome.PROVED, found[0], _scope(statement.on)))
        else:
            findings.append(_noted(Finding(Outcome.REFUTED, found[0], "one exact point", found[1]), name))
    return findings


@_decide.register
def _(statement: Scales, deadline) -> list[Finding]:
    domain = statement.on
    try:
        found = order(domain.expand(statement.expression), statement.variable, domain)
    except NotPositive as reason:
        return [Finding(Outcome.UNDECIDED, tried=(f"orders of positive terms: {reason}",))]
    stated = domain.expand(statement.exponent)
    try:
        point = somewhere(And(domain_condition(_without(domain, statement.variable)), differs(found, stated)))
    except NotLinear as reason:
        return [Finding(Outcome.UNDECIDED, tried=(f"orders of positive terms, polyhedral cells: {reason}",))]
    if point is None:
        return [Finding(Outcome.PROVED, "orders of positive terms, polyhedral cells", _scope(domain))]
    shown = tuple((to_latex(symbol), str(number)) for symbol, number in point.items())
    return [Finding(Outcome.REFUTED, "orders of positive terms, polyhedral cells", "one exact point", Counterexample(
        shown, str(found.subs(point)), str(stated.subs(point)), "the exponent against the stated one"))]


@_decide.register
def _(statement: Expectation, deadline) -> list[Finding]:
    domain = statement.on
    try:
        setting = Scalarised(domain)
        found = mean(statement.quantity, statement.draws, setting)
        if statement.moment == "variance":
            found = mean(statement.quantity**2, statement.draws, setting) - found**2
    except NotPolynomial as reason:
        return [Finding(Outcome.UNDECIDED, tried=(f"moments of normal draws: {reason}",))]
    drawn = Domain(*[c for c in domain.conditions if not atoms_of(c) & set(statement.draws)],
                   over=[*(s for s in domain.symbols if s not in statement.draws), *domain.dimensions])
    finding = _scalar_goal(setting.restore(found), domain.expand(statement.value), drawn, deadline, "moments of normal draws")
    return [replace(finding, scope=_scope(domain)) if finding.outcome is Outcome.PROVED else finding]
