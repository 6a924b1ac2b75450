"""Networks on modular arithmetic: what a course holds, which rows of Table 6.1 are one problem, and that the tables are right."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks are trained with the flow extra")

from theoremtest.numerics.experiments.nam2024_grokking import Scales, small, transformer


def test_training_pairs_are_learned_first():
    course = small(Scales(), 60, (0, 60), p=7, width=32)
    assert course.steps.tolist() == list(range(0, 61, 10)) and course.learned(course.training) <= 60
    assert course.learned(np.zeros(7)) == np.inf
    for seen in course.seen.values():
        assert seen.features.shape == (49, 32) and seen.output.shape == (49, 7)
        assert seen.target.argmax(1).tolist() == [(a + b) % 7 for a in range(7) for b in range(7)]


def test_tenfold_targets_are_outputs_of_a_tenth():
    courses = [small(scales, 100, (50,), p=7, width=32) for scales in (Scales(target=10.0), Scales(output=0.1))]
    assert np.abs(courses[0].seen[50].output - 10 * courses[1].seen[50].output).max() < 1e-8
    assert (courses[0].training == courses[1].training).all()


def test_the_transformer_divides():
    seen = transformer(1, (1,), p=5, width=16, device="cpu").seen[1]
    answers = iter(seen.target.argmax(1))
    assert all((next(answers) * b - a) % 5 == 0 for a in range(5) for b in range(1, 5))
    assert seen.features.shape == (20, 16)


def test_training_that_ends_when_all_is_learned_tells_the_same_delay():
    whole, short = (small(Scales(weights=0.5), 400, p=7, width=32, share=0.9, whole=whole) for whole in (True, False))
    assert 0 < len(short.steps) < len(whole.steps)
    for accuracies in ("training", "others"):
        assert short.learned(getattr(short, accuracies)) == whole.learned(getattr(whole, accuracies)) < 400
