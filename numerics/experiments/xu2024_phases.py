"""Measured exponents of t_c and of the tangent kernel's change on networks of growing kappa, for points of the space of exponents
(Xu and Ziyin 2024, Section 4).

``by_solution`` measures on the exact solution, thousands of networks at a time; ``by_training`` on networks trained by
autograd, which know nothing of it. Input and target are 1, the input dimension is 1.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from theoremtest.numerics.models.latent_variable import solve

# The scales kappa that are gone through: by the exact solution, for a plane of exponents, by training.
_WIDE, _FEW, _TRAINED = 2.0 ** np.arange(2, 10), 2.0 ** np.array([3, 5, 7, 9]), 2.0 ** np.arange(2, 8)


@dataclass(frozen=True)
class Exponents:
    """d ~ kappa^c_d, gamma ~ kappa^c_gamma, variances ~ kappa^c_u, kappa^c_w, learning rates ~ kappa^c_eta_u, kappa^c_eta_w.

    ``silent``: the initial output is zero, as lazy training asks for; the second half of the neurons then has the signs of u turned.
    """

    c_d: float
    c_gamma: float
    c_u: float
    c_w: float
    c_eta_u: float
    c_eta_w: float
    silent: bool = False

    def named(self) -> dict[str, float]:
        """The six exponents by name."""
        return {item.name: getattr(self, item.name) for item in fields(self) if item.name != "silent"}


def equal_rates(c_d, c_gamma, c_u, c_w, c_eta, silent=False) -> Exponents:
    """With one exponent for both learning rates."""
    return Exponents(c_d, c_gamma, c_u, c_w, c_eta, c_eta, silent)


_COLUMNS = {  # c_d, c_gamma, c_u, c_w, c_eta as printed, c_eta*, (c_eta+, c_gamma+), (c_eta-, c_gamma-)
    "NTK": (1, -0.5, 0, 0, 0, 0, (1, -1), (0, -0.5)),
    "Mean Field": (1, -1, 0, 0, 0, 1, (1, -1), (0, -0.5)),
    "Xavier": (1, 0, -1, -1, 0, 0, (0, 0), (-2, 1)),
    "Kaiming": (1, 0, 0, -1, 0, -1, (1, -1), (-1, 0)),
    "lazy": (0, 1, 0, 0, 0, -2, (0, 0), (-2, 1)),
}


def table_1() -> dict[tuple[str, str], Exponents]:
    """Table 1 by column and choice: "as is", "*" (other rate), "+" and "-" (other rate and scale)."""
    limits = {}
    for name, (c_d, c_gamma, c_u, c_w, c_eta, star, plus, minus) in _COLUMNS.items():
        base = equal_rates(c_d, c_gamma, c_u, c_w, c_eta, silent=name == "lazy")
        limits[name, "as is"] = base
        limits[name, "*"] = replace(base, c_eta_u=star, c_eta_w=star)
        for mark, (eta, gamma) in (("+", plus), ("-", minus)):
            limits[name, mark] = replace(base, c_eta_u=eta, c_eta_w=eta, c_gamma=gamma)
    return limits


@dataclass(frozen=True)
class Measured:
    """Per kappa, over draws: the medians of t_c, of |K(end) - K(0)|/K(0) at x = 1 and of |zeta(end)|."""

    kappas: np.ndarray
    t_c: np.ndarray
    change: np.ndarray
    zeta: np.ndarray

    @property
    def time_exponent(self) -> float:
        """The slope of log t_c over log kappa."""
        return slope(self.kappas, self.t_c)

    @property
    def change_exponent(self) -> float:
        """The slope of the log of the kernel's relative change over log kappa."""
        return slope(self.kappas, self.change)


def slope(kappas, values) -> float:
    """Least squares on logarithms, without the smaller quarter of the kappas, which still holds corrections."""
    first = len(kappas) // 4
    return float(np.polyfit(np.log(kappas[first:]), np.log(values[first:]), 1)[0])


def expected_time(at: Exponents) -> float:
    """The exponent of t_c: 1/t_c^2 = eta_u eta_w gamma^2 y^2 + 4 gamma^4 d^2 P Q (Eq. 7 with x = 1)."""
    target, kernel = terms(at)
    return -max(target, kernel)


def expected_change(at: Exponents) -> float:
    """The exponent of the kernel's relative change, where P and Q are of one order.

    With theta the hyperbolic angle that training turns the layers by, K grows by cosh(2 theta) and, from an initial output, by
    sinh(2 theta): theta is about sqrt(eta_u eta_w) (y - f_0)/(gamma |modes|^2). Small angles enter squared, large ones exponentially.
    """
    target, kernel = terms(at)
    m = max(at.c_eta_w + at.c_u, at.c_eta_u + at.c_w)
    to_target = target - kernel
    if to_target > 0:
        return to_target
    from_output = -np.inf if at.silent else (at.c_eta_u + at.c_eta_w + at.c_u + at.c_w - at.c_d) / 2 - m
    return 2 * max(to_target, from_output)


