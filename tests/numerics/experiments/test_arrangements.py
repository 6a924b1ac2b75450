"""Exact arrangements: how many regions, what happens at boundaries, and where two colours do and do not suffice."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from theoremtest.derivations.kunin2024.colouring_notation import once_around, p, q
from theoremtest.derivations.kunin2024.piecewise_notation import gamma
from theoremtest.numerics.experiments.arrangements import line_arrangement, partition

CORNER = ([[1, 0], [0, 1]], None)
"""The first layer x, y."""


def rational(generator, *shape):
    return [[Fraction(int(value), 64) for value in row] for row in generator.integers(-200, 201, shape)]


def network(seed, widths, biases):
    generator = np.random.Generator(np.random.PCG64(seed))
    sizes = [2, *widths]
    layers = [(rational(generator, rows, columns), [row[0] for row in rational(generator, rows, 1)] if biases else None)
              for columns, rows in zip(sizes, sizes[1:])]
    return layers, [row[0] for row in rational(generator, widths[-1], 1)]


@pytest.mark.parametrize("lines", [1, 2, 5, 9])
def test_lines_in_general_position(lines):
    """m lines cut the plane into 1 + m + m(m-1)/2 regions and one another into m^2 segments."""
    found = line_arrangement([(1, k, k**3) for k in range(lines)])
    assert len(found.regions) == 1 + lines + comb(lines, 2)
    assert len(found.borders) == lines**2
    assert found.same_parity == [] and found.two_colourable


@pytest.mark.parametrize("lines, regions", [
    ([(1, 0, 0), (1, 0, -1), (1, 0, 5)], 4),  # parallel
    ([(1, 0, 0), (0, 1, 0), (1, 1, 0)], 6),  # through one point
    ([(1, 0, 0), (2, 0, 0)], 2),  # one line twice
])
def test_lines_in_special_position(lines, regions):
    assert len(line_arrangement(lines).regions) == regions


@pytest.mark.parametrize("slope", [0, Fraction(1, 5)])
@pytest.mark.parametrize("biases", [False, True])
def test_one_hidden_layer_takes_two_colours(slope, biases):
    """By the parity of active neurons: the cones without biases, the polygons with them."""
    for seed in range(4):
        layers, readout = network(seed, [8], biases)
        found = partition(layers, readout, slope, [(-9, -9), (9, -9), (9, 9), (-9, 9)])
        assert found.same_parity == []
        assert biases or len(found.regions) == 16


@pytest.mark.parametrize("widths, biases, slope", [([5, 4], True, 0), ([4, 3, 3], True, 0), ([5, 4], False, Fraction(1, 5)),
                                                   ([4, 3], True, Fraction(1, 3))])
def test_deeper_networks_in_general_position_take_two_colours(widths, biases, slope):
    for seed in range(3):
        layers, readout = network(seed, widths, biases)
        found = partition(layers, readout, slope, [(-9, -9), (9, -9), (9, 9), (-9, 9)])
        assert found.same_parity == [] and found.two_colourable
        assert len(found.regions) <= np.prod([1 + h + comb(h, 2) for h in widths])


def test_redundant_neurons_break_the_parity():
    """The control: one neuron twice, or turned around, keeps the parity across its boundary, though two colours still exist."""
    for again in ([1, 0], [3, 0], [-2, 0]):
        found = partition([([[1, 0], again, [1, 2]], None)], [1, 1, 1])
        assert found.same_parity != [] and found.two_colourable
    assert partition([([[1, 0], [1, 2]], None)], [1, 1]).same_parity == []


def test_five_sectors_take_three_colours():
    """relu(relu(x) - relu(y)): a network without redundant neurons whose regions do not take two colours."""
    found = partition([CORNER, ([[1, -1]], None)], [1])
    assert len(found.regions) == 5 and not found.two_colourable
    assert len(found.odd_ring()) == 5
    assert sum(not region.in_definition for region in found.regions) == 1
    for left_out in range(3):  # every neuron bounds a region: without it there are fewer
        rows = [row for k, row in enumerate([[1, 0], [0, 1]]) if k != left_out]
        weights = [w for k, w in enumerate([1, -1]) if k != left_out]
        smaller = partition([(rows, None), *([([weights], None)] if left_out < 2 else [])], [1] if left_out < 2 else [1, 1])
        assert len(smaller.regions) < 5


@pytest.mark.parametrize("slope", [0, Fraction(1, 4)])
@pytest.mark.parametrize("first, second", [(1, -1), (-1, 2), (1, 3), (-2, -1), (5, -7)])
def test_the_number_of_rays_is_as_the_claim_counts_it(first, second, slope):
    """Proposition C.2's smallest networks: the exact count has the claim's parity."""
    found = partition([CORNER, ([[first, second]], None)], [1], slope)
    sign = once_around(p, q, gamma).subs({p: first, q: second, gamma: slope})
    assert (-1) ** len(found.regions) == sign
    assert found.two_colourable == (sign == 1)


def test_random_relu_networks_without_biases_do_fail():
    """An open set of weights: among random ones with three first-layer neurons some take three colours, none with a leaky slope."""
    failing = [seed for seed in range(12) if not partition(*network(seed, [3, 2], False)).two_colourable]
    assert failing
    assert all(partition(*network(seed, [3, 2], False), Fraction(1, 10)).two_colourable for seed in failing)


def test_the_map_is_continuous_and_its_jump_is_normal_to_the_boundary():
    layers, readout = network(1, [5, 4], True)
    found = partition(layers, readout, Fraction(1, 5), [(-4, -4), (4, -4), (4, 4), (-4, 4)])
    for i, j, start, end in found.borders:
        (u, v, c), (other_u, other_v, other_c) = (found.regions[k].predictor for k in (i, j))
        for x, y in (start, end):
            assert u * x + v * y + c == other_u * x + other_v * y + other_c
        assert (u - other_u) * (end[0] - start[0]) + (v - other_v) * (end[1] - start[1]) == 0


def test_the_regions_fill_the_window():
    layers, readout = network(2, [6, 5], True)
    found = partition(layers, readout)

    def area(corners):
        return sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(corners, (*corners[1:], corners[0]))) / 2

    areas = [area(region.corners) for region in found.regions]
    assert all(size > 0 for size in areas) and sum(areas) == 4


def test_patterns_that_do_not_occur():
    """Footnote 9: with w_3 = w_1 + w_2 the pattern (+, +, -) is missing; 6 of 8 patterns occur."""
    found = partition([([[1, 0], [0, 1], [1, 1]], None)], [1, 1, 1])
    patterns = {region.signs[0] for region in found.regions}
    assert len(patterns) == len(found.regions) == 6 and (1, 1, -1) not in patterns


@pytest.mark.parametrize("wrong, error, told", [
    (lambda: partition([([[1, 0, 2]], None)], [1]), ValueError, "layer 1 has a row of 3 weights for 2 inputs"),
    (lambda: partition([CORNER], [1]), ValueError, "readout has 1 numbers for 2 neurons"),
    (lambda: partition([CORNER], [1, float("nan")]), ValueError, "no finite number"),
    (lambda: partition([CORNER], [1, "2"]), TypeError, "integers, fractions and floats are allowed"),
    (lambda: partition([CORNER], [1, 1], gamma=2), ValueError, r"it must lie in \[0, 1\]"),
    (lambda: partition([CORNER], [1, 1], window=[(0, 0), (0, 1), (1, 0)]), ValueError, "counter-clockwise"),
    (lambda: line_arrangement([(0, 0, 1)]), ValueError, "must not both be zero"),
])
def test_bad_input_is_named(wrong, error, told):
    with pytest.raises(error, match=told):
        wrong()
