"""The reference integrator against solutions known in closed form, against mpmath's own, and against itself: digits,
guaranteed bounds that hold and can fail, blow-ups and other ends that are named, and errors that name the
offender.
"""

from fractions import Fraction

import mpmath
import pytest
import sympy
from sympy import Abs, E, Function, Rational, Symbol, cos, cosh, exp, log, pi, sign, sin, sinh, sqrt, symbols, tan, tanh

from theoremtest.numerics.integrate.reference import (
    BlowUp,
    Interrupted,
    LimitReached,
    Stopped,
    UnknownSymbol,
    UnsupportedOperation,
    compare,
    integrate,
)
from theoremtest.numerics.values.evaluate import BadValue

x, v, t, k, lam = symbols("x v t k lambda", real=True)
a, w1, w2, eta_a, eta_w = symbols("a w1 w2 eta_a eta_w", real=True)

SINGLE_NEURON = {
    a: eta_a * (w1 + w2 / 2 - a * (w1**2 + w2**2)),
    w1: eta_w * (a - a**2 * w1),
    w2: eta_w * (a / 2 - a**2 * w2),
}
NEURON_START = {a: Rational(1, 2), w1: Rational(1, 3), w2: Rational(-1, 5)}

# rate, initial value, solution; the times are 1/5 and 1/2
SOLVABLE = {
    "constant": (Rational(3, 7), 1, 1 + 3 * t / 7),
    "logistic": (x * (1 - x), Rational(1, 3), 1 / (1 + 2 * exp(-t))),
    "riccati": (1 - x**2, 0, tanh(t)),
    "reciprocal": (1 / x, 1, sqrt(1 + 2 * t)),
    "quotient": (x / (1 + x**2), 1, sqrt(sympy.LambertW(exp(2 * t + 1)))),
    "negative power": (x**-3, 1, (1 + 4 * t) ** Rational(1, 4)),
    "square root": (sqrt(x), 1, (1 + t / 2) ** 2),
    "cube root": (x ** Rational(1, 3), 1, (1 + 2 * t / 3) ** Rational(3, 2)),
    "power -5/3": (x ** Rational(-5, 3), 2, (2 ** Rational(8, 3) + 8 * t / 3) ** Rational(3, 8)),
    "irrational power": (x ** sqrt(2), 1, (1 - (sqrt(2) - 1) * t) ** (1 / (1 - sqrt(2)))),
    "exp": (exp(-x), 1, log(t + E)),
    "log": (x * log(x), 2, exp(log(2) * exp(t))),
    "sin": (sin(x), 1, 2 * sympy.atan(exp(t) * tan(Rational(1, 2)))),
    "cos": (cos(x), 0, sympy.asin(tanh(t))),
    "tan": (1 / tan(x), 1, sympy.acos(cos(1) * exp(-t))),
    "sinh": (sinh(x), 1, 2 * sympy.atanh(exp(t) * tanh(Rational(1, 2)))),
    "cosh": (1 / cosh(x), 0, sympy.asinh(t)),
    "tanh": (tanh(x), 1, sympy.asinh(sinh(1) * exp(t))),
    "Abs": (-Abs(x), -1, -exp(t)),
    "sign": (sign(x) * x**2, -1, -1 / (1 - t)),
    "time": (t * x, 1, exp(t**2 / 2)),
    "named constants": (pi * x / 10 + E, 0, 10 * E / pi * (exp(pi * t / 10) - 1)),
}


@pytest.mark.parametrize("case", SOLVABLE)
@pytest.mark.parametrize("rigorous", [True, False], ids=["enclosed", "estimated"])
def test_every_operation_gives_fifty_digits(case, rigorous):
    rate, begin, solution = SOLVABLE[case]
    trajectory = integrate({x: rate}, {x: begin}, [Rational(1, 5), Rational(1, 2)], t=t, rigorous=rigorous)
    assert trajectory.rigorous is rigorous
    assert trajectory.digits_agreed >= 48
    assert compare(trajectory, {x: solution}, t) >= 48


