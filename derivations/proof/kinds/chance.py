"""Means, variances, covariances and convergence in probability over independent draws: the moment is worked out, both sides compared."""

from __future__ import annotations

from dataclasses import replace

from sympy import (
    Add,
    Expr,
    KroneckerDelta,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Pow,
    S,
    Sum,
    Trace,
    ZeroMatrix,
    expand,
    fraction,
    oo,
    preorder_traversal,
    together,
)
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixElement

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.expectation import ConvergesInProbability, Covariance, Expectation
from theoremtest.derivations.language.laws import Law, Mass, law_conditions
from theoremtest.derivations.language.relations import ge
from theoremtest.derivations.language.statement import Limit
from theoremtest.derivations.language.symbols import Dot, fresh
from theoremtest.derivations.language.tails import TailBound
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.chance import by_hand  # noqa: F401  registers how a moment is worked out anew
from theoremtest.derivations.proof.chance.averages import Averages
from theoremtest.derivations.proof.chance.bit_values import one_by_one
from theoremtest.derivations.proof.chance.entries import elements_of, out_of_range, patterns, places_of
from theoremtest.derivations.proof.chance.likelier import likelier, said
from theoremtest.derivations.proof.chance.reasons import NotAverage
from theoremtest.derivations.proof.chance.shares import of_shares
from theoremtest.derivations.proof.deadline import OutOfTime
from theoremtest.derivations.proof.functions.entries import Wanted
from theoremtest.derivations.proof.functions.table import entry_of
from theoremtest.derivations.proof.ladder import (
    ONE_POINT,
    Finding,
    findings_of,
    matrix_goal,
    noted,
    refutation,
    scalar_goal,
    scope,
    zero_rung,
)
from theoremtest.derivations.proof.matrices.emptiness import certainly_empty
from theoremtest.derivations.proof.matrices.letters import NotWords, is_matrix
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.points.witness import has_point, some_points
from theoremtest.derivations.proof.reasons import NO_POINT
from theoremtest.derivations.proof.recheck import fails, put
from theoremtest.derivations.proof.refute import point_items, refute_equal, refute_relation
from theoremtest.derivations.proof.signs.definedness import defined
from theoremtest.derivations.proof.signs.hypotheses import Facts
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, NOT_ZERO, Sign, sign

SEARCH = 0.3
"""The part of the time that the search for one point of the laws may take."""
FAR = 100
"""A limit asks of no number before this one that there be a value."""
CHEBYSHEV = "Chebyshev's inequality, mean of the squared deviation"


@findings_of.register(Expectation)
@findings_of.register(Covariance)
def _(statement, deadline) -> list[Finding]:
    domain = statement.on
    quantities = [_with_known_deltas(domain.expand(part), statement, deadline) for part in statement.drawn_over()]
    try:
        why = _no_law(statement, deadline)
        if why is not None:
            raise NotAverage(why)
        elements = elements_of(*quantities, domain.expand(statement.value))
        if any(element.parent.shape != (1, 1) for element in elements):
            finding = _by_cases(statement, quantities, elements, deadline)
        elif is_matrix(quantities[0]):
            finding = _matrix_mean(statement, quantities[0], deadline)
        else:
            setting = Scalarised(_with_laws(statement), deadline)
            averages, rest = Averages(statement.draws, setting, deadline), drawn_domain(statement)
            found = one_by_one(statement, quantities)
            found = setting.restore(_moment(statement, averages, quantities)) if found is None else found
            sides = (told_deltas(side, rest, deadline) for side in (expand(found), domain.expand(statement.value)))
            finding = scalar_goal(*sides, rest, deadline, _moments(statement))
    except NotAverage as reason:
        return [Finding(Outcome.UNDECIDED, tried=(f"{_moments(statement)}: {reason}",))]
    return [_on_the_whole(statement, finding, quantities, deadline)]


@findings_of.register
def _(statement: TailBound, deadline) -> list[Finding]:
    """A proof is the kernel's; what is negative bounds no probability, nor does what is less than one for a law that is meant."""
    domain = drawn_domain(statement)
    found = refute_relation(ge(statement.at_most, 0), domain, deadline)
    if found is not None:
        return [refutation(found, "no probability is negative", "")]
    for point in some_points(domain, deadline):
        deadline.check()
        made = likelier(statement, point)
        if made is not None:
            counterexample = Counterexample(point_items(domain, point), note=said(statement, made))
            return [Finding(Outcome.REFUTED, "a law under which the event is likelier", ONE_POINT, counterexample)]
    return [Finding(Outcome.UNDECIDED, tried=("no proof that the kernel takes is found, through the function that is given",
                                              "nor a law under which the event is likelier"))]


