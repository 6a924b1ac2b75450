"""A kernel is the same function on every backend: one expression with every operator, case distinctions, constants, and what is refused."""

import mpmath
import numpy as np
import pytest
import sympy as sp

from theoremtest.derivations.language.functions import Decay, Decayed, Expm1, Hypot, Log1p, elementary
from theoremtest.numerics.kernels.compiled import BACKENDS, KernelError, kernel
from theoremtest.numerics.kernels.expression_rounding import bounded, falling
from theoremtest.numerics.kernels.rounding import UNIT, Bounded

x, y = sp.symbols(r"x \beta_*", real=True)
third = sp.Rational(1, 3)

NESTED = sp.Piecewise(
    (sp.log(x - 1), (x > 1) & (y > third)),
    (sp.sqrt(1 - x), sp.Or(x < third, sp.Eq(y, 3))),
    (Expm1(y) * sp.Piecewise((1 / (x - y), sp.Ne(x, y)), (0, True)), True),
)
EVERY_OPERATOR = (
    sp.exp(-x) + sp.log(x) + sp.sqrt(y) + Expm1(x * y) + Log1p(x) + Hypot(x, y) + Decay(x, y / 10**18, 3) * Decayed(x, y / 10**18, 3)
    + sp.Max(x, y, 1) + sp.Min(x, y, 2) + sp.Abs(x - y) + sp.sign(x - y) + sp.floor(y) + sp.ceiling(x) + sp.sin(x) + sp.cos(y)
    + sp.tan(x / 3) + sp.asin(x / 10) + sp.acos(y / 10) + sp.atan(x) + sp.atan2(x, y) + sp.sinh(x) + sp.cosh(y) + sp.tanh(x)
    + sp.asinh(y) + sp.acosh(1 + x) + sp.atanh(y / 10) + sp.erf(x) + sp.erfc(y) + x**3 / y**2 + x ** sp.Rational(3, 2) - y**-third
    + x**y + 2**x + x / (y + 1) + third * x + sp.pi * y + sp.E**2 + sp.sqrt(2) + sp.Float("0.1", 30) + NESTED
)
COLUMN, ROW = np.array([[0.2], [0.7], [1.5], [3.0]]), np.array([0.1, 0.7, 1.5, 2.5, 3.0])


def as_array(values):
    return np.array([[float(entry) for entry in row] for row in values])


@pytest.mark.slow
@pytest.mark.parametrize("backend", [name for name in BACKENDS if name != "mpmath"])
def test_every_operator_agrees_with_mpmath(backend):
    """Each term by itself, and their sum, within the bound that counts their operations."""
    pytest.importorskip(backend)
    forms = [*EVERY_OPERATOR.args, EVERY_OPERATOR]
    with mpmath.workdps(40):
        exact = kernel(forms, (x, y), backend="mpmath", name="every_operator")(ROW, COLUMN)
        found = kernel(forms, (x, y), backend=backend, name="every_operator")(ROW, COLUMN)
        for form, values, wanted in zip(forms, found, exact, strict=True):
            assert tuple(values.shape) == (4, 5)
            slack = np.broadcast_to(bounded(form, {x: ROW, y: COLUMN}).slack, (4, 5))
            for place in np.ndindex(4, 5):
                assert abs(mpmath.mpf(float(values[place])) - wanted[place]) <= slack[place] * UNIT, (form, place)


def test_mpmath_kernel_agrees_with_sympy_to_the_working_precision():
    point = {x: sp.Rational(7, 5), y: sp.Rational(9, 10)}
    with mpmath.workdps(60):
        value = kernel(EVERY_OPERATOR, (x, y), backend="mpmath", name="every_operator")(mpmath.mpf(7) / 5, mpmath.mpf(9) / 10)
        # The Float of 30 digits is the coarsest constant; it is the same binary number on both sides.
        expected = elementary(EVERY_OPERATOR).xreplace(point).evalf(60)
        assert abs(value - expected._to_mpmath(220)) < mpmath.mpf(10) ** -28


@pytest.mark.parametrize("backend", BACKENDS)
def test_constants_broadcast(backend):
    pytest.importorskip(backend)
    values = kernel(sp.Integer(2), (x, y), backend=backend, name="two")(ROW, COLUMN)
    assert tuple(values.shape) == (4, 5) and np.array_equal(as_array(values), np.full((4, 5), 2.0))


