"""Trained networks bear the phases that the exponents say, and show both places where the paper's sentences about the kernel phase fail."""

from fractions import Fraction

import pytest

from theoremtest.derivations.xu2024.phase_notation import PHASES, phase
from theoremtest.numerics.routes.phase_experiment import measure

KAPPAS = (32, 128, 512)


def powers(d, gamma, u, w, eta):
    return {"d": d, "gamma": gamma, "u": u, "w": w, "eta_u": eta, "eta_w": eta}


def named(found):
    return {"c_d": found["d"], "c_gamma": found["gamma"], "c_u": found["u"], "c_w": found["w"], "c_eta_u": found["eta_u"],
            "c_eta_w": found["eta_w"]}


@pytest.mark.parametrize("choice", [(1, 0, 0, 0, 0), (1, -1, 0, 0, 0), (1, -1, 0, 0, 1), (1, 0, 0, -1, -1), (0, 1, 0, 0, -2)])
def test_what_is_measured_is_what_is_decided(choice):
    given = powers(*choice)
    wanted = phase(**{name: Fraction(number) for name, number in named(given).items()})
    assert wanted in PHASES
    assert measure({name: float(number) for name, number in given.items()}, f"test {choice}", kappas=KAPPAS).phase == wanted


def test_layers_may_align_fully_in_the_kernel_phase():
    """w starts small beside u: the kernel stays, and w is rebuilt along u (against `sec-3.2:kernel-iff` as printed)."""
    seen = measure(powers(1, -0.5, 0, -2, 0), "aligned kernel", kappas=KAPPAS)
    assert seen.phase == "kernel" and seen.cosine > 0.99


def test_a_large_balanced_start_at_fixed_width_moves_the_kernel():
    """c_u = c_w = 1, c_eta = -1, c_gamma = 0: kernel only where the initial output vanishes (`sec-4.2:large-initialization`)."""
    choice = powers(0, 0, 1, 1, -1)
    assert measure(choice, "large", zero_start=False, kappas=KAPPAS).phase == "learning"
    assert measure(choice, "large", zero_start=True, kappas=KAPPAS).phase == "kernel"
