"""Edits of a statement: what is equivalent, what is different and where, and that no true statement passes for another one."""


import pytest
from sympy import (
    Abs,
    Eq,
    Gt,
    Heaviside,
    Max,
    Min,
    Ne,
    Or,
    Piecewise,
    Rational,
    Symbol,
    cosh,
    exp,
    floor,
    log,
    oo,
    sign,
    sin,
    sinh,
    sqrt,
    tanh,
)

from helpers.toy_claims import anywhere, make_claim, positive, registry_of, wrong_square, x
from theoremtest.derivations.language import (
    Binomial,
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evidence,
    Evolves,
    Expectation,
    Flow,
    Holds,
    Iff,
    Limit,
    Outcome,
    Poisson,
    Solves,
    System,
    dimension,
    every,
    fresh,
    matrix,
    reals,
    vector,
)
from theoremtest.reports.edits.changes import DIFFERENT, NEW, PROVED, REMOVED, SUPPORTED, UNDECIDED, worst
from theoremtest.reports.edits.comparison import compare
from theoremtest.reports.edits.edits import edits, touched
from theoremtest.reports.verify import ledger
from theoremtest.reports.verify.runner import examine

y, t, k = reals("y", "t", r"\kappa")
plane = Domain(x > 0, over=[y])
d = dimension("d")
u, v, A = vector("u", d), vector("v", d), matrix("A", d, d)
vectors = Domain(over=[u, v, A])
square = Equal((x + 1) ** 2, x**2 + 2 * x + 1, on=anywhere)


def status(old, new):
    return worst(change.status for change in compare(old, new))


def test_a_formula_that_divides_by_zero_once_it_is_written_out_is_no_other_formula():
    """No statement could be made of it: what has no value anywhere is told, and neither refuted nor proved."""
    over = Domain(x > 0, where={y: x})
    changed = compare(Equal(x / y, x / y, on=over), Equal(x / y, x / (x - y), on=over))
    assert any("divides by zero" in change.note for change in changed if change.status == DIFFERENT)


@pytest.mark.parametrize("old, new", [
    (square, Equal((x + 1) ** 2, x * (x + 2) + 1, on=anywhere)),
    (square, Equal(x**2 + 2 * x + 1, (x + 1) ** 2, on=anywhere)),
    (square, Equal((x + 1) ** 2 - 1, x**2 + 2 * x, on=anywhere)),
    (Equal(sqrt(x**2), x, on=positive), Equal(Abs(x), x, on=positive)),
    (Equal(k**2, y, on=Domain(over=[x, y], where={k: x + 1})), Equal((x + 1) ** 2, y, on=Domain(over=[x, y]))),
    (Evolves(x, -2 * x, along=Flow({x: -2 * x}), on=anywhere), Evolves(x, -x * 2 + y - y, along=Flow({x: -(x + x)}), on=anywhere)),
    (Solves(System({x: -x}, {x: y}), {x: y * exp(-t)}, on=Domain(over=[y, t])),
     Solves(System({x: -x}, {x: y}), {x: y / exp(t)}, on=Domain(over=[y, t]))),
    (Solves(System({x: x}, {x: y}), {x: y * exp(t)}, on=Domain(over=[y, t])),
     Solves(System({x: x}, {x: y}), {x: y * (cosh(t) + sinh(t))}, on=Domain(over=[y, t]))),
    (Holds(x + 1 > 0, on=positive), Holds(x + 1 >= 0, on=positive)),
    (Iff(Gt(x, 1), Gt(y, 0), on=plane), Iff(Gt(y, 0), Gt(x, 1), on=plane)),
    (Limit(x / (x + 1), x, oo, 1, on=positive), Limit(1 - 1 / (x + 1), x, oo, 1, on=positive)),
    (Equal(Dot(u, A * v), Dot(A.T * u, v), on=vectors), Equal(Dot(A.T * u, v), Dot(A.T * u, v), on=vectors)),
    (Equal(A * (u + v), A * u + A * v, on=vectors), Equal(A * u + A * v, A * u + A * v, on=vectors)),
    (Equal(x, x, on=positive), Equal(x, x, on=positive.but(x > -1))),
    (Equal(sin(x), sin(x), on=positive), Equal(sin(y), sin(y), on=Domain(y > 0))),
    (every(one=square), every(one=Equal((x + 1) ** 2, 1 + x**2 + x * 2, on=anywhere))),
])
def test_the_same_in_other_words_is_proved_equivalent(old, new):
    assert status(old, new) == PROVED
    assert status(new, old) == PROVED


