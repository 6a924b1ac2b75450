r"""A display is a claim of the kind that its form says, over what comments lay down; what it says beside that is part of it or refused."""

import pytest

from theoremtest.derivations.language.expectation import Covariance, Expectation
from theoremtest.derivations.language.statement import All, Conserved, Equal, Evolves, Gradient, Holds, Iff, Limit, Solves
from theoremtest.derivations.notation import NotationError, parts_built
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Ground, Line, laid

DESCENT = "let u, v, c\nalong gradient flow of \\tfrac12 (u v - c)^2 in u, v"
DECAY = "let x, x_0\nlet k > 0\nlet t \\geq 0\nalong \\dot x = -k x"
TURN = "let x, y\nlet t \\geq 0\nalong \\dot x = -y, \\dot y = x\nstart x(0) = 1, y(0) = 0"
LAYERS = "let W_1 \\in \\mathbb{R}^{h \\times d}\nlet W_2 \\in \\mathbb{R}^{c \\times h}\nlet S \\in \\mathbb{R}^{c \\times d}\n" \
         "along \\dot W_1 = W_2^\\top (S - W_2 W_1), \\dot W_2 = (S - W_2 W_1) W_1^\\top"
DRAWS = "let x, y \\sim \\mathcal{N}(0, 1)\nlet a"


def ground(text) -> Ground:
    """What comments lay down, a line each."""
    lines = [line.partition(" ") for line in text.splitlines()]
    return laid([Line(verb, rest) if verb in ("let", "assume", "along", "start", "forget") else Line("=", f"{verb} {rest}")
                 for verb, _, rest in lines])


def read(comments, display, kind=""):
    return claimed(display, ground(comments), kind)


def refusal(comments, display, kind=""):
    with pytest.raises(NotationError) as error:
        read(comments, display, kind)
    return str(error.value)


@pytest.mark.parametrize(("comments", "display", "kind"), [
    (DESCENT, r"\frac{d}{dt}\left(u^2 - v^2\right) = 0", Conserved),
    (DESCENT, r"u^2 - v^2 = \text{const}.", Conserved),
    (DESCENT, r"\dot u = v (c - u v)", Evolves),
    (DESCENT, r"\dot L = -2 (u^2 + v^2) L, \quad \text{where } L = \tfrac12 (u v - c)^2", Evolves),
    (DESCENT, r"(u + v)^2 = u^2 + 2 u v + v^2", Equal),
    (DESCENT, r"u^2 + v^2 \geq 2 u v", Holds),
    (DECAY, r"x(t) = x_0 e^{-k t}, \quad x(0) = x_0", Solves),
    (DECAY, r"\lim_{t \to \infty} x_0 e^{-k t} = 0", Limit),
    (TURN, r"x(t) = \cos t, \quad y(t) = \sin t", Solves),
    (LAYERS, r"\frac{d}{dt}\left(W_1 W_1^\top - W_2^\top W_2\right) = 0", Conserved),
    (LAYERS, r"\nabla_{W_1} \left(\operatorname{tr}(W_1 W_1^\top)\right) = 2 W_1", Gradient),
    (DRAWS, r"\mathbb{E}[(a x + y)^2] = a^2 + 1", Expectation),
    (DRAWS, r"\operatorname{Cov}[a x + y, x] = a", Covariance),
    ("let a > 0", r"a \geq 1 \iff \frac1a \leq 1", Iff),
])
def test_the_form_says_the_kind(comments, display, kind):
    assert type(read(comments, display)) is kind


def test_a_kind_that_a_comment_names_is_that_of_the_form():
    assert type(read(DESCENT, r"\dot u = v (c - u v)", "rate")) is Evolves
    assert "its form says 'rate'" in refusal(DESCENT, r"\dot u = v (c - u v)", "conserved")


