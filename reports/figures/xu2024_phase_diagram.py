"""The phase diagram of Xu and Ziyin 2024, Section 4.

Measured exponents of the learning time with every column of Table 1, and the tangent kernel's change on networks of growing kappa.
"""

from fractions import Fraction

import numpy as np
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from theoremtest.derivations.xu2024.phase_notation import phase
from theoremtest.numerics.experiments.xu2024_phases import by_solution, by_training, equal_rates, expected_time, table_1, time_plane

from . import Drawing
from ._xu2024 import KERNEL, LEARNING, look

PLANES = {1: ({"c_d": 1, "c_u": 0, "c_w": 0}, ("NTK", "Mean Field", "Kaiming")), 0: ({"c_d": 1, "c_u": -1, "c_w": -1}, ("Xavier", "lazy"))}
"""c_d + max(c_u, c_w), which is all that counts at equal rates; exponents to measure the plane with; columns of Table 1 that lie in it."""
MARKS = {"kernel": ("o", KERNEL), "learning": ("s", LEARNING), "frozen": ("X", "black"), "unstable": ("P", "black")}
PLACED = {("NTK", -1, 0): ((-4, -8), "center", "top"), ("NTK", -0.5, 0): ((-2, 10), "left", "bottom"),
          ("NTK", 0, 0): ((9, 0), "left", "center"),
          ("NTK", -1, 1): ((8, 3), "left", "bottom"), ("NTK", 0, -1): ((9, 1), "left", "center"),
          ("Xavier", 0, 0): ((8, 3), "left", "bottom"), ("Xavier", 1, -2): ((-9, -2), "right", "top"),
          ("Xavier", 1, 0): ((0, -8), "center", "top")}
NEURONS = 6000
"""Per kappa, over all networks that are trained."""
SHOWN = {("NTK", "*"): ("o", KERNEL, "-"), ("Kaiming", "*"): ("^", "#56B4E9", "-"), ("lazy", "*"): ("D", "#004D80", "-"),
         ("Mean Field", "*"): ("s", LEARNING, "--"), ("Xavier", "*"): ("v", "#A34700", "--")}


def draw(full: bool = False) -> Drawing:
    """``full``: finer planes, wider trained networks."""
    c_gammas, c_etas = np.linspace(-1.75, 1.75, 57 if full else 15), np.linspace(-2.75, 2.0, 77 if full else 20)
    kappas = 2.0 ** np.arange(2, 9 if full else 7)
    with look():
        figure = Figure(figsize=(10.2, 4.2), layout="constrained")
        axes = figure.subplots(1, 3, width_ratios=[1, 1, 1.15])
        off = 0.0
        for panel, (size, (fixed, columns)) in zip(axes, PLANES.items()):
            measured = time_plane(c_gammas, c_etas, **fixed, kappas=4.0 ** np.arange(1, 6 if full else 5))
            expected = [[expected_time(equal_rates(fixed["c_d"], gamma, fixed["c_u"], fixed["c_w"], eta)) for eta in c_etas]
                        for gamma in c_gammas]
            off = max(off, np.abs(measured - expected).max())
            image = panel.pcolormesh(c_gammas, c_etas, measured.T, cmap="PuOr", norm=TwoSlopeNorm(0, -5, 5), shading="gouraud",
                                     rasterized=True)
            _limits(panel, size)
            _columns(panel, columns)
            panel.set(xlim=(-1.75, 1.75), ylim=(-2.75, 2.0), xlabel=r"$c_\gamma$, exponent of the output scale")
            panel.set_title(rf"$c_d+\max(c_u,c_w)={size}$")
        axes[0].set_ylabel(r"$c_\eta$, exponent of the learning rates")
        bar = figure.colorbar(image, ax=axes[:2], location="bottom", shrink=0.7, aspect=40, pad=0.02, ticks=[-4, -2, 0, 2, 4])
        bar.set_label(r"measured exponent of $t_c$ (below 0 unstable, above 0 frozen)")
        worst = _change(axes[2], kappas)
    return Drawing(figure, (
        "The phase diagram of Xu and Ziyin 2024, Section 4, at equal learning rates. Left and middle: the exponent of the learning "
        "time t_c, fitted to the exact t_c of randomly drawn networks of growing kappa; it deviates from Eq. (7)'s by at most "
        f"{off:.2f} where its two terms are close. Learning is stable on the black line of Eq. (15) alone, kernel where it is solid, "
        "feature learning where it is dashed. Marks are the columns of Table 1 as printed (black if frozen or unstable) and with the "
        "choices *, + and - of rate and scale. Right: how much training changes the tangent kernel at the data point, for the stable "
        "rate c_eta* of each column: it fades in the kernel phase and stays in the feature learning phase. Lines are the exact "
        "solution (medians over starts), marks the same networks trained by gradient flow with autograd; greatest relative deviation "
        f"{worst:.1e}. Mean Field and Xavier are the same networks in other units."))


