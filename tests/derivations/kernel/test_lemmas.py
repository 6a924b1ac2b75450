"""The lemmas about numbers, as they stand in the table, at many points: where the side conditions hold, so does the conclusion."""

from fractions import Fraction
from itertools import islice, product

import pytest
from flint import ctx, fmpq

from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.numbers import NoValue, Numbers, Unsettled
from theoremtest.derivations.kernel.terms import number, parts, put, term

NUMBERS = [fmpq(f.numerator, f.denominator) for f in map(Fraction, (
    "0", "1", "-1", "2", "-2", "1/2", "-1/2", "3", "-3", "1/3", "9/10", "-9/10", "11/10", "3/2", "-3/2", "7", "-7", "4", "-4", "1/100",
    "-1/100", "5/3"))]
OF_NO_NUMBER = {"limit", "order", "fixed", "Dot", "invertible", "acot", "area"}
"""Heads of what is said of an end, of endless sums, and of vectors; of `acot` the kernel works out no number."""
MOST = 6000
ABOUT_NUMBERS = [name for name, lemma in LEMMAS.items()
                 if not OF_NO_NUMBER & {part.head for fact in (*lemma.sides, lemma.conclusion) for part in parts(fact)}]


def answers(letters, sides, conclusion):
    """Whether the conclusion holds, at each point at which the side conditions do. A letter that they call whole is so by its making, else
    functions of whole numbers say nothing of it."""
    whole = {letter: term("Dummy", (), (letter.mark[0], ("integer",), letter.mark[2])) for letter in letters
             if term("whole", (letter,)) in sides}
    letters = [whole.get(letter, letter) for letter in letters]
    sides, conclusion = [put(side, whole) for side in sides], put(conclusion, whole)
    numbers = [[value for value in NUMBERS if value.q == 1 or letter not in whole.values()] for letter in letters]
    before, ctx.prec = ctx.prec, 128
    try:
        for values in islice(product(*numbers), MOST):
            point = Numbers(dict(zip(letters, values, strict=True)))
            try:
                if all(point.truth(side) for side in sides):
                    yield point.truth(conclusion)
            except (NoValue, Unsettled):
                continue
    finally:
        ctx.prec = before


@pytest.mark.parametrize("name", ABOUT_NUMBERS)
def test_a_lemma_holds_wherever_its_side_conditions_do(name):
    lemma = LEMMAS[name]
    found = list(answers(lemma.letters, lemma.sides, lemma.conclusion))
    assert all(found)
    assert found or lemma.conclusion.head == "Equality", "no point shows it"  # two irrational numbers are not seen to be equal


def test_most_lemmas_are_about_numbers():
    assert len(ABOUT_NUMBERS) > 0.7 * len(LEMMAS)


def test_each_lemma_has_a_name_in_coq():
    assert all(lemma.coq.isidentifier() for lemma in LEMMAS.values())


NEEDS_EACH = ["exp_from_one", "log_tangent", "log_at_least", "bernoulli", "bernoulli_between", "sin_below", "sin_pos", "cos_nonneg",
              "jordan",
              "atan_up_to", "erf_pos", "larger_square", "square_not_smaller", "max_of_larger", "tanh_pos", "power_monotone"]


@pytest.mark.parametrize("name", NEEDS_EACH)
def test_without_one_of_its_side_conditions_it_fails_somewhere(name):
    lemma = LEMMAS[name]
    for place, side in enumerate(lemma.sides):
        rest = [*lemma.sides[:place], *lemma.sides[place + 1:]]
        point = False in list(answers(lemma.letters, rest, lemma.conclusion))
        assert point or _says_where_it_has_a_value(side), (name, place)


def _says_where_it_has_a_value(side):
    return side.head == "pos" and side.args[0].head == "Dummy"


@pytest.mark.parametrize("at", ["0", "1", "-2", "5/3"])
@pytest.mark.parametrize("count", range(4))
def test_the_exponential_series_is_what_its_first_terms_come_to(at, count):
    _, conclusion = LEMMAS["exp_series"].at([number(Fraction(at)), number(count)])
    total, value = conclusion.args
    summand, (index, *_) = total.args[0], total.args[1].args
    terms = [Numbers({index: fmpq(place)}).scalar(summand) for place in range(40)]
    assert abs(float(sum(terms)) - float(Numbers({}).scalar(value))) < 1e-12
