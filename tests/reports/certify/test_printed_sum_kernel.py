"""Coq takes proofs of finite sums, deltas, bits and whole powers that are printed from a witness, and refuses them for a wrong twin."""

import json

import pytest
import sympy as sp

from helpers.coq import needs_coq
from theoremtest.derivations.certificates import part_of
from theoremtest.derivations.language import Domain, Equal, Parity, reals
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.proof.attest import witness

n, m, i, j, k = sp.symbols("n m i j k", integer=True)
x, y = reals("x", "y")
f, g, a = sp.Function("f"), sp.Function("g"), sp.Function("a")
FREE = Domain(n >= 1, m >= 1, over=[x, y])


def total(term, index=k, high=n):
    return sp.Sum(term, (index, 1, high))


TWICE = total(f(j) * total(a(k, j) * g(k), high=m), index=j)
TWINS = {
    "linear": tuple(Equal(total(x * f(k) + y * g(k)), x * total(f(k)) + other * total(g(k)), on=FREE) for other in (y, x)),
    "length": tuple(Equal(total(x / n), made, on=FREE) for made in (x, n * x)),
    "order": tuple(Equal(TWICE, total(g(k) * total(made * f(j), index=j), high=m), on=FREE) for made in (a(k, j), a(j, k))),
    "delta": tuple(Equal(x * sp.KroneckerDelta(n, m) + y, made, on=FREE & Domain(sp.Eq(n, m + 1))) for made in (y, x + y)),
    "bits": tuple(Equal(Parity(chosen, n), (-1) ** i, on=Domain(sp.Eq(n, 3460), sp.Eq(i, 1), over=[n, i])) for chosen in (1032, 1028)),
    "whole power": tuple(Equal(n, 2 ** (7 - i), on=Domain(sp.Eq(n, 32), sp.Eq(i, made), over=[n, i])) for made in (2, 3)),
}


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("name", TWINS)
def test_coq_takes_what_is_printed_and_not_for_the_wrong_twin(kernel, name):
    true, wrong = TWINS[name]
    part, twin = part_of(true, "proved", ()), part_of(wrong, "proved", ())
    proofs = witness(true)
    assert proofs
    part.witness = tree_of(true), list(map(json.loads, proofs))
    script, digest = part.from_witness(), part.digest[:8]
    assert kernel.check(f"sum_{digest}", part.whole(f"sum_{digest}", script)).taken
    assert not kernel.check(f"twin_{digest}", twin.whole(f"twin_{digest}", script)).taken
