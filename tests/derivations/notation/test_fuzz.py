"""Formulas that nobody would write: mutated and random ones are read or refused, never crash, and never mean something else.

What is read spells its own tokens back, means the same with every implied bracket written out, and survives being printed and
read again.
"""

import random

import pytest
from sympy import And, Derivative, Max, cosh, exp, log, sign, sinh, sqrt, tanh

from helpers.spelling import bracketed, spelled, words
from theoremtest.derivations.language import (
    AtMostOneZero,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Gradient,
    Holds,
    Iff,
    Inverse,
    Limit,
    Norm,
    Solves,
    System,
    dimension,
    function,
    matrix,
    real,
    reals,
    vector,
)
from theoremtest.derivations.language.flow import TIME as t
from theoremtest.derivations.notation import NotationError, canonical, names_of, read_expression, read_statement, same_formula
from theoremtest.derivations.notation.build import build
from theoremtest.derivations.notation.lexer import lex
from theoremtest.derivations.notation.parser import parse

a, b, x = reals("a", "b", "x")
a0, s, P, W, mu = real("a_0"), real(r"\|\beta_*\|"), real("P_+"), real(r"\|w\|^2"), real(r"\mu")
d, n = dimension("d"), dimension("n")
u, v = vector("u", d), vector("v", d)
X, A = matrix("X", n, d), matrix("A", d, d)
g = function("g_\\delta")
plain, wide = Domain(over=[a, b, x, a0, s, P, W, mu]), Domain(over=[a, x, mu, u, v, X, A])
flow = Flow({a: b, b: -a}, name="a rotation")
POOL = (
    Equal(sqrt(a**2 + 4 * b * mu**2) - a0 / (2 * s), exp(-2 * a * x) * P, on=plain),
    Equal(Derivative(g(x) * a, x) + g(x)**2, W**2 * abs(b) + sign(mu) / 3, on=plain),
    Equal(cosh(a * x)**2 - tanh(b), log(1 + x**2) * Max(a, b), on=plain),
    Equal(a * Dot(u, A * v) + Norm(u - v), Dot(v, v)**2 / x, on=wide),
    Equal(X.T * X * u - a * u, (x * A + A.T) * v, on=wide),
    Evolves(a**2, 2 * a * b, along=flow, on=plain), Conserved(a**2 + b**2, along=flow, on=plain),
    Solves(System({a: b, b: -a}, {a: a0, b: mu}), {a: a0 * cosh(t), b: mu * sinh(t)}, on=Domain(t >= 0, over=[a0, mu])),
    Limit(x / (1 + x), x, 0, 0, rate=x, on=Domain(x > 0)), Holds(And(a < b, b <= x), on=plain), Iff(a > 0, a**3 > b, on=plain),
    Inverse(a * A, A.I / a, on=wide), Gradient(Dot(u, u), u, 2 * u, on=wide), AtMostOneZero(a * b, along=flow, on=plain),
)
WORDS = ("a", "b", "x", "a_0", r"\mu", r"\|\beta_*\|", "P_+", r"\|w\|^2", "u", "v", "X", "A", "e", "t", "d", "q", r"g_\delta", r"\nu", "2",
         "3", "0", "1", "10", "0.5", "+", "-", "=", "<", r"\leq", "/", r"\cdot", "^", "_", "{", "}", "(", ")", r"\left(", r"\right)", "[",
         "]", "|", r"\|", r"\left|", r"\right|", ",", "&", r"\\", r"\frac", r"\sqrt", r"\sinh", r"\cosh", r"\exp", r"\log", r"^{\top}",
         r"^{-1}", "^2", "^{2}", r"\dot", r"\lim", r"\to", r"\infty", r"\iff", r"\wedge", r"\max", r"\operatorname{sgn}", r"\sum_{i=1}^{3}",
         "i", r"\frac{d}{dx}", r"\frac{d}{dt}", r"\begin{cases}", r"\end{cases}", r"\text{if}", r"\otimes", r"\nabla", r"\quad", r"\,", "%",
         "'", '"', "\\", "$", "~", "é", "\x00", "\n")
EXPRESSIONS = tuple(
    (text, like) for like in POOL[:5] for text in (
        like.latex().split(" = ")[0], like.latex().split(" = ")[-1])) + tuple(
    (text, POOL[0]) for text in (r"\frac{a}{2} b - \frac12 x", r"a/(2b) + e^{-ax}", r"\sinh^{-1}(a x) \cosh 2x", r"-a^2 b + 3 \cdot 2^{x}",
                                 r"\sum_{i=1}^{3} a b + x", r"\begin{cases} a & b > 0 \\ x & \text{otherwise} \end{cases}",
                                 r"\sqrt[3]{a} |b| + [a + (b - x)]", r"\left|a\right| - \|w\|^2 P_+"))


