"""A network that a flow names is one that a route trains, its parameters are called as it calls them, and what training needs is told."""

from dataclasses import replace

import pytest
from sympy import Symbol

from theoremtest.derivations.kunin2024.notation import a, beta_star, eta_a, eta_w, loss, reduced_flow, training, w
from theoremtest.derivations.language import Dot, GradientFlow, StatementError, dimension, matrix, reals, vector
from theoremtest.derivations.language.networks import NETWORKS, PIECEWISE, layer_name
from theoremtest.numerics.training import trained_networks

d, h = dimension("d"), dimension("h")
eta_1, eta_2 = reals("eta_1", "eta_2")


@pytest.mark.parametrize("name", ["anything", "single neuron", "Single-Neuron", "", "two-layer-piecewise"])
def test_an_unknown_network_is_refused_and_the_known_ones_are_named(name):
    with pytest.raises(StatementError, match=f"there is no network '{name}' to be trained; there are single-neuron, latent-variable, two-"):
        GradientFlow(loss, {a: eta_a, w: eta_w}, network=name, data=training.data)
    with pytest.raises(StatementError, match="there is no network"):
        replace(reduced_flow, network=name)


@pytest.mark.parametrize("name", NETWORKS)
def test_letters_that_are_not_the_network_s_are_refused_and_its_own_are_named(name):
    one, other = matrix("V_1", h, d), matrix("V_2", d, h)
    computes, letters = NETWORKS[name]
    with pytest.raises(StatementError) as error:
        GradientFlow(Dot(beta_star, beta_star), {one: eta_1, other: eta_2}, network=name, data=training.data)
    told = str(error.value)
    assert computes in told and f"given of {', '.join(letters)}; got V_1, V_2" in told and "\n" not in told


def test_two_layers_called_otherwise_are_no_error_of_the_program():
    first, second = matrix("W_1", h, d), matrix("W_2", d, h)
    with pytest.raises(StatementError, match="'two-layer' computes A\\^T W x, so that learning rates are given of A, W; got W_1, W_2"):
        GradientFlow(Dot(beta_star, beta_star), {first: eta_1, second: eta_2}, network="two-layer", data=training.data)


@pytest.mark.parametrize("lacking", [{"data": ()}, {"read": {}}])
def test_what_training_needs_is_not_left_out_in_silence(lacking):
    (field,) = lacking
    with pytest.raises(StatementError, match=f"needs {field}, which the statement does not give"):
        replace(reduced_flow, **lacking)
    with pytest.raises(StatementError, match="needs data"):
        GradientFlow(loss, {a: eta_a, w: eta_w}, network="single-neuron")


def test_a_flow_that_is_not_trained_names_none():
    assert GradientFlow(loss, {a: eta_a, w: eta_w}).network is None and replace(reduced_flow, network=None, data=()).data == ()


def test_what_the_language_knows_is_what_is_trained():
    assert set(NETWORKS) == set(trained_networks.NETWORKS) and PIECEWISE not in NETWORKS
    for name, (_, letters) in NETWORKS.items():
        assert set(trained_networks.NETWORKS[name]().layers) == set(map(layer_name, letters))


def test_letters_may_be_written_with_an_index():
    assert layer_name(Symbol("W_1")) == layer_name(Symbol("W1")) == "W1" and layer_name(vector("w", d)) == "w"
