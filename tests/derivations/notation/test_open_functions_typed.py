r"""Functions without a formula are declared in comments and used in displays, with their gradients as terms; arrows, reasons and moduli
are read where one reading is left. What could be read otherwise is refused."""

import pytest
from sympy import Eq

from theoremtest.derivations.language.open_functions import Convex, OpenFunction, Smooth
from theoremtest.derivations.language.statement import Evolves, Holds
from theoremtest.derivations.language.symbols import dimension, vector
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.notation import NotationError, read_statement
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Ground, Line, laid
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here

LOSS = "let f : \\mathbb{R}^{d} \\to \\mathbb{R}\nlet x, y \\in \\mathbb{R}^{d}\nlet L, \\mu > 0"
SMOOTH = LOSS + "\nassume f is L-smooth"
KERNEL = "let k : \\mathbb{R}^{d} \\times \\mathbb{R}^{d} \\to \\mathbb{R}\n" \
         "let \\ell : \\mathbb{R} \\times \\mathbb{R} \\to \\mathbb{R}\nlet x, y \\in \\mathbb{R}^{d}\nlet a, b"
NUMBERS = "let a, b, c, s"


def ground(text) -> Ground:
    lines = [line.partition(" ") for line in text.splitlines()]
    return laid([Line(verb, rest) if verb in ("let", "assume", "along", "start", "forget") else Line("=", f"{verb} {rest}")
                 for verb, _, rest in lines])


def read(comments, display):
    return claimed(display, ground(comments))


def refusal(comments, display="a = a"):
    with pytest.raises(NotationError) as error:
        read(comments, display)
    return str(error.value)


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("comments", "display", "holds"), [
    (SMOOTH, r"f(x - \tfrac{1}{L} \nabla f(x)) \leq f(x) - \frac{1}{2L} \|\nabla f(x)\|^2", True),
    (SMOOTH, r"f(x - \tfrac{1}{L} \nabla f(x)) \leq f(x) - \frac{1}{L} \|\nabla f(x)\|^2", False),
    (LOSS + "\nassume f is convex", r"f(y) \geq f(x) + \nabla f(x)^\top (y - x)", True),
    (LOSS + "\nassume f is \\mu-strongly convex", r"\langle \nabla f(x) - \nabla f(y), x - y \rangle \geq \mu \|x - y\|^2", True),
    (LOSS + "\nassume f is differentiable\nalong \\dot x = -\\nabla f(x)", r"\frac{d}{dt} f(x) = -\|\nabla f(x)\|^2", True),
    (KERNEL, r"k(x, y)^2 + \ell(a, b)^2 \geq 2 k(x, y) \ell(a, b)", True),
    (NUMBERS, r"a = b \implies a^2 = b^2", True),
    (NUMBERS, r"a^2 = b^2 \Rightarrow a = b", False),
])
def test_what_a_display_says_of_every_such_function_is_decided(comments, display, holds):
    with offering(()):
        found = decide_here(read(comments, display))
    assert found.outcome is (Outcome.PROVED if holds else Outcome.REFUTED)
    assert not holds or witness(read(comments, display)) is not None


def test_what_is_laid_down_of_a_function_comes_with_it_and_with_nothing_else():
    f = OpenFunction("f", dimension("d"))
    x = vector("x", dimension("d"))
    found = read(SMOOTH + ", f is convex", r"\nabla_x f(x) = \nabla f(x) + 0 \cdot \nabla f(x)")
    assert {Smooth(f, read(SMOOTH, "L = 1").on.symbols[0]), Convex(f)} <= set(found.on.conditions)
    assert f.gradient(x) in (found.left, found.right)
    assert not any(isinstance(item, (Smooth, Convex)) for item in read(SMOOTH, r"\|x\| \geq 0").on.conditions)
    assert isinstance(read(LOSS + "\nalong \\dot x = -\\nabla f(x)", r"\frac{d}{dt} f(x) = 0 \cdot L - L"), Evolves)


@pytest.mark.parametrize(("comments", "display"), [
    (SMOOTH, r"f(x - \tfrac{1}{L} \nabla f(x)) \leq f(x)"), (KERNEL, r"k(x, y) = k(y, x) + \ell(a, b)"),
])
def test_a_statement_about_functions_reads_back(comments, display):
    found = read(comments, display)
    assert read_statement(found.latex(), found).latex() == found.latex()