def _limits(panel, size):
    """The line of Eq. (15): kernel where c_eta < size, feature learning from there on."""
    for style, etas in (("-", np.array([-2.75, size])), ("--", np.array([size, 2.0]))):
        gammas = -(size + etas) / 2 if style == "-" else -etas
        panel.plot(gammas, etas, style, color="black", linewidth=1.8)
    panel.text(-1.66, -2.6, "frozen", fontsize=9.5, style="italic", color="white")
    panel.text(1.66, 1.85, "unstable", fontsize=9.5, style="italic", color="white", ha="right", va="top")


def _columns(panel, columns):
    """Every entry of Table 1 that lies in the plane, marked by its phase; its names stand where ``PLACED`` puts them."""
    found = {}
    for (name, choice), at in table_1().items():
        if name in columns:
            exact = {key: Fraction(value).limit_denominator(100) for key, value in at.named().items()}
            choices = found.setdefault((at.c_gamma, at.c_eta_u), (phase(**exact), {}))[1]
            choices.setdefault(name, []).append("printed" if choice == "as is" else {"-": "\u2212"}.get(choice, choice))
    for place, (label, names) in found.items():
        marker, colour = MARKS[label]
        panel.plot(*place, marker, color=colour, markersize=8, markeredgecolor="white", markeredgewidth=0.9, zorder=4)
        text = "\n".join(f"{name}: {', '.join(choices)}" for name, choices in names.items())
        text = text.replace("Mean Field: printed", "Mean Field:\nprinted")  # there is room for two short lines only
        offset, across, up = PLACED.get((columns[0], *place), ((9, 0), "left", "center"))
        panel.annotate(text, place, xytext=offset, textcoords="offset points", ha=across, va=up, fontsize=7.3, linespacing=1.1)


def _change(panel, kappas):
    worst, limits, named = 0.0, table_1(), {}
    for (name, choice), (marker, colour, dashes) in SHOWN.items():
        at = limits[name, choice]
        trained, exact = by_training(at, kappas, neurons=NEURONS), by_solution(at, kappas, neurons=NEURONS)
        worst = max(worst, np.abs(trained.change / exact.change - 1).max())
        panel.loglog(kappas, exact.change, dashes, color=colour, linewidth=1.5)
        panel.loglog(kappas, trained.change, marker, color=colour, markersize=5, markerfacecolor="white")
        # Limits that are one network in other units share a curve, and its label.
        same = next((label for label, end in named.items() if abs(end / exact.change[-1] - 1) < 0.05), None)
        named[name if same is None else f"{same}, {name}"] = exact.change[-1] if same is None else named.pop(same)
    for label, end in named.items():
        panel.annotate(label.replace(", ", ",\n"), (kappas[-1], end), xytext=(7, 0), textcoords="offset points", va="center", fontsize=8.5)
    for power, height, name in ((-1, 0.014, r"$\kappa^{-1}$"), (-2, 0.0011, r"$\kappa^{-2}$")):
        values = height * (kappas / kappas[0]) ** power
        panel.loglog(kappas, values, ":", color="0.45", linewidth=1.2, zorder=0)
        panel.annotate(name, (kappas[0], values[0]), xytext=(-3, -3), textcoords="offset points", ha="right", va="top", color="0.3",
                       fontsize=8.5)
    panel.set(xlabel=r"$\kappa$", ylabel=r"$|K(\infty)-K(0)|\,/\,K(0)$", xlim=(kappas[0] / 1.9, kappas[-1] * 3.6))
    panel.set_title(r"change of the tangent kernel at $c_\eta^*$")
    panel.set_xticks(kappas, [f"{kappa:g}" for kappa in kappas])
    panel.minorticks_off()
    return worst
