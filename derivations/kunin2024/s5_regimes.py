"""Section 5, the regimes of one neuron: downstream, balanced and upstream limits of the preconditioner and of Eq. (9).

delta_i goes to plus or minus infinity at fixed mu_i and hat beta_i, with both learning rates; xi is any vector. A rate is
compared with the printed one by their ratio, or by their difference over |delta|.
"""

from sympy import Eq, Identity, Ne, S, ZeroMatrix, oo, sign, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Holds,
    Limit,
    Printed,
    Step,
    claim,
    every,
    matrix,
    real,
    stated,
    vector,
)

from .conventions_notation import HOMOGENEOUS, NONZERO_CONTRIBUTION, UNIT_VECTOR
from .notation import KUNIN, X, d, delta, eta_a, eta_w, mu, n, rates_positive, y
from .piecewise_notation import angular, radial

product = eta_a * eta_w
u, drive = vector(r"\hat\beta", d), vector(r"\xi", d)
along, across = u * u.T, Identity(d) - u * u.T
spread, directed = (radial + delta) / 2, (radial - delta) / 2
"""eta_w a^2 and eta_a |w|^2: M = spread I + directed hat beta hat beta^T (Eq. (126))."""

M = spread * Identity(d) + directed * along
place = rates_positive & Domain(Ne(mu, 0), over=[delta], source=NONZERO_CONTRIBUTION)
vectors = place.but(over=[u, drive])
"""hat beta enters M by its outer product only, so that it is a unit vector need not be said."""


@claim(KUNIN, "Section 5", "downstream-preconditioner", uses=["kunin2024/126"])
def downstream_preconditioner():
    """M_i/|delta_i| tends to hat beta hat beta^T, with an error of order 1/delta^2."""
    return Limit(M / (-delta), delta, -oo, along, rate=1 / delta**2, on=vectors)


@claim(KUNIN, "Section 5", "downstream-motion", uses=["kunin2024/9"])
def downstream_motion():
    """Downstream the direction rests, its speed vanishing like 1/|delta|, and mu moves at |delta| hat beta^T xi."""
    unit = Domain(Eq(Dot(u, u), 1), source=UNIT_VECTOR)
    return Printed(
        every(direction=Limit(-angular * across * drive, delta, -oo, ZeroMatrix(d, 1), rate=1 / delta, on=vectors),
              radius=Limit(-radial * Dot(u, drive) / (-delta), delta, -oo, -Dot(u, drive), rate=1 / delta**2, on=vectors)),
        derivation=(Step(every(along=Equal(along * u, u, on=unit), rests=Equal(across * u, ZeroMatrix(d, 1), on=unit),
                               projects=Equal(across * across, across, on=unit)),
                         "what turns the direction is the part of xi across it"),))


@claim(KUNIN, "Section 5", "downstream-fixed", uses=["kunin2024/sec-5:downstream-preconditioner"],
       reading="the limiting flow, in which delta_i enters by its size alone",
       leaves_out="that training at finite delta stays close to it, and what follows where the neurons are too few to fit the data")
def downstream_partition_is_fixed():
    """Whatever xi does, the limiting flow leaves hat beta, so the partition, C and M_i/|delta_i|, where they were.

    The limiting flow is that of M_i = |delta_i| hat beta hat beta^T: beta moves along itself, and its projector rests. With C
    and M_i the kernel rests too.
    """
    beta = vector(r"\beta_i", d)
    size, gain = Dot(beta, beta), real(r"|\delta_i|")
    project = beta * beta.T / size
    flow = Flow({beta: -gain * project * drive}, name="the limiting downstream flow")
    on = Domain(size > 0, gain > 0, over=[beta, drive], source=NONZERO_CONTRIBUTION)
    return every(projector=Evolves(project, ZeroMatrix(d, d), along=flow, on=on),
                 radius=Evolves(sqrt(size), -gain * Dot(beta, drive) / sqrt(size), along=flow, on=on))


@claim(KUNIN, "Section 5", "downstream-delay", uses=["kunin2024/sec-5:downstream-motion"],
       reading="`|delta_i| controls the delay` is read of the speed of the direction, to leading order",
       leaves_out="that a second, rich phase comes where the neurons are too few, and that the kernel changes in it")
def downstream_delay():
    """The speed of the direction is eta_a eta_w mu/|delta| to leading order: the second phase waits in proportion to |delta|."""
    return Limit(-delta * angular, delta, -oo, product * mu, rate=1 / delta**2, on=place)


