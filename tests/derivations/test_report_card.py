"""The report card of kinds: every kind of statement has a label, LaTeX, data, a prover, a reader, a numerical route and slips.

A kind that lacks one of them would be a statement that nobody checks, that a slip could hide in, or that no report can show.
"""

import pytest
from sympy import Function, Symbol

from theoremtest.derivations.language import (
    All,
    ConservedExactly,
    ConvergesInProbability,
    Covariance,
    Decays,
    Diffusion,
    Domain,
    Dot,
    Equal,
    Flow,
    Gradient,
    Induction,
    MeanEvolves,
    Observed,
    Statement,
    Stays,
    TailBound,
    UniqueMotion,
    dimension,
    vector,
)
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.mutants import mutants
from theoremtest.derivations.notation import read_statement, readable
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof import decide  # noqa: F401  provers register when the engine is imported
from theoremtest.derivations.proof.ladder import findings_of
from theoremtest.numerics.routes.dispatch import ROUTES, applies

pytestmark = pytest.mark.slow  # all claims of all papers are built


def kinds(base=Statement):
    """Every kind of statement that the library defines; a class whose name opens with _ is what some kinds share, and none itself."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("theoremtest."):
            if not kind.__name__.startswith("_"):
                yield kind
            yield from kinds(kind)


def samples():
    """For each kind the first statements of the papers that are of it."""
    found = {}
    for claim in Library().registry():
        statements = [claim.statement, *(part for _, part in claim.statement.parts())]
        if claim.erratum:
            statements += [part for _, part in claim.erratum.corrected.parts()]
        for statement in statements:
            found.setdefault(type(statement), []).append(statement)
    for kind, statement in WITHOUT_A_CLAIM.items():
        found.setdefault(kind, []).append(statement)
    return found


_v = vector("v", dimension("d"))
_n, _r, _x = Symbol("n", integer=True), Symbol("r", real=True), Function("x", real=True)
_s, _k = Symbol("s", real=True), Symbol("k", real=True)
_layers = Domain(over=[_n, _r])
WITHOUT_A_CLAIM = {
    Covariance: Covariance(_r, _r**3, {_r: _s}, 3 * _s**2, on=Domain(_s > 0, over=[_r])),
    ConvergesInProbability: ConvergesInProbability(
        Dot(_v, _v) / dimension("d"), dimension("d"), _s, {_v: _s}, on=Domain(_s > 0, over=[_v])),
    Gradient: Gradient(Dot(_v, _v), _v, 2 * _v, on=Domain(Dot(_v, _v) > 0, over=[_v])),
    Observed: Observed(_r > 2, "theoremtest.numerics.experiments.xu2024_phases:slopes", on=Domain(over=[_r])),
    Stays: Stays(_r**2 <= 1, along=Flow({_r: -_r}), on=Domain(over=[_r])),
    UniqueMotion: UniqueMotion(along=Flow({_r: _r - _r**3}), region=_r >= 0, on=Domain(over=[_r])),
    ConservedExactly: ConservedExactly((_r**2 - _s**2,), along=Flow({_r: _k * _s, _s: _k * _r}), on=Domain(over=[_k, _r, _s])),
    MeanEvolves: MeanEvolves(_r**2, _k**2 - 2 * _r**2, along=Diffusion({_r: -_r}, {_r: _k * _s}, (_s,)), on=Domain(over=[_r, _k])),
    TailBound: TailBound(_r >= 1, _s, {_r: _s}, through=_r**2, on=Domain(_s > 0, over=[_r])),
    Decays: Decays(_r**2, 2, along=Flow({_r: -_r}), on=Domain(_r > 0, over=[_r])),
    Induction: Induction(Equal(_x(_n), 2 * _r**_n, on=_layers), _n, 0, {_x(_n): (2, _r * _x(_n))}, on=_layers),
}
"""Statements of kinds that no claim of the papers is of."""


KINDS = sorted(kinds(), key=lambda kind: kind.__name__)
SIMPLE = [kind for kind in KINDS if kind is not All]


@pytest.fixture(scope="module")
def sample():
    return samples()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_has_an_example(kind, sample):
    assert sample.get(kind), f"no claim is of the kind {kind.__name__}, and no example of it is given here"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_has_a_label_and_latex(kind, sample):
    assert vars(kind).get("label") and kind.label == kind.label.strip(), "a label of its own"
    assert kind.latex is not Statement.latex
    assert len({other.label for other in KINDS}) == len(KINDS), "two kinds with one label"


@pytest.mark.parametrize("kind", SIMPLE, ids=lambda kind: kind.__name__)
def test_every_kind_has_a_prover(kind):
    assert findings_of.dispatch(kind) is not findings_of.dispatch(object)


@pytest.mark.parametrize("kind", SIMPLE, ids=lambda kind: kind.__name__)
def test_every_kind_has_a_numerical_route(kind, sample):
    assert any(applies(route, statement) for route in ROUTES if route != "exact" for statement in sample[kind])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_is_read_from_its_own_latex(kind, sample):
    statement = next(statement for statement in sample[kind] if readable(statement))
    assert read_statement(statement.latex(), statement).latex() == statement.latex()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_is_kept_as_data(kind, sample):
    statement = sample[kind][0]
    assert from_tree(to_tree(statement)).key() == statement.key()


@pytest.mark.drawn(4)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_has_slips(kind, sample):
    assert any(next(iter(mutants(statement)), None) is not None for statement in sample[kind])