@fails.register
def _(statement: TailBound, point, apart, deadline):
    """Whether the bound is negative at the point, or the event likelier under a law of those that are meant."""
    return balls.truth(put(statement, statement.at_most) < 0, point, deadline) is True or likelier(statement, point) is not None or None


def _moments(statement) -> str:
    """What the operation is called."""
    return "moments of the draws" if any(isinstance(law, Law) for law in statement.draws.values()) else "moments of normal draws"


def _moment(statement, averages: Averages, quantities: list) -> Expr:
    """What a kind says of its quantities, over scalar words."""
    if isinstance(statement, Covariance):
        first, second = quantities
        return averages.mean(first * second) - averages.mean(first) * averages.mean(second)
    (quantity,) = quantities
    if statement.moment == "variance":
        return averages.mean(quantity**2) - averages.mean(quantity) ** 2
    return averages.mean(quantity)


# --- the domain -------------------------------------------------------------------------------------------------------


def _with_laws(statement) -> Domain:
    """The domain with the conditions under which the draws have their laws."""
    return statement.on.but(*law_conditions(statement.draws))


def drawn_domain(statement) -> Domain:
    """What is left when the draws are gone: fixed symbols and sizes, with the laws' conditions."""
    domain = statement.on
    conditions = [domain.expand(condition) for condition in (*domain.conditions, *law_conditions(statement.draws))]
    return Domain(*conditions, over=[*(symbol for symbol in domain.symbols if symbol not in statement.draws), *domain.dimensions])


def told_deltas(expression: Expr, domain: Domain, deadline) -> Expr:
    """Kronecker deltas as the numbers that the domain makes them, and their powers as themselves, outside sums."""
    if expression.has(Sum):
        return expression
    table = {}
    for delta in expression.atoms(KroneckerDelta):
        found = sign(delta.args[0] - delta.args[1], domain, deadline)
        if found in NOT_ZERO or found is Sign.ZERO:
            table[delta] = S.One if found is Sign.ZERO else S.Zero
    return expression.xreplace(table).replace(
        lambda node: isinstance(node, Pow) and isinstance(node.base, KroneckerDelta) and node.exp.is_Integer and node.exp > 0,
        lambda node: node.base)


def _with_known_deltas(quantity, statement, deadline):
    """A scalar quantity with the numbers that deltas have whatever the draws are: that of a count less than none is zero."""
    if is_matrix(quantity) or not quantity.has(KroneckerDelta):
        return quantity
    ranges = [bound for symbol, law in statement.draws.items() if isinstance(law, Law) for bound in law.range_of(symbol)]
    return told_deltas(quantity, statement.on.but(*ranges), deadline)


def _no_law(statement, deadline) -> str | None:
    """Why a mass given in numbers is no law: it is negative, or does not add up to 1."""
    for symbol, law in statement.draws.items():
        if not isinstance(law, Mass) or law.probability.has(AppliedUndef):
            continue
        rest = drawn_domain(statement)
        total = scalar_goal(Sum(statement.on.expand(law.probability), (symbol, law.low, law.high)), S.One, rest, deadline)
        inside = rest.but(symbol >= law.low, symbol <= law.high)
        if total.outcome is not Outcome.PROVED or sign(law.probability, inside, deadline) not in NOT_NEGATIVE:
            return f"the mass {law.probability} of {symbol} is not shown to be a law from {law.low} to {law.high}"
    return None


def _on_the_whole(statement, finding: Finding, quantities: list, deadline) -> Finding:
    """A proof with the scope that it has, where the quantity has a value for all draws."""
    domain = statement.on
    if finding.outcome is not Outcome.PROVED:
        return finding
    drawn = domain.but(*(bound for symbol, law in statement.draws.items() if isinstance(law, Law) for bound in law.range_of(symbol)))
    for quantity in quantities:
        gap = _gap(quantity, drawn, deadline)
        if gap is not None:
            return Finding(Outcome.UNDECIDED, tried=(f"{_moments(statement)}: {gap} is not shown to have a value all over the domain",))
    normal = [law for law in statement.draws.values() if not isinstance(law, Law)]
    laws = [law for law in statement.draws.values() if isinstance(law, Law)]
    told = "" if all(sign(variance, domain, deadline) in NOT_NEGATIVE for variance in map(domain.expand, normal)) \
        else ", where no variance is negative"
    if (told or laws) and not _seen(drawn_domain(statement), deadline):
        return Finding(Outcome.UNDECIDED, tried=(f"{NO_POINT}the draws are not seen to have their laws anywhere",))
    told += ", where the draws have these laws and both sides are defined" if laws else ""
    return replace(finding, scope=scope(domain) + told)