@pytest.mark.parametrize("backend", BACKENDS)
def test_sequences_return_tuples_and_names_work(backend):
    pytest.importorskip(backend)
    compiled = kernel([x + y, x * y], (x, y), backend=backend, name="pair")
    total, product = compiled(2.0, **{r"\beta_*": 3.0})
    assert (float(total), float(product)) == (5.0, 6.0)


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_untaken_branch_is_never_evaluated(backend):
    pytest.importorskip(backend)
    safe = sp.Piecewise((sp.log(x) / x, x > 0), (sp.exp(x), True))
    values = kernel(safe, (x,), backend=backend, name="safe")(np.array([-800.0, -1.0, 0.0, 1.0]))
    expected = [0.0, np.exp(-1.0), 1.0, 0.0]
    with np.errstate(all="raise", under="ignore"):
        assert np.allclose([float(value) for value in values], expected, rtol=1e-15, atol=1e-300)


def test_torch_gradients_do_not_leak_from_the_untaken_branch():
    torch = pytest.importorskip("torch")
    root = sp.Piecewise((sp.sqrt(x), x > 0), (0, True))
    point = torch.tensor([-1.0, 0.0, 4.0], dtype=torch.float64, requires_grad=True)
    kernel(root, (x,), backend="torch", name="root")(point).sum().backward()
    assert point.grad.tolist() == [0.0, 0.0, 0.25]


@pytest.mark.parametrize("backend", BACKENDS)
def test_where_no_case_holds_the_value_is_nan(backend):
    pytest.importorskip(backend)
    value = kernel(sp.Piecewise((1, x > 0)), (x,), backend=backend, name="gap")(np.array([-1.0, 1.0]))
    assert np.isnan(float(value[0])) and float(value[1]) == 1.0


@pytest.mark.parametrize("backend", BACKENDS)
def test_nan_passes_through(backend):
    pytest.importorskip(backend)
    compiled = kernel(Expm1(x) + sp.Max(x, y) + sp.Min(x, y), (x, y), backend=backend, name="poisoned")
    for point in ((np.nan, 1.0), (1.0, np.nan)):
        assert np.isnan(float(compiled(*point)))


@pytest.mark.parametrize("backend", BACKENDS)
def test_float32_is_refused(backend):
    pytest.importorskip(backend)
    with pytest.raises(TypeError, match="'x' has type float32.*float64"):
        kernel(x + y, (x, y), backend=backend, name="sum")(np.ones(2, dtype=np.float32), np.ones(2))


def test_float32_tensors_are_refused():
    torch = pytest.importorskip("torch")
    with pytest.raises(TypeError, match="torch.float32"):
        kernel(x + y, (x, y), backend="torch", name="sum")(torch.ones(2), torch.ones(2, dtype=torch.float64))


def test_what_cannot_become_a_kernel_is_named():
    with pytest.raises(KernelError, match="'besselj'.*known functions"):
        kernel(sp.besselj(0, x), (x,))
    with pytest.raises(KernelError, match="not among the arguments"):
        kernel(x + y, (x,))
    with pytest.raises(KernelError, match="'fortran'.*numpy, numba"):
        kernel(x, (x,), backend="fortran")
    with pytest.raises(KernelError, match="not real"):
        kernel(x + sp.I, (x,))
    with pytest.raises(TypeError, match="takes each of"):
        kernel(x + y, (x, y), name="sum")(1.0)


def test_source_lies_in_a_module_and_is_written_once():
    first = kernel(x**2 + 1, (x,), name="square")
    written = first.path.stat().st_mtime_ns
    again = kernel(x**2 + 1, (x,), name="square")
    assert first.path == again.path and first.path.suffix == ".py"
    assert again.path.stat().st_mtime_ns == written and again.module is first.module
    assert kernel(x**2 + 2, (x,), name="square").path != first.path


@pytest.mark.parametrize("function, domain, ulps", [("exp", (-745, 709), 1), ("expm1", (-40, 709), 2), ("expm1", (-1e-3, 1e-3), 2)])
def test_vectorised_exponentials_are_as_exact_as_they_say(function, domain, ulps):
    """Built from fused multiply-adds alone, they are the same on every processor."""
    pytest.importorskip("numba")
    form = {"exp": sp.exp, "expm1": Expm1}[function](x)
    points = np.linspace(*domain, 1501)
    values = kernel(form, (x,), backend="numba", name=function)(points)
    with mpmath.workdps(40):
        exact = [getattr(mpmath, function)(mpmath.mpf(point)) for point in points]
        worst = max(abs(value - e) / np.spacing(max(abs(float(e)), 1e-308)) for value, e in zip(values, exact))
    assert worst <= ulps


