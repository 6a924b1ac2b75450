"""Coq takes what is true of finite sums and sequences and refuses its wrong twins. Skipped where there is no Coq."""

import pytest
import sympy as sp

from helpers.coq import needs_coq, taken, true_and_not_wrong
from theoremtest.derivations.certificates import Unprintable, part_of
from theoremtest.derivations.language import All, Binomial, Domain, Equal, Expectation, Holds, Induction, Parity, reals

n, m, i, j, k, q = sp.symbols("n m i j k q", integer=True)
x, y = reals("x", "y")
f, g, a = sp.Function("f"), sp.Function("g"), sp.Function("a")
FREE = Domain(n >= 1, m >= 1, over=[x, y])
WITHIN = Domain(n >= 1, i >= 1, i <= n, over=[x, q])


def total(term, index=k, low=1, high=n):
    return sp.Sum(term, (index, low, high))


def mean(quantity, value, moment="mean"):
    return Expectation(quantity, {k: Binomial(n, x)}, value, moment, on=Domain(n >= 1, x > 0, x < 1, over=[k, y]))


N = sp.Symbol("N", integer=True, positive=True)


def recursion(following, *claims, first=x, start=1):
    """What holds from the start on of the sequence f with a first value and the next one."""
    where = Domain(x > 0, over=[x, y, n])
    claim = All({str(number): one for number, one in enumerate(claims)}, on=where) if len(claims) > 1 else claims[0]
    return Induction(claim, n, start, {f(n): (first, following)}, on=where)


def value(shown):
    return Equal(f(n), shown, on=Domain(x > 0, over=[x, y, n]))


SIFTED = total((-1) ** q * sp.KroneckerDelta(i, k) * f(k))
TWICE = total(f(j) * total(a(k, j) * g(k), high=m), index=j)
PAIRS = {
    "linear": (Equal(total(x * f(k) + y * g(k)), x * total(f(k)) + y * total(g(k)), on=FREE),
               Equal(total(x * f(k) + y * g(k)), x * total(f(k)) + x * total(g(k)), on=FREE)),
    "length": (Equal(total(x / n), x, on=FREE), Equal(total(x / n, low=2), x, on=FREE)),
    "one term": (Equal((-1) ** q * SIFTED, f(i), on=WITHIN), Equal((-1) ** q * SIFTED, (-1) ** q * f(i), on=WITHIN)),
    "not within": (Equal(SIFTED, (-1) ** q * f(i), on=WITHIN), Equal(SIFTED, (-1) ** q * f(i), on=Domain(n >= 1, i >= 1, over=[q]))),
    "order": (Equal(TWICE, total(g(k) * total(a(k, j) * f(j), index=j), high=m), on=FREE),
              Equal(TWICE, total(g(k) * total(a(j, k) * f(j), index=j), high=m), on=FREE)),
    "products": (Equal(total(f(k)) * total(f(k)), total(f(k)) ** 2, on=FREE), Equal(total(f(k) * f(k)), total(f(k)) ** 2, on=FREE)),
    "mean of a count": (mean((y * k - n) / n, y * x - 1), mean((y * k - n) / n, y * x)),
    "variance of a count": (mean(k - y, n * x * (1 - x), "variance"), mean(k - y, n * x, "variance")),
    "no outcome": (mean(sp.KroneckerDelta(0, k), (1 - x) ** n), mean(sp.KroneckerDelta(0, k), 1 - x)),
    "which comes first": tuple(Equal(sp.Sum(f(k) * g(j), *limits), total(g(j), index=j) * total(f(k), high=m), on=FREE) for limits in (
        ((k, 1, m), (j, 1, n)), ((k, 1, n), (j, 1, m)))),
    "an end that is an abbreviation": tuple(Equal(total(x, high=j), x * made, on=FREE & Domain(where={j: n})) for made in (n, m)),
    "a number that is another": tuple(Equal(x * (n - m) + y, y + made, on=FREE & Domain(sp.Eq(n, m))) for made in (0, x)),
    "a number that is given": tuple(Equal(n, 2 ** (7 - i), on=Domain(sp.Eq(n, 32), sp.Eq(i, made), over=[n, i])) for made in (2, 3)),
    "parity": tuple(Equal(Parity(chosen, n), (-1) ** i, on=Domain(sp.Eq(n, 3460), sp.Eq(i, 1), over=[n, i])) for chosen in (1032, 1028)),
    "power": tuple(recursion(x * f(n), value(x**n), start=start) for start in (1, 0)),
    "line": tuple(recursion(f(n) + y, value(x + y * (n - away))) for away in (1, 0)),
    "a value and a sign": tuple(recursion(x * f(n), value(x**n), Holds(f(n) > least, on=Domain(x > 0, over=[x, y, n])))
                                for least in (0, x)),
    "sign": (Holds(total(f(k) ** 2) >= 0, on=FREE), Holds(total(f(k)) >= 0, on=FREE)),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_a_true_statement_is_taken_and_its_wrong_twin_refused(kernel, name):
    true, wrong = PAIRS[name]
    assert true_and_not_wrong(kernel, true, wrong)


@needs_coq
@pytest.mark.parametrize("name", ["length", "mean of a count", "variance of a count", "no outcome"])
def test_a_wrong_length_or_mean_is_refuted_and_the_true_one_is_not(kernel, name):
    true, wrong = PAIRS[name]
    point = {"n": "2", "m": "1", "x": "1/2", "y": "1"}
    assert taken(kernel, wrong, "refuted", point) and not taken(kernel, true, "refuted", point)


def test_an_index_is_bound_and_a_condition_on_it_stands_for_every_term():
    said = part_of(Equal(total(x / f(k)) + f(i), x, on=WITHIN), "proved", ()).stated
    assert "(f : nat -> R)" in said and "total (fun k : nat => x / f k) 1 n" in said
    assert "forall k : nat, (1 <= k <= n)%nat -> f k <> 0" in said


def test_a_sum_without_an_end_is_a_series_that_is_said_to_converge():
    said = part_of(Equal(total(f(k), high=sp.oo), 0, on=FREE), "proved", ()).stated
    assert said.index("ex_series (PS_decr_n (fun k : nat => f k) 1)") < said.index("Series (PS_decr_n (fun k : nat => f k) 1) = 0")


@pytest.mark.parametrize("wrong", [total(f(k), low=0, high=n - 1), total(f(k), low=-1), total(a(x, k))], ids=str)
def test_what_is_no_finite_sum_over_natural_numbers_is_not_written(wrong):
    with pytest.raises(Unprintable):
        part_of(Equal(wrong, 0, on=FREE), "proved", ())


@pytest.mark.slow
@needs_coq
def test_a_recursion_can_hold(kernel):
    part = part_of(recursion(f(n) ** 2 - y, value(x)), "proved", [{x: sp.Integer(2), y: sp.Integer(3)}])
    assert part.supposes and any(kernel.check("recursion", lemma).taken for lemma in part.witnesses("recursion"))
