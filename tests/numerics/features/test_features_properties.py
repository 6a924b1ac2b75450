"""What must not matter: how samples are grouped, the frame and the scale of features, the names of learned directions."""

import numpy as np
import pytest
from feature_cases import quick, rotation, seeds, separated, slack
from hypothesis import given, settings
from hypothesis import strategies as st

from theoremtest.features import Moments, cka_gap, effective_dimension, operator, quality, utilisation

splits = st.lists(st.integers(1, 39), max_size=7, unique=True).map(sorted)


def everything(phi, target, learned, weights=None, moments=None):
    """All numbers that do not depend on signs, shaped (19,) for p = 4; intensities over the largest."""
    moments = moments or Moments.of(phi, target, learned, weights)
    found = operator(moments)
    rho = found.intensities / found.intensities[0]
    return np.concatenate([rho, quality(found, moments), quality(found, moments, False), utilisation(found, moments),
                           [effective_dimension(rho), effective_dimension(rho, apart=1), cka_gap(moments)]])


def sample(seed):
    phi, rng = separated(seed)
    W = rng.normal(size=(4, 2))
    return phi, rng.normal(size=(40, 3)), phi @ (W / np.linalg.norm(W)) + 0.3 * rng.normal(size=(40, 2)), rng


@quick
@given(seeds, splits)
def test_streaming_is_the_same_as_all_at_once(seed, cuts):
    phi, target, learned, rng = sample(seed)
    weights = rng.uniform(0.5, 2.0, 40)
    names = "phi", "target", "learned", "weights"
    chunks = [dict(zip(names, parts)) for parts in zip(*(np.split(given, cuts) for given in (phi, target, learned, weights)))]
    whole, bound = everything(phi, target, learned, weights), 2 * slack(phi)
    streamed = Moments.stream(chunks)
    assert np.abs(everything(phi, target, learned, moments=streamed) - whole).max() < bound
    merged = Moments.of(**chunks[0])
    for chunk in chunks[1:]:
        merged = merged.merge(Moments.of(**chunk))
    assert np.abs(everything(phi, target, learned, moments=merged) - whole).max() < bound
    for found in (streamed, merged):
        assert found.count == 40 and abs(found.total - weights.sum()) < bound
        assert np.abs(found.gram("target", "learned") * weights.sum() - (target.T * weights) @ learned).max() < 100 * bound


@quick
@given(seeds)
def test_the_factor_has_the_singular_values_of_the_samples(seed):
    phi = separated(seed)[0]
    values = np.linalg.svd(phi, compute_uv=False)
    assert np.abs(operator(Moments.stream(np.split(phi, 5))).intensities - values**2 / 40).max() < slack(phi)


@quick
@given(seeds)
def test_a_rotation_of_the_features_changes_nothing(seed):
    phi, target, learned, rng = sample(seed)
    turned = everything(phi @ rotation(rng, 4), target, learned)
    assert np.abs(turned - everything(phi, target, learned)).max() < slack(phi)


@quick
@given(seeds, st.floats(-20, 20).map(lambda e: 10.0**e), st.floats(-20, 20).map(lambda e: 10.0**e))
def test_scales_of_features_and_functions_change_only_the_intensities(seed, c, d):
    phi, target, learned, _ = sample(seed)
    assert np.abs(everything(c * phi, d * target, -d * learned) - everything(phi, target, learned)).max() < slack(phi)
    ratio = operator(Moments.of(c * phi)).intensities / operator(Moments.of(phi)).intensities
    assert np.abs(ratio / c**2 - 1).max() < slack(phi)


@quick
@given(seeds)
def test_order_and_repetition_of_samples(seed):
    phi, target, learned, rng = sample(seed)
    times = rng.integers(1, 4, 40)
    rows = rng.permutation(np.repeat(np.arange(40), times))
    repeated, bound = everything(phi[rows], target[rows], learned[rows]), slack(np.repeat(phi, times, axis=0)) + slack(phi)
    assert np.abs(repeated - everything(phi, target, learned, times)).max() < bound


@quick
@given(seeds)
def test_only_the_span_of_the_functions_counts(seed):
    """Mixed by a matrix of condition at most 3, functions span the same."""
    phi, target, learned, rng = sample(seed)
    mix = [rotation(rng, C) * np.linspace(1, 3, C) @ rotation(rng, C) for C in (3, 2)]
    bound = slack(phi) + slack(target) + slack(learned)
    assert np.abs(everything(phi, target @ mix[0], learned @ mix[1]) - everything(phi, target, learned)).max() < bound


@quick
@given(seeds, st.floats(-3, 3))
def test_a_constant_added_to_the_features_leaves_the_alignment(seed, shift):
    phi, _, learned, _ = sample(seed)
    assert abs(cka_gap(Moments.of(phi + shift, learned=learned)) - cka_gap(Moments.of(phi, learned=learned))) < 40 * slack(phi)


@quick
@given(seeds, st.integers(1, 40))
def test_cumulative_shares_lie_between_zero_and_one_on_any_samples(seed, tested):
    phi, target, learned, rng = sample(seed)
    other = Moments.of(rng.normal(size=(tested, 4)), target[:tested], learned[:tested])
    for shares in (quality(operator(Moments.of(phi)), other), utilisation(operator(Moments.of(phi)), other)):
        assert (shares >= 0).all() and shares.sum() <= 1 + slack(phi)


def in_successive_spans(functions, target):
    """The part of the target's span in that of the first k functions, by singular vectors; its growth with k."""
    def frame(columns):
        left, values, _ = np.linalg.svd(columns, full_matrices=False)
        return left[:, values > 1e-9]  # far from rounding and from the singular values of small whole numbers

    wanted = frame(target)
    parts = [np.sum((frame(functions[:, :k]).T @ wanted) ** 2) / wanted.shape[1] for k in range(functions.shape[1] + 1)]
    return np.diff(parts)


@pytest.mark.slow
@settings(quick, max_examples=300)
@given(seeds, st.integers(1, 6), st.integers(1, 11), st.integers(1, 8))
def test_shares_are_what_each_eigenfunction_adds(seed, p, n, tested):
    """Whole numbers -1, 0, 1: dependent features, equal samples and eigenfunctions that vanish on the test are common."""
    rng = np.random.default_rng(seed)
    phi, other, target = (rng.integers(-1, 2, size=shape).astype(float) for shape in ((n, p), (tested, p), (tested, 2)))
    target[0, 0] = 2.0
    found = operator(Moments.of(phi))
    assert found.rank == np.linalg.matrix_rank(phi)
    shares = quality(found, Moments.of(other, target))
    assert np.abs(shares - in_successive_spans(found.eigenfunctions(other), target)).max() < 1e-9


@quick
@given(seeds)
def test_a_batch_is_its_members(seed):
    given_ = [sample(seed + k)[:3] for k in range(3)]
    together = Moments.of(*(np.stack(parts) for parts in zip(*given_)))
    found = operator(together)
    for k, (phi, target, learned) in enumerate(given_):
        alone, bound = Moments.of(phi, target, learned), slack(phi)
        assert np.abs(found.intensities[k] - operator(alone).intensities).max() < bound
        assert np.abs(quality(found, together)[k] - quality(operator(alone), alone)).max() < bound
        assert abs(cka_gap(together)[k] - cka_gap(alone)) < bound