def _seen(domain: Domain, deadline) -> bool:
    """Whether the domain has a point that is soon found."""
    try:
        return not certainly_empty(domain, deadline) and has_point(domain, deadline.part(SEARCH))
    except OutOfTime:
        deadline.check()
        return False


def _gap(quantity, domain: Domain, deadline):
    """A scalar part of a quantity, free of matrices, that is not shown to have a value all over the domain: a mean of no value is none."""
    for node in preorder_traversal(quantity):
        entry = entry_of(node)
        if entry is None or entry.defined is None or not node.free_symbols or node.atoms(MatrixSymbol):
            continue
        if isinstance(node, Pow) and node.exp.is_integer and sign(node.exp, domain, deadline) in NOT_NEGATIVE:
            continue  # 0^0 = 1, as for every whole exponent that is not negative
        if entry.defined(*node.args) and not (_met(entry.defined(*node.args), domain, deadline)
                                              or defined(node, Facts.of(domain), deadline)):
            return node
    return None


_SHOWN = {Wanted.POSITIVE: (Sign.POSITIVE,), Wanted.NOT_NEGATIVE: NOT_NEGATIVE, Wanted.NOT_ZERO: NOT_ZERO}


def _met(demands, domain: Domain, deadline) -> bool:
    """Whether what a function asks of its arguments is shown all over the domain."""
    return all(sign(demand.expression, domain, deadline) in _SHOWN[demand.sign] for demand in demands)


# --- matrices and entries ---------------------------------------------------------------------------------------------


def _matrix_mean(statement: Expectation, quantity, deadline) -> Finding:
    """The mean of a matrix, from that of u^T M v for all vectors u and v."""
    rows, columns = quantity.shape
    left, right = MatrixSymbol("u_{*}", rows, 1), MatrixSymbol("v_{*}", columns, 1)
    probes = [probe for probe, size in ((left, rows), (right, columns)) if size != 1]
    setting = Scalarised(_with_laws(statement).but(over=probes), deadline)
    probed = Dot(left, quantity if columns == 1 else MatMul(quantity, right)) if rows != 1 else Dot(quantity.T, right)
    found = expand(Averages(statement.draws, setting, deadline).mean(probed))
    words: dict = {}
    for term in Add.make_args(found):
        rest, word = S.One, None
        for factor in Mul.make_args(term):
            spelled = setting.words.word_of(factor) if factor.is_Symbol else None
            if spelled is not None and any(letter.symbol in probes for letter in spelled):
                word = _between(spelled, probes, setting)
            else:
                rest *= factor
        if word is None and term != 0:
            raise NotAverage("the mean of a matrix is not linear in the vectors beside it")
        if word is not None:
            words[word] = words.get(word, S.Zero) + rest
    made = setting.restore_matrix(words, quantity.shape) if words else ZeroMatrix(rows, columns)
    return matrix_goal(made, statement.on.expand(statement.value), drawn_domain(statement), deadline, _moments(statement))


def _between(word: tuple, probes: list, setting: Scalarised) -> tuple:
    """What stands between the probing vectors, the first of them on the left."""
    starts = word[0].symbol == probes[0] if len(probes) == 2 or probes[0].name == "u_{*}" else word[-1].symbol != probes[0]
    if not starts:
        word = setting.words.transpose(word)
    if len(probes) == 2:
        return word[1:-1]
    return word[1:] if probes[0].name == "u_{*}" else word[:-1]


