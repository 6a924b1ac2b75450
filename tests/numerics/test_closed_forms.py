"""Kernels of claims: the same function on every backend, stable on the domain, proved equal to what is printed, errors within bounds."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from sympy import Abs, Eq, Function, Integral, Ne, Rational, S, Symbol, cos, cosh, coth, exp, log, sinh, sqrt, tanh

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Flow,
    Holds,
    Limit,
    Outcome,
    Paper,
    Solves,
    System,
    claim,
    dimension,
    every,
    matrix,
    real,
    reals,
    vector,
)
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.numerics.closed_forms import kernel
from theoremtest.numerics.kernels.compiled import BACKENDS, KernelError
from theoremtest.numerics.kernels.stable import stable
from theoremtest.numerics.routes.points import sampled_domain
from theoremtest.numerics.strategies import strategy
from theoremtest.numerics.values.evaluate import EvaluationError, settled

a, b, k, m, s, t, u, x = reals("a", "b", "k", "m", "s", "t", "u_0", "x")
d = dimension("d")
v, w, A = vector("v", d), vector("w", d), matrix("A", d, d)
ON = Domain(s > 0, u > 0, t >= 0, m > 0, over=[a, b, x])
SIGMOID = Solves(System({x: 2 * x * (s - x)}, {x: u}, t=t), {x: s * exp(2 * s * t) / (exp(2 * s * t) - 1 + s / u)}, on=ON.but())
DRAWING = settings(max_examples=30, database=None, derandomize=True, deadline=None)

HARD = {
    "a sigmoid long after": (SIGMOID.solution[x], {s: 2, t: 2000, u: Rational(1, 100)}),
    "a fraction of exponentials of any sign": ((s * exp(a) - exp(b)) / (exp(a) + exp(b)), {a: 900, b: 899, s: 1}),
    "a difference of small ones": ((exp(a) - exp(b)) / (exp(a) + exp(b)), {a: -900, b: -900 + Rational(1, 2**30)}),
    "hyperbolic functions": (sinh(2 * a) / (1 + cosh(a) ** 2), {a: 800}),
    "expm1": ((exp(a) - 1) / s, {a: Rational(1, 2**60), s: 3}),
    "expm1 above and below": ((exp(a) - 1) / (exp(a) + 1), {a: Rational(1, 2**50)}),
    "log1p": (log(1 + s), {s: Rational(1, 2**60)}),
    "softplus": (log(exp(a) + exp(b)), {a: 1000, b: -1000}),
    "the logarithm of a cosh": (log(cosh(a)), {a: 2000}),
    "the same near 0": (log(cosh(a)), {a: Rational(1, 2**10)}),
    "cosh less 1": (cosh(a) - 1, {a: Rational(1, 2**40)}),
    "1 less tanh": (1 - tanh(a), {a: 30}),
    "1 less cos": (1 - cos(a), {a: Rational(1, 2**40)}),
    "a root less what it nearly is": (sqrt(a**2 + 4 * m) - a, {a: 10**9, m: 1}),
    "the same of the other sign": (sqrt(a**2 + 4 * m) - a, {a: -(10**9), m: 1}),
    "two roots": (sqrt(s + m) - sqrt(s), {s: 10**14, m: 1}),
    "a power near 1": ((1 + s) ** t, {s: Rational(1, 2**60), t: 2**60}),
    "a cotangent": (coth(s) / (1 + exp(-a)), {a: -600, s: 1}),
}


@pytest.mark.parametrize("name", HARD)
def test_a_stable_form_is_proved_equal_to_the_printed_one_and_right_where_that_is_not(name):
    printed, point = HARD[name]
    formula = kernel(Equal(printed, 0, on=ON))["left"]
    (form,) = formula.forms
    assert form.computed != printed and form.evidence.outcome is Outcome.PROVED
    wanted, given_point = settled(printed, point, 40), {letter: value for letter, value in point.items() if letter in printed.free_symbols}
    with np.errstate(over="ignore"):
        assert abs(mpmath.mpf(float(formula(given_point))) - wanted) <= formula.bound(given_point) + abs(wanted) * 2**-60
    assert formula.bound(given_point) <= 1e-11 * abs(wanted)


def test_where_the_printed_sigmoid_is_no_number_its_kernel_is():
    with np.errstate(all="ignore"):
        assert np.isnan(np.exp(8000.0) / (np.exp(8000.0) - 1))
    assert float(kernel(SIGMOID)(s=2.0, t=2000.0, u_0=0.01)) == 2.0


@pytest.mark.parametrize("printed", [x**2 + 2 * x + 1, exp(-s * t), s / (s + exp(a)), tanh(a) / s], ids=str)
def test_what_is_stable_stays_as_it_is_printed(printed):
    assert stable(printed, ON) == printed


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_backend_computes_the_same_within_the_bound(backend):
    pytest.importorskip(backend)
    made = kernel(SIGMOID, backend)
    assert made.arguments == ("s", "t", "u_0")

    @DRAWING
    @given(strategy(SIGMOID.on))
    def check(point):
        given_point = {letter: float(point[letter]) for letter in (s, t, u)}
        wanted = settled(SIGMOID.solution[x], given_point, 30)
        assert abs(mpmath.mpf(float(made(given_point))) - wanted) <= kernel_bound(given_point)

    kernel_bound = kernel(SIGMOID).bound
    check()


def test_mpmath_takes_fractions_to_as_many_digits_as_it_has():
    made = kernel(SIGMOID, "mpmath")
    with mpmath.workdps(60):
        found = made(s=Fraction(1, 3), t=mpmath.mpf(7), u_0=Rational(1, 7))
        assert abs(found - settled(SIGMOID.solution[x], {s: Rational(1, 3), t: 7, u: Rational(1, 7)}, 60)) < mpmath.mpf(10) ** -58


def test_torch_differentiates_and_keeps_float32():
    torch = pytest.importorskip("torch")
    made = kernel(SIGMOID, "torch")
    for kind, apart in ((torch.float64, 1e-12), (torch.float32, 1e-5)):
        times = torch.tensor([[0.0, 0.3], [1.0, 2000.0]], dtype=kind, requires_grad=True)
        value = made(s=2.0, t=times, u_0=torch.tensor([[0.01], [0.5]], dtype=kind))
        value.sum().backward()
        assert value.dtype is kind and value.shape == (2, 2)
        moving = 2 * value * (2 - value)
        assert torch.isfinite(times.grad).all() and (times.grad - moving).abs().max() < apart * 10
    with pytest.raises(TypeError, match="some arguments are float32 and some float64"):
        made(2.0, torch.ones(2), torch.ones(2, dtype=torch.float64))


def test_gradients_at_a_kink_of_the_form_are_those_of_the_formula():
    torch = pytest.importorskip("torch")
    at = torch.tensor([0.0], dtype=torch.float64, requires_grad=True)
    kernel(Equal((exp(a) - 1) / (exp(a) + 1), 0, on=ON), "torch")["left"](at).sum().backward()
    assert at.grad.item() == 0.5


@pytest.mark.parametrize("backend", BACKENDS)
def test_vectors_and_matrices_are_arrays_with_their_axes_last(backend):
    pytest.importorskip(backend)
    made = kernel(Equal(Dot(v, A * w), Dot(A.T * v, w), on=Domain(over=[v, w, A])), backend, sizes={d: 3})
    rng = np.random.default_rng(1)
    given_arrays = {"v": rng.normal(size=(4, 3)), "w": rng.normal(size=3), "A": rng.normal(size=(4, 3, 3))}
    wanted = np.einsum("ni,nij,j->n", given_arrays["v"], given_arrays["A"], given_arrays["w"])
    taken = given_arrays
    if backend == "torch":
        import torch

        taken = {name: torch.from_numpy(value) for name, value in given_arrays.items()}
    found = made(**taken)
    assert set(found) == {"left", "right"}
    assert all(np.allclose(np.asarray(value, dtype=float), wanted, rtol=1e-12, atol=1e-12) for value in found.values())


def test_a_formula_that_is_a_matrix_gives_one_and_its_bound():
    made = kernel(Conserved(A * v, along=Flow({v: A * v}), on=Domain(over=[A, v])), sizes={"d": 2})
    found = made(A=np.array([[1.0, 2.0], [3.0, 4.0]]), v=np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))
    assert found.tolist() == [[1, 3], [2, 4], [3, 7]]
    assert made.bound(A=np.eye(2), v=np.ones(2)).shape == (2,)


def test_formulas_go_by_the_names_of_their_fields():
    assert kernel(Limit(x * exp(-x), x, S.Infinity, 2, on=Domain(x > 0)))(x=np.array([1.0, 2.0]))["value"] == 2.0
    assert set(kernel(Holds(exp(x) > x, on=Domain(over=[x])))) == {"left", "right"}
    both = every(first=Equal(exp(x) * exp(a), exp(x + a), on=ON), second=SIGMOID)
    assert kernel(both, part="second").arguments == ("s", "t", "u_0")
    with pytest.raises(KernelError, match=r"the claim has the parts 'first', 'second'; say which one by part="):
        kernel(both)
    with pytest.raises(KernelError, match="no part 'third'; there are 'first', 'second'"):
        kernel(both, part="third")


def test_a_claim_function_is_taken_for_its_claim():
    @claim(Paper(key="mine2026", authors="A. Theorist", title="A note", year=2026), "Eq. (1)")
    def growth():
        """It grows."""
        return SIGMOID

    assert float(kernel(growth)({s: 1, t: 0, u: Rational(1, 2)})) == 0.5


def test_what_no_kernel_computes_is_left_out_by_name_and_the_rest_is_compiled():
    made = kernel(Equal(Integral(exp(-k), (k, 0, x)), 1 - exp(-x), on=Domain(over=[x])))
    assert list(made) == ["right"] and "Integral" in made.left_out["left"]
    with pytest.raises(KeyError, match="no formula 'left'; there are right; left was left out"):
        made["left"]
    with pytest.raises(KernelError, match="Equal has no formula that can be compiled: left: "):
        f = Function("f", real=True)
        kernel(Equal(f(x), f(x + 1), on=Domain(over=[x])))


def test_a_form_that_is_not_proved_is_not_computed(monkeypatch):
    from theoremtest.numerics import closed_forms

    monkeypatch.setattr(closed_forms, "stable", lambda printed, domain, limit: printed + Rational(1, 10**9))
    (form,) = kernel(SIGMOID)["x"].forms
    assert form.computed == form.printed and form.evidence.outcome is Outcome.REFUTED


def test_bad_arguments_are_one_line_with_the_offender():
    made = kernel(SIGMOID)
    for call, said in (
        (lambda: made(1, 2), "needs a value of u_0; it takes s, t, u_0"),
        (lambda: made(1, 2, 3, 4), "takes s, t, u_0; got 4 values"),
        (lambda: made(1, 2, 3, s=1), "got s twice"),
        (lambda: made(1, 2, 3, z=1), "takes s, t, u_0; got z"),
        (lambda: made(1, 2, np.float32(3)), "'u_0' has type float32; float64"),
        (lambda: kernel(Equal(Dot(v, w), 0, on=Domain(over=[v, w])), sizes={d: 2})["left"](w=np.ones(3), v=np.ones(2)),
         r"left: w has shape \(3,\); \(\.\.\., 2\) is expected"),
    ):
        with pytest.raises(TypeError, match=said):
            call()
    for call, said in (
        (lambda: kernel(x > 0), "of a claim or a statement; got x > 0"),
        (lambda: kernel(SIGMOID, "jax"), "'jax' is unknown; allowed: numpy, numba, torch, mpmath"),
        (lambda: kernel(Equal(Dot(v, w), 0, on=Domain(over=[v, w]))), "of size d: give it as sizes={d: 3}; got None"),
    ):
        with pytest.raises(KernelError, match=said):
            call()


def test_a_domain_that_keeps_a_value_away_is_no_reason_to_say_it_is_there():
    """Near misses: no form is made stable by leaving the domain, and none has a value where the printed one has none."""
    made = kernel(Equal((exp(a) - 1) / a, 0, on=Domain(Ne(a, 0))))["left"]
    with np.errstate(all="ignore"):
        assert np.isnan(made(0.0))
    assert kernel(Equal(sqrt(Abs(a)) - b, 0, on=Domain(Eq(a, b), over=[a, b])))["left"].forms[0].computed.has(sqrt(Abs(a)))
    assert stable(log(x), Domain(x > 0)) == log(x) and real("a") == a and Symbol("a") != a


OF_THE_PAPERS = {"kunin2024/25": "", "domine2025/sec-2:largest-first": "share", "nam2024/sec-3.4.1:numeric-form": "left",
                 "one_theory/sec-3:single-neuron": "", "xu2024/thm-1:numeric-form": "fall"}


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("place", OF_THE_PAPERS)
def test_values_of_the_papers_formulas_lie_within_their_bounds(place):
    """At doubles of their domains, and long after, where the printed forms overflow."""
    found = Library().registry()[place]
    statement = found.erratum.corrected if found.erratum else found.statement
    parts = dict(statement.parts())
    statement = parts[OF_THE_PAPERS[place]] if OF_THE_PAPERS[place] in parts else next(iter(parts.values()))
    made = kernel(statement)
    seen = 0
    for point in points(sampled_domain(statement), 12, "bounds"):
        for late in (1, 1000):
            at = {letter: float(point[letter]) * (late if letter.name == "t" else 1) for letter in made.letters}
            for formula in made.values():
                try:
                    wanted = settled(formula.forms[0].printed, {letter: at[letter] for letter in formula.letters}, 30)
                except EvaluationError:
                    continue
                if 1e-290 < abs(wanted) < 1e290:
                    seen += 1
                    assert abs(mpmath.mpf(float(formula(at))) - wanted) <= formula.bound(at)
    assert seen > 10