@claim(KUNIN, "Section 5", "balanced", uses=["kunin2024/9", "kunin2024/126"], conditions=[stated(Eq(delta, 0))])
def balanced_motion():
    """At delta_i = 0: the preconditioner and both rates in closed form."""
    root, on = sqrt(product), vectors.but(Eq(delta, 0))
    return every(
        preconditioner=Equal(M, root * abs(mu) * (Identity(d) + along), on=on),
        direction=Equal(angular, root * sign(mu), on=on),
        radius=Equal(radial, 2 * root * abs(mu), on=on))


@claim(KUNIN, "Section 5", "alignment-drive", uses=["kunin2024/8"],
       reading="at one moment, with the outputs of order s^2 at scale s",
       leaves_out="that the outputs stay small while the neurons align")
def drive_at_vanishing_scale():
    """At vanishing scale the outputs vanish and xi_i tends to -sum_j c_ij x_j y_j, which no other neuron enters.

    Scaling all parameters by s scales the outputs f by s^2, so the error is of order s^2.
    """
    s, f = real("s"), vector("f", n)
    C = matrix("C", n, n)
    return Limit((C * X).T * (s**2 * f - y), s, 0, -((C * X).T * y), rate=s**2,
                 on=Domain(s > 0, over=[C, X, f, y], source=HOMOGENEOUS))


@claim(KUNIN, "Section 5", "alignment-speeds", uses=["kunin2024/sec-5:balanced"])
def direction_outruns_radius():
    """Balanced: as mu_i vanishes its speed vanishes in proportion, while the direction's speed does not depend on |mu_i|."""
    on = rates_positive & Domain(mu > 0, source=NONZERO_CONTRIBUTION)
    balanced_radial, balanced_angular = radial.subs(delta, 0), angular.subs(delta, 0)
    return every(
        radius=Limit(balanced_radial, mu, 0, S.Zero, rate=mu, on=on),
        direction=Equal(balanced_angular.diff(mu), S.Zero, on=on),
        ratio=Limit(balanced_radial / balanced_angular, mu, 0, S.Zero, rate=mu, on=on))


@claim(KUNIN, "Section 5", "upstream-preconditioner", uses=["kunin2024/126"])
def upstream_preconditioner():
    """M_i/delta_i tends to the identity, with an error of order 1/delta^2; the limit does not contain beta_i."""
    return Limit(M / delta, delta, oo, Identity(d), rate=1 / delta**2, on=vectors)


@claim(KUNIN, "Section 5", "upstream-motion", uses=["kunin2024/9"])
def upstream_motion():
    """Upstream the direction moves at delta/mu, the radius at delta."""
    return every(
        direction=Limit(-angular * across * drive / delta, delta, oo, -(across * drive) / mu, rate=1 / delta**2, on=vectors),
        radius=Limit(-radial * Dot(u, drive) / delta, delta, oo, -Dot(u, drive), rate=1 / delta**2, on=vectors))


@claim(KUNIN, "Section 5", "upstream-distance", uses=["kunin2024/sec-5:upstream-preconditioner"],
       reading="`do not move far in parameter space` is read as: the parameters of every beta_i of given size lie close together",
       leaves_out="that the kernel changes with the activation pattern")
def upstream_moves_little_in_parameter_space():
    """Upstream any beta_i is within reach of a small step: |w_i| and the distance of |a_i| from sqrt(delta/eta_w) both vanish.

    |w_i|^2 = (kappa - delta)/(2 eta_a) goes like 1/delta at given |beta_i|, and a_i^2 - delta/eta_w like 1/delta.
    """
    return every(
        w=Limit(directed / eta_a, delta, oo, S.Zero, rate=1 / delta, on=place),
        a=Limit(spread / eta_w - delta / eta_w, delta, oo, S.Zero, rate=1 / delta, on=place))


@claim(KUNIN, "Section 5", "upstream-scale", uses=["kunin2024/sec-5:upstream-motion", "kunin2024/sec-5:alignment-speeds"],
       conditions=[stated(delta > 0)])
def scale_regulates_the_direction_upstream():
    """Upstream a vanishing mu_i makes the direction's speed diverge, and leaves the radius the speed delta."""
    on = rates_positive & Domain(mu > 0, source=NONZERO_CONTRIBUTION) & Domain(delta > 0)
    return every(direction=Limit(angular, mu, 0, oo, on=on), radius=Limit(radial, mu, 0, delta, rate=mu**2, on=on),
                 faster=Holds(angular.diff(mu) < 0, on=on))
