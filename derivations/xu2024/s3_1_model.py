"""Section 3.1, the model: data on a line reduce to one point, both layers' motion, and what never moves, Eqs. (1)-(3), Proposition 1."""

from sympy import Abs, Ne, S, ZeroMatrix, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    GradientFlow,
    Printed,
    claim,
    every,
    real,
    vector,
)

from .conventions_notation import DATA, ONE_DIMENSION
from .notation import XU, N, W, d, d0, eta_u, eta_w, gamma, loss, network, output, rates_positive, training, u, x, y

direction, sizes, targets, probe = vector("n", d0), vector("a", N), vector(r"\tilde{y}", N), vector("z", d0)

mean_square = Dot(sizes, sizes) / N
reading = gamma * Dot(u, W * direction)
full_loss = Dot(reading * sizes - targets, reading * sizes - targets) / N
"""Eq. (1) for the inputs a_k n: the mean over the N points of (f(a_k n) - y_k)^2."""

data_on_a_line = rates_positive & Domain(
    Dot(sizes, sizes) > 0, over=[u, W, direction, targets, gamma], source=DATA,
    where={x: sqrt(mean_square) * direction, y: Dot(sizes, targets) / N / sqrt(mean_square)})


@claim(XU, "Section 3.1", "layers",
       reading="`u and w are the weight vector/matrix of the first and the second layer, respectively`: the first layer takes the input, "
               "which has d_0 entries, and u has d")
def which_layer_is_which():
    """u is the weight vector of the first layer and w the weight matrix of the second."""
    return Printed(Equal(d, d0, on=Domain(over=[d, d0])), erratum=Erratum(
        "wrong", "The words first and second are exchanged: "
        "w takes the input to the d hidden neurons, and is the first layer, u takes these to the output.",
        Equal(Dot(u, W * x), Dot(W.T * u, x), on=Domain(over=[u, W, x]))))


@claim(XU, "Proposition 1", uses=["xu2024/17"])
def reduction_to_one_point():
    """Gradient flow for data on a line is gradient flow for the one point (x, y).

    E[x~ y] is a vector and y a number, so what is printed has a meaning in one input dimension only, where a unit vector n is 1 or -1;
    there it is held against the flow of Eq. (1).
    """
    along, on = GradientFlow(full_loss, {u: eta_u, W: eta_w}, name="gradient flow of Eq. (1)"), data_on_a_line
    sign, side, single = real("n"), real("z"), vector("W", d)
    one_input = GradientFlow(
        Dot(gamma * sign * Dot(u, single) * sizes - targets, gamma * sign * Dot(u, single) * sizes - targets) / N,
        {u: eta_u, single: eta_w}, name="gradient flow of Eq. (1) for one input")
    number, goal = sqrt(mean_square) * sign, sign * Dot(sizes, targets) / N / sqrt(mean_square)
    return Printed(
        Evolves(u, -2 * eta_u * gamma * (gamma * number * Dot(u, single) - goal) * number * single, along=one_input,
                on=rates_positive & Domain(Dot(sizes, sizes) > 0, over=[u, single, targets, gamma], source=DATA)
                & Domain(Ne(side, 0), where={sign: side / Abs(side)}, source=ONE_DIMENSION)),
        erratum=Erratum(
            "wrong", "y should be E[a y]/sqrt(E[a^2]), with the number $a$ that x~ is along n, as the proof has it; E[x~ y] is a vector. "
            "Where the printed one is a number, for one input, it has the wrong sign at n = -1. With E[a y] both losses differ "
            "by the constant E[y^2] - y^2 and both flows agree, for any n, of unit length or not.",
            every(constant=Equal(full_loss - loss, Dot(targets, targets) / N - y**2, on=on),
                  u=Evolves(u, -2 * eta_u * gamma * (output - y) * (W * x), along=along, on=on),
                  W=Evolves(W, -2 * eta_w * gamma * (output - y) * (u * x.T), along=along, on=on)),
            convention="y is that of the proof"))


@claim(XU, "Section 3.1", "orthogonal", uses=["xu2024/18"])
def no_change_where_there_is_no_data():
    """W m never changes for m orthogonal to x; every such m is z - x (x.z)/|x|^2 for some z."""
    across = probe - Dot(x, probe) / Dot(x, x) * x
    return Evolves(W * across, ZeroMatrix(d, 1), along=training, on=network.but(over=[probe]))


@claim(XU, "Section 3.1", "output-across", uses=["xu2024/sec-3.1:orthogonal", "xu2024/10"],
       reading="`the subspace where there is no data` as: the output at any m orthogonal to x")
def output_where_there_is_no_data():
    """For any direction orthogonal to x the model remains unchanged: its output in the subspace where there is no data is constant."""
    other = vector(r"\nu", d0)
    across = other - Dot(x, other) / Dot(x, x) * x
    on = network.but(over=[other])
    return Printed(
        Evolves(gamma * Dot(u, W * across), S.Zero, along=training, on=on),
        erratum=Erratum(
            "wrong", "W m stays for m orthogonal to x, and u does not: the output gamma u^T W m moves wherever W m and W x are not "
            "orthogonal. It is constant for the W m that are zero. At d = gamma = eta_u = 1, u = 1, W = (1, 1), x = (1, 0), m = (0, 1) and "
            "y = 0 it moves at the rate -2.",
            every(output=Evolves(gamma * Dot(u, W * across), -2 * eta_u * gamma**2 * (output - y) * Dot(W * x, W * across), along=training,
                                 on=on),
                  hidden=Evolves(W * across, ZeroMatrix(d, 1), along=training, on=on))))


@claim(XU, "Section 3.1", "wedge", uses=["xu2024/18"], origin="derived")
def area_is_conserved():
    """|u|^2 |Wx|^2 - (u.Wx)^2 never changes, whatever the two learning rates; nor does the area spanned by u and Wx.

    Neither is said in the text, and both decide how the layers align (`sec-3.2:alignment`). The second part is the stronger
    one: u (Wx)^T - (Wx) u^T stands still entry by entry.
    """
    v = W * x
    return every(
        square=Conserved(Dot(u, u) * Dot(v, v) - Dot(u, v)**2, along=training, on=network),
        entries=Evolves(u * v.T - v * u.T, ZeroMatrix(d, d), along=training, on=network))