def test_every_link_of_a_chain_and_both_signs_are_claimed():
    chained = read(DESCENT, r"\frac{d}{dt}(u v) = (u^2 + v^2)(c - u v) = c u^2 + c v^2 - u v (u^2 + v^2)")
    assert [type(part) for _, part in chained.parts()] == [Evolves, Equal]
    solved = read(DECAY, r"x(t) = x(0) e^{-k t} = x_0 / e^{k t}, \quad x(0) = x_0")
    assert [type(part) for _, part in solved.parts()] == [Solves, Equal]
    signed = read("let a, b", r"(a \pm b)^2 = a^2 \pm 2 a b + b^2")
    assert isinstance(signed, All) and len(signed.members) == 2


def test_conditions_and_abbreviations_of_the_display_and_of_comments_are_the_statements():
    found = read("let a, b, c\nassume a > 0, c > 0\nk = \\sqrt{a}", r"k^2 b > a, \quad \text{for } b > 1")
    assert {str(item) for item in found.on.conditions} == {"a > 0", "b > 1"}
    assert [str(key) for key in found.on.where] == ["k"]
    assert "c" not in map(str, found.on.symbols)


def test_conditions_that_tie_a_letter_to_another_bring_it_in():
    found = read("let a, b, c\nassume a > b, b > c", "a = a + 0")
    assert {str(item) for item in found.on.conditions} == {"a > b", "b > c"}


@pytest.mark.parametrize(("comments", "typed", "plain"), [
    (DESCENT, r"u' = v (c - u v)", r"\dot u = v (c - u v)"),
    (DESCENT, r"\partial_t u = v (c - u v)", r"\dot u = v (c - u v)"),
    (DESCENT, r"\dot u + u v^2 = v c", r"\dot u = c v - u v^2"),
    (DECAY, r"k^2 x' = -k^3 x", r"\dot x = -k x"),
])
def test_a_rate_may_be_spelled_with_a_prime_and_have_a_factor(comments, typed, plain):
    assert read(comments, typed).key() == read(comments, plain).key()


def test_a_flow_may_have_a_factor_that_is_nowhere_zero():
    head = "let x\nlet W \\in \\mathbb{R}^{h \\times d}\nlet k"
    slow = ground(head + "\nlet \\tau > 0\nalong \\tau x' = -k x, \\tau \\dot W = W").along
    assert [str(rate) for rate in slow.rates.values()] == ["-k*x/\\tau", "1/\\tau*W"]
    for factor in ("k", "x", "0"):
        with pytest.raises(NotationError):
            ground(f"{head}\nalong {factor} \\dot x = -k x")


def test_time_passes_where_a_formula_speaks_of_it():
    moving = "let x\nlet t \\geq 0\nlet k\nalong \\dot x = -k x"
    assert [str(state) for state in read(moving, r"x e^{k t} = \text{const}").along.states] == ["x", "t"]
    assert [str(state) for state in read(moving, r"\frac{d}{dt} (x^2) = -2 k x^2").along.states] == ["x"]


def test_a_mean_is_over_what_stands_below_it_or_over_all_draws():
    below = read("let a", r"\mathbb{E}_{x \sim \mathcal{N}(0, 1)}[a x^2] = a")
    assert below.key() == read("let x \\sim \\mathcal{N}(0, 1)\nlet a", r"\mathbb{E}[a x^2] = a").key()
    assert read(DRAWS, r"\mathbb{E}_{x, y}[a x^2 y^2] = a").key() == read(DRAWS, r"\mathbb{E}[a x^2 y^2] = a").key()
    assert "y is drawn, too" in refusal(DRAWS, r"\mathbb{E}_x[a x^2 y] = a y")
    assert "not drawn" in refusal(DRAWS, r"\mathbb{E}_a[a x^2] = a x^2")
    assert "another law" in refusal(DRAWS, r"\mathbb{E}_{y \sim \mathcal{N}(0, 2)}[y^2] = 2")


def test_a_start_is_never_passed_over():
    assert "a start" in refusal(DECAY, "x(t) = x_0 e^{-k t}")
    assert "starts at" in refusal(DECAY + "\nstart x(0) = x_0", r"x(t) = x_0 e^{-k t}, \quad x(0) = 2 x_0")
    assert read(DECAY, r"x(t) = x_0 e^{-k t}, \quad x(0) = 7").system.initial != read(
        DECAY, r"x(t) = x_0 e^{-k t}, \quad x(0) = x_0").system.initial