def terms(at):
    """The exponents of the two terms of 1/t_c, the target's and the kernel's: of sqrt(eta_u eta_w) gamma and of gamma^2 d (eta_w
    sigma_u^2 + eta_u sigma_w^2).
    """
    return (at.c_gamma + (at.c_eta_u + at.c_eta_w) / 2,
            2 * at.c_gamma + at.c_d + max(at.c_eta_w + at.c_u, at.c_eta_u + at.c_w))


def networks(at: Exponents, kappa: float, neurons: int, seed: int, width: int = 4):
    """u, w (draws, d), gamma, eta_u, eta_w at one kappa; d = width kappa^c_d, an even number, and 4 to 2000 draws."""
    d = 2 * max(1, round(width * kappa**at.c_d / 2))
    draws = int(np.clip(neurons // d, 4, 2000))
    random = np.random.default_rng([seed, d])
    u, w = random.normal(size=(2, draws, d))
    if at.silent:
        half = d // 2
        u[:, half:], w[:, half:] = -u[:, :half], w[:, :half]
    return (kappa ** (at.c_u / 2) * u, kappa ** (at.c_w / 2) * w, kappa**at.c_gamma, kappa**at.c_eta_u, kappa**at.c_eta_w)


def by_solution(at: Exponents, kappas=_WIDE, neurons: int = 100_000, seed: int = 0) -> Measured:
    """On the exact solution, long after convergence; as many networks per kappa as have about ``neurons`` neurons together."""
    rows = []
    for kappa in kappas:
        u, w, *scales = networks(at, kappa, neurons, seed)
        late = 1e9 * kappa ** expected_time(at)
        run = solve(np.array([0.0, late]), u, w[..., None], np.ones(1), 1.0, *scales)
        rows.append(_row(run.t_c, run.ntk_change[:, 1] / run.ntk[:, 0], run.zeta[:, 1]))
    return Measured(np.asarray(kappas), *np.array(rows).T)


def _row(t_c, change, zeta):
    return np.median(t_c), np.median(np.abs(change)), np.median(np.abs(zeta))


def time_plane(c_gammas, c_etas, c_d=1, c_u=0, c_w=0, kappas=_FEW, seed: int = 0) -> np.ndarray:
    """The measured exponent of t_c for all pairs of output scale and common rate, (len(c_gammas), len(c_etas)), on one draw per kappa."""
    c_gamma, c_eta = np.meshgrid(c_gammas, c_etas, indexing="ij")
    times = []
    for kappa in kappas:
        u, w, _, _, _ = networks(equal_rates(c_d, 0, c_u, c_w, 0), kappa, 0, seed)
        rate = kappa**c_eta
        times.append(solve(0.0, u[0], w[0][:, None], np.ones(1), 1.0, kappa**c_gamma, rate, rate).t_c)
    return np.polyfit(np.log(kappas), np.log(np.reshape(times, (len(kappas), -1))), 1)[0].reshape(c_gamma.shape)


def by_training(at: Exponents, kappas=_TRAINED, neurons: int = 2000, seed: int = 0, device: str = "cpu") -> Measured:
    """On trained networks: t_c from the late decay of the losses, the kernel by autograd.

    Each network's clock runs in units of its exact t_c, so that all of them are looked at when they have nearly converged; what is
    read off is the loss's decay in those units.
    """
    from theoremtest.numerics.training.gradient_flow import flow, ntk, scalar_input

    rows, times = [], np.array([1.5, 2.5, 4.0])
    for kappa in kappas:
        u, w, gamma, eta_u, eta_w = networks(at, kappa, neurons, seed)
        unit = solve(0.0, u, w[..., None], np.ones(1), 1.0, gamma, eta_u, eta_w).t_c
        net, rates = scalar_input(output_scale=float(gamma)), {"u": float(eta_u), "w": float(eta_w)}
        run = flow(net, {"u": u, "w": w}, np.ones(1), np.ones(1), times, {name: rate * unit for name, rate in rates.items()}, loss="sum",
                   rtol=1e-11, atol=1e-13, device=device)
        t_c = unit * 8 * (times[1] - times[0]) / np.log(run.losses[:, 0] / run.losses[:, 1])
        before = ntk(net, {"u": u, "w": w}, np.ones(1), rates, device=device)[:, 0, 0]
        after = ntk(net, run.final(), np.ones(1), rates, device=device)[:, 0, 0]
        end = run.final()
        zeta = (end["u"] * end["w"]).sum(-1) / (np.linalg.norm(end["u"], axis=-1) * np.linalg.norm(end["w"], axis=-1))
        rows.append(_row(t_c, (after - before) / before, zeta))
    return Measured(np.asarray(kappas), *np.array(rows).T)