@pytest.mark.parametrize("old, new, place", [
    (square, Equal((x + 1) ** 2, x**2 - 2 * x + 1, on=anywhere), "right side"),
    (square, Equal(x, x, on=anywhere), "left side"),
    (square, Equal((x + 1) ** 2, x**2 + 2 * x + 1, on=positive), "condition"),
    (Equal(x, x, on=positive), Equal(x, x, on=anywhere), "condition"),
    (Evolves(x, -x, along=Flow({x: -x}), on=anywhere), Evolves(x, -x, along=Flow({x: x}), on=anywhere), "rates of x"),
    (Evolves(x, -x, along=Flow({x: -x}), on=anywhere), Conserved(x, along=Flow({x: -x}), on=anywhere), "kind"),
    (Solves(System({x: -x}, {x: y}), {x: y * exp(-t)}, on=Domain(over=[y, t])),
     Solves(System({x: -x}, {x: y}), {x: y * exp(t)}, on=Domain(over=[y, t])), "solution of x"),
    (Solves(System({x: -x}, {x: y}), {x: y * exp(-t)}, on=Domain(over=[y, t])),
     Solves(System({x: -x}, {x: 2 * y}), {x: y * exp(-t)}, on=Domain(over=[y, t])), "system, initial of x"),
    (Holds(x > y, on=plane), Holds(x >= y, on=plane), "relation"),
    (Holds(Or(x > y, Ne(y, 1)), on=plane), Holds(Eq(y, 0), on=plane), "relation"),
    (Limit(x / (x + 1), x, oo, 1, on=positive), Limit(x / (x + 1), x, 0, 1, on=positive), "to"),
    (Limit(x, x, oo, oo, on=positive), Limit(x, x, oo, 1, on=positive), "value"),
    (Limit(1 / x, x, oo, 0, rate=1 / x, on=positive), Limit(1 / x, x, oo, 0, on=positive), "rate"),
    (Equal(A * u, A * u, on=vectors), Equal(A * u, A.T * u, on=vectors), "right side"),
    (Equal(Dot(u, v), Dot(u, v), on=vectors), Equal(u, v, on=vectors), "left side"),
    (every(one=square, two=square), every(one=square), "part two"),
    (every(one=square), every(one=square, two=square), "part two"),
])
def test_what_says_something_else_is_different_and_told_where(old, new, place):
    found = compare(old, new)
    assert worst(change.status for change in found) == DIFFERENT
    assert place in [change.place for change in found if change.status == DIFFERENT]


f = exp(x) * sin(y) + tanh(x) ** 2
wide = Domain(over=[x, y])
at_least = Domain(x >= 0, over=[y])
HIDDEN = {
    "a kink far out": (Max(0, x - 1000), wide),
    "a kink far down": (Min(0, y + 10**5), wide),
    "a modulus": (Abs(x - 1000) + x - 1000, wide),
    "a jump": (sign(x - 10**4) + 1, wide),
    "a step": (Heaviside(x - 10**4, 0), wide),
    "two kinks": (Max(0, x - 1000) * Max(0, y - 1000), wide),
    "a piece": (Piecewise((0, x < 10**4), (y, True)), wide),
    "a point": (Piecewise((1, Eq(x, Rational(1, 7))), (0, True)), wide),
    "a bump": (exp(-(x**2) * 10**9), wide),
    "the domain's border": (Piecewise((1, x <= 0), (0, True)), at_least),
    "endless jumps": (floor(x / 10**9) - floor((x - Rational(1, 10**9)) / 10**9), Domain(x > 1, over=[y])),
}