def mutated(text: str, rng: random.Random) -> str:
    """One to three slips in a formula: pieces left out, doubled, exchanged, replaced or put in; sometimes it is all random."""
    if rng.random() < 0.15:
        return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 12)))
    pieces = _pieces(text)
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(pieces) + 1)
        slip = rng.random()
        if slip < 0.25:
            del pieces[place:place + rng.choice((1, 1, 2))]
        elif slip < 0.5:
            pieces.insert(place, rng.choice(WORDS) + " ")
        elif slip < 0.75 and place < len(pieces):
            pieces[place] = rng.choice(WORDS) + " "
        elif slip < 0.85 and len(pieces) > 1:
            other = rng.randrange(len(pieces))
            place = min(place, len(pieces) - 1)
            pieces[place], pieces[other] = pieces[other], pieces[place]
        else:
            pieces[place:place] = pieces[place:place + rng.randint(1, 4)]
        if not pieces:
            return ""
    return "".join(pieces)


def _pieces(text: str) -> list[str]:
    import re
    return re.findall(r"\\[A-Za-z]+\s*|\\.|\s+|[0-9]+|.", text, re.DOTALL)


def check_expression(text: str, like, names) -> bool:
    """Whether an expression is read; if it is, that it means what it says."""
    try:
        tree = parse(text, "expression", names)
        value = build(tree.children[0])
    except NotationError as error:
        str(error)
        return False
    said, spelling = words(text), spelled(tree)
    assert _leveled(spelling) == _leveled(said), f"{text!r} spells back as {spelling}"
    again = read_expression(bracketed(tree.children[0]), like)
    assert canonical(again) == canonical(value), f"{text!r} with its brackets is {again}, without them {value}"
    return True


def _leveled(spelling: list[str]) -> list[str]:
    """Spellings of one thing made one: the partial d, and T for the transpose."""
    found, place = [], 0
    while place < len(spelling):
        word = spelling[place]
        if word in (r"\bigl", r"\bigr"):
            pass
        elif word == r"\partial":
            found.append("d")
        elif word.isdigit() or word == ".":
            found += list(word)
        else:
            found.append(word)
        place += 1
    return found


def check_statement(text: str, like) -> bool:
    """Whether a statement is read; if it is, that its own LaTeX reads as itself."""
    try:
        read = read_statement(text, like)
    except NotationError as error:
        str(error)
        return False
    printed = read.latex()
    again = read_statement(printed, read)
    assert same_formula(again, read), f"{text!r}\nreads as {printed}\nwhich reads as {again.latex()}"
    return True


def fuzz(count: int, seed: int) -> tuple[int, int]:
    """Inputs read of `count` tried: (expressions, statements)."""
    rng = random.Random(seed)
    names = {id(like): names_of(like) for _, like in EXPRESSIONS}
    printed = [(like.latex(), like) for like in POOL]
    expressions = statements = 0
    for number in range(count):
        if number % 5:
            text, like = rng.choice(EXPRESSIONS)
            expressions += check_expression(mutated(text, rng), like, names[id(like)])
        else:
            text, like = rng.choice(printed)
            statements += check_statement(mutated(text, rng), like)
    return expressions, statements


def test_the_pool_itself_is_read():
    for text, like in EXPRESSIONS:
        assert check_expression(text, like, names_of(like)), text
    for like in POOL:
        assert check_statement(like.latex(), like), like.latex()


@pytest.mark.slow
def test_a_few_thousand_slips():
    expressions, statements = fuzz(2000, seed=1)
    assert expressions > 80 and statements > 15  # the checks behind a successful reading did run


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_five_thousand_slips():
    expressions, statements = fuzz(5_000, seed=2)
    assert expressions > 250 and statements > 50


@pytest.mark.slow
@pytest.mark.parametrize("claims", ["kunin2024"])
def test_slips_in_the_claims_own_formulas(claims):
    from theoremtest.derivations.papers import Library
    rng = random.Random(3)
    parts = [part for claim in Library().registry() if claim.paper.key == claims for _, part in claim.statement.parts()
             if len(part.latex()) < 200]
    for part in rng.sample(parts, 40):
        for _ in range(3):
            check_statement(mutated(part.latex(), rng), part)


@pytest.mark.parametrize("text", ["\x00", "\ud800", "\\", "\\left", "^", "_", "{}", "x^", "x_", "\\frac", "\\sqrt[", "\\sum_", "\\lim",
                                  "\\begin", "\\text", "\\operatorname", "\\sum_{i=}", "|" * 7, "'", "\\dot", "e", "e^", "O(", "\\nabla"])
def test_fragments_are_refused(text):
    for like in POOL:
        try:
            read_statement(text, like)
        except NotationError as error:
            assert str(error)
        else:
            assert text == "e"


def test_tokens_know_their_columns():
    text = r"a_0 + \frac{b}{2} x"
    assert [token.column for token in lex(text, names_of(POOL[0]))][:3] == [1, 5, 7]