@pytest.mark.parametrize("case", ["logistic", "cube root", "tanh", "named constants"])
def test_guaranteed_bounds_hold(case):
    rate, begin, solution = SOLVABLE[case]
    trajectory = integrate({x: rate}, {x: begin}, [Rational(1, 5), Rational(1, 2)], t=t)
    exact = integrate({x: rate}, {x: begin}, [Rational(1, 5), Rational(1, 2)], t=t, digits=80)
    with mpmath.workdps(150):
        for got, better, bound, its in zip(
            trajectory.values[x], exact.values[x], trajectory.bounds[x], exact.bounds[x], strict=True
        ):
            assert 0 < its < bound < mpmath.mpf(10) ** -50
            assert abs(got - better) <= bound + its


def test_harmonic_oscillator_both_ways_in_time():
    times = [-4, Rational(-1, 3), 0, 1, 10]
    trajectory = integrate({x: v, v: -x}, {x: 0, v: 1}, times)
    assert trajectory.times == (-4, Fraction(-1, 3), 0, 1, 10)
    assert trajectory.span == (-4, 10)
    assert trajectory.rigorous
    assert compare(trajectory, {x: sin(t), v: cos(t)}, t) >= 50


def test_slightly_wrong_closed_form_agrees_to_few_digits():
    trajectory = integrate({x: v, v: -x}, {x: 0, v: 1}, [1, 2])
    agreed = compare(trajectory, {x: sin(t) * (1 + Rational(1, 10**12)), v: cos(t)}, t)
    assert 11.9 < agreed < 12.1
    assert agreed.symbol == x
    assert compare(trajectory, {x: cos(t), v: -sin(t)}, t) < 1


def test_slightly_wrong_rate_agrees_to_few_digits():
    wrong = x * (1 - x) + Rational(1, 10**20)
    trajectory = integrate({x: wrong}, {x: Rational(1, 3)}, [1])
    assert trajectory.digits_agreed >= 48
    assert 19 < compare(trajectory, {x: 1 / (1 + 2 * exp(-t))}, t) < 21


def test_cancelling_closed_form_is_not_blamed():
    cancelling = (exp(100 * t) + exp(-100 * t)) - exp(100 * t)
    trajectory = integrate({x: -100 * x}, {x: 1}, [1])
    assert compare(trajectory, {x: cancelling}, t) >= 48


def test_parameters_and_start_are_exact():
    trajectory = integrate({x: lam * x}, {x: Fraction(1, 3)}, [1, 2], {lam: mpmath.mpf("-0.75")}, start=Fraction(1, 2))
    assert compare(trajectory, {x: exp(lam * (t - Rational(1, 2))) / 3}, t, {lam: Rational(-3, 4)}) >= 50


def test_floats_are_the_binary_numbers_they_are():
    trajectory = integrate({x: x}, {x: 0.1}, [1])
    assert compare(trajectory, {x: exp(t) * sympy.Rational(0.1)}, t) >= 50
    assert compare(trajectory, {x: exp(t) / 10}, t) < 20


def test_stiff_system():
    rate = -1000 * (x - cos(t)) - sin(t)
    trajectory = integrate({x: rate}, {x: 2}, [Rational(1, 100), Rational(1, 10)], t=t)
    assert trajectory.rigorous
    assert compare(trajectory, {x: exp(-1000 * t) + cos(t)}, t) >= 48


def test_tiny_initialisation_keeps_its_relative_digits():
    tiny = Rational(1, 10**30)
    trajectory = integrate({x: x * (1 - x)}, {x: tiny}, [Rational(1, 10), 1])
    assert compare(trajectory, {x: tiny / (tiny + (1 - tiny) * exp(-t))}, t) >= 48


def test_widely_different_scales():
    trajectory = integrate({x: v / 10**12, v: -(10**12) * x}, {x: 1, v: 10**6}, [1])
    solution = {x: cos(t) + sin(t) / 10**6, v: 10**6 * cos(t) - 10**12 * sin(t)}
    assert compare(trajectory, solution, t) >= 48


def test_single_neuron_agrees_with_odefun_on_a_short_span():
    arguments = (SINGLE_NEURON, NEURON_START, [Rational(1, 8), Rational(1, 4)], {eta_a: 1, eta_w: Rational(1, 2)})
    ours = integrate(*arguments, digits=25)
    theirs = integrate(*arguments, digits=25, engine="odefun")
    assert ours.rigorous and not theirs.rigorous
    assert theirs.engine == "odefun"
    assert theirs.digits_agreed >= 23
    with mpmath.workdps(40):
        for symbol in SINGLE_NEURON:
            for one, other in zip(ours.values[symbol], theirs.values[symbol], strict=True):
                assert abs(one - other) < mpmath.mpf(10) ** -24