@pytest.mark.drawn(5)
@pytest.mark.slow
@pytest.mark.parametrize("hidden", HIDDEN)
def test_numbers_that_look_on_one_side_of_a_kink_alone_support_nothing(hidden):
    more, on = HIDDEN[hidden]
    assert status(Equal(f, y, on=on), Equal(f + more, y, on=on)) in (DIFFERENT, UNDECIDED)
    assert status(Equal(f + more, y, on=on), Equal(f, y, on=on)) in (DIFFERENT, UNDECIDED)
    flow = Flow({x: y, y: -x})
    assert status(Conserved(f, along=flow, on=on), Conserved(f + more, along=flow, on=on)) in (DIFFERENT, UNDECIDED)


def test_values_beyond_a_kink_are_said_to_be_those_of_the_terms_that_differ():
    (change,) = [change for change in compare(Equal(f, y, on=wide), Equal(f + Max(0, x - 1000), y, on=wide)) if change.example is not None]
    assert change.example.note.startswith("the terms that differ: 0.0 and 3.7")
    assert (change.example.left, change.example.right) == ("", "")


@pytest.mark.drawn(5)
@pytest.mark.slow
@pytest.mark.parametrize("old, new, on", [
    (Abs(x - 1000), Max(x - 1000, 1000 - x), wide),
    (Max(0, x - 1000), 0 * x, Domain(x < 1000, over=[y])),
    (Max(x, y), (x + y + Abs(x - y)) / 2, wide),
    (Piecewise((1, x < 0), (0, True)), 0 * x, at_least),
])
def test_pieces_that_say_the_same_stay_the_same(old, new, on):
    assert status(Equal(f + old, y, on=on), Equal(f + new, y, on=on)) == PROVED


def test_what_numbers_support_on_every_piece_stays_supported(monkeypatch):
    """The engine proves that a piece is nowhere, and nothing else."""
    def says(statement, seconds):
        holds = isinstance(statement, Holds)
        return Evidence("exact", "stub", Outcome.PROVED if holds else Outcome.UNDECIDED)
    monkeypatch.setattr("theoremtest.derivations.proof.decide.decide", says)
    assert status(Equal(f + Abs(x), y, on=wide), Equal(f + Max(x, -x), y, on=wide)) == SUPPORTED


def values(old, new):
    claim = make_claim("1", new)
    (edit,) = edits([claim], [ledger.record_of(make_claim("1", old), (), registry_of(make_claim("1", old)))])
    return edit


rescaled = Flow({x: y / k, y: -x / k})


@pytest.mark.slow
@pytest.mark.parametrize("old, new", [
    (Equal(x / k + y / k, (x + y) / k, on=Domain(k > 0, over=[x, y])), Equal(x / k + y / k, (x + y) / k, on=Domain(over=[x, y, k]))),
    (Equal(x / k + y / k, (x + y) / k, on=Domain(k > 0, over=[x, y])), Equal(x / k + y / k, (x + y) / k, on=Domain(k >= 0, over=[x, y]))),
    (Conserved(x**2 + y**2, along=rescaled, on=Domain(k > 0, over=[x, y])),
     Conserved(x**2 + y**2, along=rescaled, on=Domain(over=[x, y, k]))),
    (Holds(1 / k > 0, on=Domain(k > 0)), Holds(1 / k > -1, on=Domain(k >= 0))),
    (Equal(x, y, on=wide), Equal(x * (y**2 - 1000 * y) / (y - 1000) / y, y, on=wide)),
    (Equal(log((x + 1000) ** 2), y, on=wide), Equal(2 * log(x + 1000), y, on=wide)),
    (Equal(Abs(x), sqrt(x**2), on=wide), Equal(Abs(x), sqrt(x) * sqrt(x**3) / Abs(x), on=wide)),
])
def test_a_statement_that_loses_its_value_at_a_point_is_another_one(old, new):
    edit = values(old, new)
    assert edit.status == DIFFERENT and edit.lost and edit.lost.example is not None