def _by_cases(statement, quantities: list, elements: list, deadline) -> Finding:
    """A moment of entries, in each case of equal and different indices."""
    base, rest, value = _with_laws(statement), drawn_domain(statement), statement.on.expand(statement.value)
    places, rungs = places_of(elements, statement.draws), []
    why = out_of_range(places, rest, deadline)
    if why is not None:
        raise NotAverage(why)
    for pattern in patterns(places, rest, deadline):
        deadline.check()
        parts, stated = [pattern.put(quantity) for quantity in quantities], pattern.put(value)
        setting = Scalarised(base.but(*pattern.conditions(), over=list(pattern.units.values())), deadline)
        found = pattern.settled(_moment(statement, Averages(statement.draws, setting, deadline), parts), setting)
        gap = found - pattern.settled(setting.scalar(stated), setting)
        rung = zero_rung(gap, setting.domain, deadline)
        if rung is None:
            tried = "entries, in each case of equal indices"
            try:
                counterexample = refute_equal(pattern.restored(found, setting), value, pattern.narrowed(rest), deadline)
                return refutation(counterexample, _moments(statement), tried)
            except DomainError:
                return Finding(Outcome.UNDECIDED, tried=(f"{_moments(statement)}: {tried}: no point of one case is found",))
        rungs.append(rung)
    rung = ", ".join([_moments(statement), "cases of equal indices", *dict.fromkeys(rungs)])
    return Finding(Outcome.PROVED, rung, scope(statement.on))


# --- convergence in probability ---------------------------------------------------------------------------------------


@findings_of.register
def _(statement: ConvergesInProbability, deadline) -> list[Finding]:
    """By P(|X - c| > e) <= E(X - c)^2 / e^2, else by the law of large numbers.

    The first holds the other way round for polynomials of one degree in normal draws, whose fourth moments are at most a constant of the
    degree times the square of their second ones, whatever the number of draws: by the inequality of Paley and Zygmund,
    P(|X - c|^2 >= E(X - c)^2 / 2) stays away from zero, and X tends to c in probability only if E(X - c)^2 tends to 0.
    """
    quantity = statement.on.expand(statement.quantity)
    far = replace(statement, on=statement.on.but(statement.variable >= FAR))
    found = _on_the_whole(far, _by_chebyshev(statement, quantity, deadline), [quantity], deadline)
    if found.outcome is Outcome.UNDECIDED:
        return [of_shares(statement, quantity, drawn_domain(statement), deadline) or found]
    return [found]


def _abbreviated(expression: Expr, draws: set) -> tuple[Expr, dict]:
    """The expression with letters for the fractions in which nothing is drawn, and what they stand for: multiplied out they are long."""
    letters: dict = {}

    def walk(node):
        if not isinstance(node, Expr) or not node.args or isinstance(node, Sum):
            return node
        if not is_matrix(node) and not node.atoms(MatrixSymbol) and not atoms_of(node) & draws:
            if fraction(together(node))[1].is_number:
                return node
            return letters.setdefault(node, fresh("a"))
        return node.func(*map(walk, node.args)) if isinstance(node, (Add, Mul, MatAdd, MatMul, MatPow, Pow, Trace)) else node

    made = walk(expression)
    return made, {letter: value for value, letter in letters.items()}


def _by_chebyshev(statement: ConvergesInProbability, quantity, deadline) -> Finding:
    try:
        why = _no_law(statement, deadline)
        if why is not None:
            raise NotAverage(why)
        if any(isinstance(node, MatrixElement) for node in preorder_traversal(quantity)):
            raise NotAverage("an entry")
        deviation, letters = _abbreviated(quantity - statement.on.expand(statement.value), set(statement.draws))
        setting = Scalarised(_with_laws(statement).but(over=letters), deadline)
        averages = Averages(statement.draws, setting, deadline)
        spread = setting.restore(averages.mean(deviation**2)).xreplace(letters)
    except (NotAverage, NotWords) as reason:
        return Finding(Outcome.UNDECIDED, tried=(f"{CHEBYSHEV}: {reason}",))
    limit = Limit(spread, statement.variable, oo, S.Zero, on=drawn_domain(statement).but(over=[statement.variable]))
    (finding,) = findings_of(limit, deadline)
    if finding.outcome is Outcome.PROVED:
        return replace(finding, rung=f"{CHEBYSHEV}, {finding.rung}")
    if finding.outcome is Outcome.REFUTED and averages.polynomial:
        return noted(replace(finding, rung=f"mean of the squared deviation of a normal polynomial, {finding.rung}"),
                     "the limit of the mean of the squared deviation against 0")
    if finding.outcome is Outcome.REFUTED:
        return Finding(Outcome.UNDECIDED, tried=(f"{CHEBYSHEV} does not tend to 0, which convergence in probability does not need",))
    return finding