@pytest.mark.parametrize(("comments", "display", "says"), [
    (DESCENT, r"q = u", "let q"),
    (DESCENT, r"k = \sqrt{u}, \quad \text{where } k = \sqrt{q}", "unknown name q"),
    (DESCENT, r"u = v, \quad \text{where } k = u", "nothing else in the display speaks of it"),
    (DESCENT, r"u = c v, \quad \text{where } c = u", "declared already"),
    (DESCENT + "\nk = \\sqrt{q}", r"k = u", "cannot be read"),
    (DESCENT, r"u \approx v", "does not say exactly"),
    (DESCENT, r"u \to v", r"\lim"),
    (DESCENT, r"u^2", "no relation"),
    (DESCENT, r"= u", "left side"),
    (DESCENT, r"\dot c = 0", "does not speak of what moves"),
    (DESCENT, r"\dot u = \dot v", "one derivative"),
    (DESCENT, r"u_i = v_i, \quad i = 1, \dots, n", "range of an index"),
    (DESCENT, r"u = v, \quad v \in \mathbb{R}", "two ways"),
    (DESCENT, r"u = v \text{ when it rains}", "have no meaning"),
    (DESCENT, r"u = \underbrace{v}_{\text{noise}}", "beside the formula"),
    ("let u", r"\dot u = 0", "along"),
    (TURN, r"x(t) = \cos t", "moves y, too"),
    ("let x\nalong \\dot x = -x\nstart x(0) = 1", r"x(t) = e^{-t}", r"let t \geq 0"),
    ("let x", r"\mathbb{E}[x] = 0", r"\sim"),
])
def test_what_is_no_part_of_a_claim_is_refused_with_the_repair(comments, display, says):
    assert says in refusal(comments, display)


@pytest.mark.parametrize(("comments", "says"), [
    ("let sin", "no letter"), ("let u v", "no letter"), ("let \\dot u", "no letter"), ("let x^{2}", "no letter"),
    ("let a = 3", "without it"),
    ("let x \\in \\mathbb{C}", "a letter lies in"), ("let a\nlet a", "declared already"), ("let a\na = 2", "a letter already"),
    ("let a\nassume a > b", "let b"), ("let a > 0\nassume a < 0", "contradictory"), ("along \\dot x = 1", "let x"),
    ("let x\nalong x = 1", "`along` gives rates"), ("start x(0) = 1", "along"), ("let x, y\nalong \\dot x = 1\nstart y(0) = 1", "moves"),
    ("let a\nforget b", "not declared"), ("let s\nlet w \\in \\mathbb{R}^s", "no whole number"),
])
def test_a_comment_that_cannot_be_read_says_the_repair(comments, says):
    with pytest.raises(NotationError) as error:
        ground(comments)
    assert says in str(error.value)


def test_what_is_forgotten_takes_with_it_what_speaks_of_it():
    left = ground(DECAY + "\nlet b > 0\nforget k")
    assert left.along is None and {str(item) for item in left.conditions} == {"t >= 0", "b > 0"}
    assert ground(DECAY + "\nforget all") == Ground()


@pytest.mark.parametrize(("display", "asked"), [
    (r"f'(x) \leq 1", "1/x"), (r"f'(x + y) \leq 1", "1/(x + y)"), (r"f'(0) \leq 1", None), (r"f(x) \leq 1", ""),
    (r"g'(x) \leq 2", "1/(x - y)")])
def test_a_derivative_is_asked_for_where_what_it_is_of_has_a_corner(display, asked):
    """SymPy gives |x| the slope sgn x everywhere."""
    comments = "let x, y\nf(x) = |x|\ng(x) = \\max(x, y)"
    if asked is None:
        assert "has a corner there" in refusal(comments, display)
        return
    with parts_built() as built:
        read(comments, display)
    assert not asked or asked in map(str, built)
    assert asked or "1/x" not in map(str, built)