def test_single_neuron_conserves_delta():
    trajectory = integrate(SINGLE_NEURON, NEURON_START, [1, 5], {eta_a: 2, eta_w: 3})
    with mpmath.workdps(60):
        begin = mpmath.mpf(1) / 4 * 3 - (mpmath.mpf(1) / 9 + mpmath.mpf(1) / 25) * 2
        for i in range(2):
            a_, b_, c_ = (trajectory.values[s][i] for s in (a, w1, w2))
            assert abs(3 * a_**2 - 2 * (b_**2 + c_**2) - begin) < mpmath.mpf(10) ** -48


def test_odefun_goes_backwards_too():
    trajectory = integrate({x: t * x}, {x: 1}, [Rational(-1, 4), Rational(1, 4)], t=t, digits=20, engine="odefun")
    assert compare(trajectory, {x: exp(t**2 / 2)}, t) >= 18


def test_functions_of_time_may_be_the_variables():
    f = Function("f")(t)
    trajectory = integrate({f: -f}, {f: 1}, [1], t=t)
    assert compare(trajectory, {f: exp(-t)}, t) >= 50


def test_outcome_says_digits_span_and_rigour():
    enclosed = integrate({x: -x}, {x: 1}, [2], digits=30)
    assert "30.0 digits (guaranteed) from t = 0 to 2" in enclosed.outcome()
    estimated = integrate({x: -x}, {x: 1}, [2], digits=30, rigorous=False)
    assert "(estimated)" in estimated.outcome() and "repeating" in estimated.outcome()
    assert estimated.bounds is None


def test_lost_enclosure_is_said_and_the_error_estimated():
    # Abs of a variable that stays exactly at zero: its sign is 0 along the solution, but not in any ball around it
    trajectory = integrate({x: -x, v: Abs(v)}, {x: 1, v: 0}, [1])
    assert not trajectory.rigorous
    assert "no enclosure was found" in trajectory.how and "Abs(v)" in trajectory.how
    assert compare(trajectory, {x: exp(-t), v: 0 * t}, t) >= 48


# --- runs that end early ---------------------------------------------------------------------------------------------


def test_blow_up_names_its_time_and_keeps_what_was_reached():
    with pytest.raises(BlowUp, match=r"v cannot be continued beyond t = 1\b") as caught:
        integrate({v: v**2}, {v: 1}, [Rational(1, 2), 2])
    assert caught.value.reached == pytest.approx(1, abs=1e-12)
    partial = caught.value.partial
    assert partial.times == (Fraction(1, 2),)
    assert partial.rigorous
    assert compare(partial, {v: 1 / (1 - t)}, t) >= 48


def test_exponential_blow_up():
    with pytest.raises(BlowUp, match="t = 1"):
        integrate({x: exp(x)}, {x: 0}, [2], digits=10)


def test_square_root_that_runs_out():
    with pytest.raises(BlowUp):
        integrate({x: -1 / sqrt(x)}, {x: 1}, [1], digits=10)


@pytest.mark.slow
def test_sign_change_under_abs_is_named():
    with pytest.raises(BlowUp, match=r"argument of Abs\(x\) reaches zero at t = 1\b"):
        integrate({x: -1, v: Abs(x)}, {x: 1, v: 0}, [2], digits=10)


def test_rates_undefined_at_the_start():
    with pytest.raises(BlowUp, match=r"not defined at t = 0: .*log\(x\)"):
        integrate({x: log(x)}, {x: -1}, [1])
    with pytest.raises(BlowUp, match="divides by zero"):
        integrate({x: 1 / x}, {x: 0}, [1])


def test_limit_on_steps_keeps_what_was_reached():
    with pytest.raises(LimitReached, match="limit of 5 steps") as caught:
        integrate({x: v, v: -x}, {x: 0, v: 1}, [1, 1000], max_steps=5)
    assert caught.value.partial.times == (1,)
    assert compare(caught.value.partial, {x: sin(t)}, t) >= 48