@pytest.mark.parametrize(("comments", "display", "says"), [
    (LOSS, r"\langle \nabla f, x \rangle = 0", "at which point"),
    (LOSS, r"\nabla_y f(x - y) = 0", "two ways"),
    (LOSS, r"f(L) = 1", "column of d entries"),
    (LOSS, r"f(x, y) = 1", "one argument"),
    (LOSS, r"\nabla g(x) = 0", "declared without a formula"),
    (LOSS + "\nassume f is nice", r"f(x) = 1", "not known of a function"),
    (LOSS + "\nassume g is convex", r"f(x) = 1", "no function of a vector"),
    (LOSS + "\nlet f > 0", r"f(x) = 1", "declared already"),
    (LOSS + "\nf = x", r"f(x) = 1", "declared already"),
    (LOSS + "\nf(x) = \\|x\\|^2", r"f(x) = 1", "without a formula"),
    ("f(z) = z^2\nlet f : \\mathbb{R} \\to \\mathbb{R}", r"1 = 1", "has a formula already"),
    (LOSS + "\nforget f", r"f(x) = 1", "let f : \\mathbb{R}^{d} \\to \\mathbb{R} where it is a function"),
    (LOSS, r"q_{2}(x) = 1", "let q_2 : \\mathbb{R}^{d}"),
    ("let \\sigma' : \\mathbb{R} \\to \\mathbb{R}", r"1 = 1", "derivative"),
    ("let f : \\mathbb{R}^{d} \\to \\mathbb{N}", r"1 = 1", "function without a formula reads"),
    ("let f : X \\to \\mathbb{R}", r"1 = 1", "function without a formula reads"),
    (KERNEL, r"\ell(a) = 1", "takes 2 arguments"),
    (KERNEL, r"\ell(x, a) = 1", "takes scalars"),
    (NUMBERS, r"a = b, c = s \implies a + c = b + s", "two ways"),
    (NUMBERS, r"a = b \implies b = c \implies a = c", "one arrow"),
    (NUMBERS, r"\implies a = b", "begins with an arrow"),
    (NUMBERS, r"a \over b = 1", "how far"),
    (NUMBERS, r"\frac{a \over b}{c} = {a \over b \over c}", "how far"),
    (NUMBERS, r"\log|a| b = 1", "brackets"),
    (NUMBERS, r"\log|a|b|c| = 1", "brackets"),
    (NUMBERS, r"a \leq b \text{ by a factor of two}", "have no meaning"),
    (NUMBERS, r"a \leq b \text{ by } c", "have no meaning"),
    (NUMBERS, r"a \leq b \quad \text{from n = 2 on}", "have no meaning"),
    (NUMBERS, r"\left. a \right|_{b = 1} = 2", "closes nothing"),
    (LOSS, r"\|x\| \geq 0 \quad \forall x \in \mathbb{R}^{n}", "declared in a comment above"),
    (LOSS, r"\|x\| \geq 0 \quad \forall z \in \mathbb{R}^{d}", "declared in a comment above"),
    (LOSS, r"\|x\| \geq 0 \quad \forall x \in \mathcal{H}", "lies in"),
])
def test_what_reads_two_ways_or_says_more_is_refused(comments, display, says):
    assert says in refusal(comments, display)


def test_a_letter_may_be_said_again_to_lie_where_it_was_declared():
    assert read(LOSS, r"\|x\| + \|y\| \geq 0 \quad \forall x, y \in \mathbb{R}^d").key() == read(LOSS, r"\|x\| + \|y\| \geq 0").key()


def test_an_arrow_joins_conditions_to_what_follows_from_them():
    found = read(NUMBERS, r"a = b \wedge c = s \implies a + c = b + s, \quad \text{for } c > 0")
    a, b, c, s = (ground(NUMBERS).letters[name] for name in "abcs")
    assert isinstance(found, Holds)
    assert set(found.on.conditions) == {Eq(a, b, evaluate=False), Eq(c, s, evaluate=False), c > 0}


@pytest.mark.parametrize(("typed", "plain"), [
    (r"\begin{align} a^2 &\leq b &&\text{by Lemma 3} \\ &\leq c \quad \text{(since all is small)} \end{align}", r"a^2 \leq b \leq c"),
    (r"\sqrt{a \over b} = c^{a \over b}", r"\sqrt{\frac{a}{b}} = c^{\frac{a}{b}}"),
    (r"2 {a \over b} = {a \over {b \over c}}", r"2 \cdot \frac{a}{b} = \frac{a}{\frac{b}{c}}"),
    (r"\log|a b| = \log|a| + \log|b|", r"\log(|a b|) = \log(|a|) + \log(|b|)"),
    (r"a b \leq c \text{ for all } a, b", r"a b \leq c"),
    (r"a b \leq c, \quad \forall a, b \in \mathbb{R}.", r"a b \leq c"),
    (r"a b \leq \left( c + \left. s \right. \right)", r"a b \leq c + s"),
])
def test_spellings_of_one_thing(typed, plain):
    assert read(NUMBERS, typed).key() == read(NUMBERS, plain).key()