@pytest.mark.parametrize("backend", BACKENDS)
def test_decays_are_exact_however_fast_and_late(backend):
    pytest.importorskip(backend)
    t, rate, low = sp.symbols("t rate low")
    compiled = kernel([Decay(rate, low, t), Decayed(rate, low, t)], (rate, low, t), backend=backend, name="decays")
    moments = np.array([0.0, 1e-9, 0.1, 3.0, 200.0, 1e9])
    with mpmath.workdps(40):
        left, gone = compiled(10 / 3, 1e-17, moments)
        bounds = falling(Bounded(10 / 3), Bounded(1e-17), Bounded(moments))
        for index, moment in enumerate(moments):
            exponent = (mpmath.mpf(10 / 3) + mpmath.mpf(1e-17)) * mpmath.mpf(moment)
            for values, bound, exact in zip((left, gone), bounds, (mpmath.exp(-exponent), -mpmath.expm1(-exponent))):
                assert abs(mpmath.mpf(float(values[index])) - exact) <= bound.slack[index] * UNIT


@pytest.mark.parametrize("form", [Expm1(x * y), Log1p(x * y), Hypot(x, 2 * y), Decay(x, y, 2), Decayed(x, y, 2)])
def test_stable_functions_mean_their_elementary_forms(form):
    point = {x: sp.Rational(3, 7), y: sp.Rational(2, 5)}
    for one, other in ((form, elementary(form)), (form.diff(x), elementary(form).diff(x)), (form.diff(y), elementary(form).diff(y))):
        assert abs(one.xreplace(point).evalf(40) - elementary(other).xreplace(point).evalf(40)) < sp.Float(10, 40) ** -38
    assert not elementary(form).atoms(Expm1, Log1p, Hypot, Decay, Decayed)


def test_generated_modules_lie_in_the_users_cache_or_else_in_a_folder_of_this_process(tmp_path, monkeypatch):
    """A cache that cannot be written is no error."""
    from theoremtest.numerics.kernels import compiled

    monkeypatch.setattr(compiled, "user_cache", lambda: tmp_path / "theoremtest")
    assert kernel(x**2 + 11, (x,), name="kept").path.parent == tmp_path / "theoremtest" / "kernels"
    (tmp_path / "file").write_text("no folder can be made below a file")
    monkeypatch.setattr(compiled, "user_cache", lambda: tmp_path / "file" / "theoremtest")
    for backend in ("numpy", "numba"):
        pytest.importorskip(backend)
        compiled_here = kernel(x**2 + 12, (x,), backend=backend, name="kept")
        assert compiled_here(2.0) == 16.0 and compiled_here.path.parent == compiled._temporary()


@pytest.mark.parametrize("shape", [(50_000,), (3, 20_000), (2, 2, 10_001)])
def test_large_arrays_are_computed_in_blocks_of_the_same_numbers(shape):
    """Of the same shape, of one number, broadcast or not contiguous: block by block or at once, the values are the same."""
    draws = np.random.default_rng(0)
    one, other = draws.normal(size=shape), draws.uniform(1, 2, size=shape)
    form = x * sp.exp(-y) * (1 + x**2) / (y + sp.exp(y) * (2 + x**2))
    compiled = kernel([form, sp.Integer(2)], (x, y), name="blocks")

    def at_once(first, second):
        return first * np.exp(-second) * (first**2 + 1.0) / (second + (first**2 + 2.0) * np.exp(second))

    assert compiled.operations >= 10
    for given in ((one, other), (np.asfortranarray(one), other), (one, 1.5), (one, other[..., :1])):
        found, two = compiled(*given)
        assert found.shape == two.shape == shape and (two == 2.0).all()
        assert np.allclose(found, at_once(*given), rtol=1e-14, atol=0)


def test_a_negated_letter_is_no_array_of_its_own():
    """Where -c stands in two differences, a common part would cost a pass over an array and save none."""
    a, b, c = sp.symbols("a b c", real=True)
    made = kernel(-sp.log(-(a - b) / (a - c)) / (b - c), (a, b, c), name="differences")
    text = made.path.read_text()
    assert "= -" not in text and "-(" not in text.split("return")[1]
    assert made(2.0, 3.0, 1.5) == -np.log(2.0) / 1.5
    assert made(np.array([2.0, 2.0]), 3.0, 1.5).tolist() == [-np.log(2.0) / 1.5] * 2