@pytest.mark.parametrize("old, new", [
    (Equal(k * x, x * k, on=Domain(k > 0, over=[x])), Equal(k * x, x * k, on=Domain(over=[x, k]))),
    (Equal(x / k, x * k**-1, on=Domain(k > 0, over=[x])), Equal(x / k, x * k**-1, on=Domain(Ne(k, 0), over=[x]))),
    (Equal(log((x + 1000) ** 2), y, on=wide), Equal(y, log((1000 + x) ** 2), on=wide)),
    (Equal(x * (y - 3) / (y**2 - 3 * y), y, on=wide), Equal(x / y, y, on=wide)),  # it has one more now
])
def test_a_statement_that_keeps_its_values_loses_none(old, new):
    assert values(old, new).lost is None


def test_the_counterexample_is_small_and_names_only_what_matters():
    far = Domain(Gt(t, 3), over=[x, y])
    (change,) = compare(Equal(x**2, y, on=far), Equal(x**3, y, on=far))
    assert change.example.point == (("x", "-1"),) and (change.example.left, change.example.right) == ("1", "-1")


def test_a_lost_condition_shows_a_point_that_was_not_there():
    (change,) = compare(Equal(Abs(x), x, on=Domain(x >= 0)), Equal(Abs(x), x, on=anywhere))
    assert change.example.note == "the domain is wider: this point is new" and change.old == (x >= 0) and change.new is None
    (change,) = compare(Equal(x, x, on=anywhere), Equal(x, x, on=positive))
    assert change.example.note == "the domain is narrower: this point is lost"


def test_dummies_are_matched_by_name():
    one, other = fresh("s"), fresh("s")
    assert compare(Equal(one, one, on=Domain(over=[one])), Equal(other, other, on=Domain(over=[other]))) == []


def test_numbers_support_where_the_engine_cannot_tell(exact_says):
    exact_says(Outcome.UNDECIDED)
    assert status(square, Equal((x + 1) ** 2, x * (x + 2) + 1, on=anywhere)) == SUPPORTED
    (change,) = compare(square, Equal((x + 1) ** 2, x * (x + 3) + 1, on=anywhere))
    assert change.status == DIFFERENT and change.note == "by numbers, at a random point"


def test_what_no_route_settles_is_undecided(exact_says, monkeypatch):
    exact_says(Outcome.UNDECIDED)
    monkeypatch.setattr("theoremtest.numerics.routes.points.check", lambda *rest: Evidence("points", "stub", Outcome.UNDECIDED))
    assert status(square, Equal((x + 1) ** 2, x * (x + 2) + 1, on=anywhere)) == UNDECIDED


# --- against a ledger ---------------------------------------------------------------------------------------------------


@pytest.fixture
def baseline(toy, truthful):
    return [ledger.record_of(claim, examine(claim, ("exact",)), toy) for claim in toy]


def test_nothing_is_told_where_nothing_changed(toy, baseline):
    assert list(edits(toy, baseline)) == []
    assert not any(touched(claim, record) for claim, record in zip(toy, baseline, strict=True))


def test_new_and_removed_claims_are_told(toy, baseline):
    found = list(edits(toy, baseline[1:]))
    assert [(edit.id, edit.status) for edit in found] == [("toy2026/1", NEW)]
    found = list(edits(registry_of(make_claim("1")), baseline))
    assert [(edit.id, edit.status) for edit in found] == [("toy2026/2", REMOVED), ("toy2026/3", REMOVED)]
    assert list(edits(registry_of(), baseline, paper="other2020")) == []