def test_limit_on_seconds_holds_for_both_engines():
    for engine in ("taylor", "odefun"):
        with pytest.raises(LimitReached, match="limit of 0 s"):
            integrate({x: v, v: -x}, {x: 0, v: 1}, [1], max_seconds=0.0, digits=15, engine=engine)


def test_progress_is_told_and_may_stop_the_run():
    heard = []

    def listen(time, steps, done):
        heard.append((time, steps, done))
        return len(heard) < 3

    with pytest.raises(Stopped) as caught:
        integrate({x: v, v: -x}, {x: 0, v: 1}, [1, 1000], progress=listen)
    assert [steps for _, steps, _ in heard] == [1, 2, 3]
    assert 0 < heard[0][2] < heard[1][2] < 1
    assert caught.value.partial.values[x]


def test_interruption_keeps_what_was_reached():
    def interrupt(time, steps, done):
        if time > 2:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        integrate({x: v, v: -x}, {x: 0, v: 1}, [1, 1000], progress=interrupt)
    assert caught.value.partial.times == (1,)


# --- problems that are no problems -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "names"),
    [
        ({"initial": {}}, ValueError, "no initial value for x"),
        ({"initial": {x: 1, v: 2}}, ValueError, "no rate for v"),
        ({"initial": {x: float("nan")}}, BadValue, "x = nan is not finite"),
        ({"initial": {x: mpmath.inf}}, BadValue, "x = \\+inf"),
        ({"initial": {x: "1"}}, BadValue, "x = '1'"),
        ({"rates": {x: k * x}}, UnknownSymbol, "the rate of x holds k"),
        ({"rates": {x: t * x}}, UnknownSymbol, "the rate of x holds t"),
        ({"rates": {x: Function("g")(x)}}, UnknownSymbol, "g\\(x\\)"),
        ({"rates": {x: sympy.nan}}, BadValue, "rate of x is nan"),
        ({"rates": {x: x + sympy.oo}}, BadValue, "rate of x"),
        ({"rates": {x: sympy.gamma(x)}}, UnsupportedOperation, "gamma in \\$\\\\Gamma"),
        ({"rates": {x: sympy.Max(x, 0)}}, UnsupportedOperation, "Max"),
        ({"rates": {x: sympy.I * x}}, UnsupportedOperation, "ImaginaryUnit"),
        ({"rates": {}}, ValueError, "no rates"),
        ({"parameters": {x: 1}}, ValueError, "x given as a parameter"),
        ({"parameters": {k: sympy.zoo}}, BadValue, "k = zoo"),
        ({"times": []}, ValueError, "no times"),
        ({"times": [1, 1]}, ValueError, "times\\[0\\] = 1 is followed by times\\[1\\] = 1"),
        ({"times": [2, 1]}, ValueError, "must increase strictly"),
        ({"times": [float("nan")]}, BadValue, "times\\[0\\] = nan"),
        ({"digits": 0}, ValueError, "digits = 0"),
        ({"digits": 50.0}, ValueError, "digits = 50.0"),
        ({"engine": "rk4"}, ValueError, "engine = 'rk4'"),
    ],
    ids=lambda value: " ".join(map(str, value.items())) if isinstance(value, dict) else None,
)
def test_error_names_the_offender(changes, error, names):
    arguments = {"rates": {x: -x}, "initial": {x: 1}, "times": [1], **changes}
    with pytest.raises(error, match=names):
        integrate(**arguments)


def test_comparison_with_a_stranger_is_refused():
    trajectory = integrate({x: -x}, {x: 1}, [1], digits=15)
    with pytest.raises(ValueError, match="has no v; it has x"):
        compare(trajectory, {v: exp(-t)}, t)
    with pytest.raises(ValueError, match="nothing to compare"):
        compare(trajectory, {}, t)


def test_callers_precision_is_left_alone():
    import flint

    before = mpmath.mp.prec, flint.ctx.prec, flint.ctx.cap
    integrate({x: -x, Symbol("y"): cos(x)}, {x: 1, Symbol("y"): 0}, [1])
    assert (mpmath.mp.prec, flint.ctx.prec, flint.ctx.cap) == before