def test_an_edit_is_compared_with_what_the_ledger_holds(baseline):
    changed = make_claim("1", Equal((x + 1) ** 2, x**2 + 2 * x + 2, on=anywhere))
    told = list(edits(registry_of(changed), baseline[:1]))
    assert [(edit.id, edit.role) for edit in told] == [("toy2026/1", "printed")] and told[0].changes[0].old == x**2 + 2 * x + 1


def test_the_corrected_form_is_compared_too(baseline):
    rewritten = Erratum("wrong", "the mixed term is missing", Equal((x + 1) ** 2, x * (x + 2) + 1, on=anywhere))
    claim = make_claim("2", wrong_square(), erratum=rewritten)
    (edit,) = edits(registry_of(claim), baseline[1:2])
    assert edit.role == "corrected"
    (edit,) = edits(registry_of(make_claim("2", wrong_square())), baseline[1:2])
    assert (edit.role, edit.status) == ("corrected", REMOVED)


def test_a_ledger_without_trees_is_compared_by_its_text(toy, baseline):
    for record in baseline:
        del record["tree"]
    assert list(edits(toy, baseline)) == [] or all(edit.role == "corrected" for edit in edits(toy, baseline))
    (edit,) = edits(registry_of(make_claim("1", wrong_square())), baseline[:1])
    assert edit.status == UNDECIDED and "text only" in edit.changes[0].note


def test_a_damaged_tree_is_named(baseline):
    baseline[0]["tree"] = [["eval", "1"]]
    (edit,) = edits(registry_of(make_claim("1")), baseline[:1])
    assert edit.status == UNDECIDED and "cannot be read" in edit.changes[0].note


def test_an_answer_is_kept_in_the_cache(tmp_path):
    from theoremtest.reports.verify.cache import Cache
    new = Equal((x + 1) ** 2, x * (x + 2) + 1, on=anywhere)
    compare(square, new, cache=Cache(tmp_path))
    kept = list(tmp_path.rglob("*.json"))
    compare(square, new, cache=Cache(tmp_path))
    assert kept and list(tmp_path.rglob("*.json")) == kept


def test_a_size_that_only_shapes_declare_may_stand_in_a_formula():
    sized = Equal(d * x, x * d, on=Domain(over=[x, u]))
    assert status(sized, Equal(x * d, 2 * d * x / 2, on=Domain(over=[x, u]))) == PROVED
    assert status(sized, Equal(d * x, x * (d + 1), on=Domain(over=[x, u]))) == DIFFERENT


def test_a_letter_of_the_old_domain_may_be_an_abbreviation_of_the_new_one():
    old = Equal(k / k, k**2 / k**2, on=Domain(Ne(k, 0)))
    new = Equal((x**2 + y**2) / k, k / k, on=Domain(x > 0, over=[y], where={k: x**2 + y**2}))
    changes = [change for change in compare(old, new) if "condition" in change.place]
    assert any(change.status == PROVED and change.note == "the other conditions imply it" for change in changes)


def test_a_letter_that_was_a_number_and_is_a_size_is_told():
    number = Symbol("d", integer=True, real=True)
    old = Equal(number * x, x * (number + 1) - x, on=Domain(over=[x, number]))
    (change,) = compare(old, Equal(d * x, x * (d + 1) - x, on=Domain(over=[x, u])))
    assert change.status == DIFFERENT and change.place == "d" and "it was" in change.note


def counted(law):
    n = Symbol("n", integer=True)
    return Expectation(n, {n: law}, x, on=Domain(x > 0, x < 1, over=[n]))


def test_laws_are_compared_by_their_parameters():
    """A law is no number: two of one kind are the same where their parameters are."""
    same, other, kind = Binomial(2, x * (x + 1) - x**2), Binomial(3, x), Poisson(x)
    assert status(counted(Binomial(2, x)), counted(same)) == PROVED
    assert status(counted(Binomial(2, x)), counted(other)) == DIFFERENT
    (change,) = compare(counted(Binomial(2, x)), counted(kind))
    assert (change.status, change.note) == (DIFFERENT, "another law")
