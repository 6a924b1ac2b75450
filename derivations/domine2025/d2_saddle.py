"""Section 6 and Appendices D.1, D.2, the prose: forgetting in time, reversal's two sides, the separatrix, and how long the saddle holds."""

from sympy import Abs, And, DiagMatrix, Eq, Gt, Identity, Inverse, Lt, Ne, S, Trace, ZeroMatrix, exp, log, oo, sqrt

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Equal,
    Erratum,
    EveryEntry,
    Evolves,
    Flow,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    Solves,
    System,
    claim,
    dimension,
    every,
    ge,
    matrix,
    matrix_exp,
    matrix_growth,
    ne,
    real,
    reals,
    stated,
    vector,
)

from .c1_singular_values_eq16_17_and_115_117 import fast, scaled
from .c1_transition_eq118_139 import B2, C2
from .d2_reversal_eq180_185 import SIZE, entries, falling, reversed_size, s_0, value
from .mode_notation import a, b, layer_flow, layers, level_task, path, positive_task, s_start, s_task
from .notation import DOMINE, W1, W2, N_h, N_i, N_o, Sigma, balance, lam, later, network, t, tau, time_constant
from .task_notation import G, H, n, one_n, s_tilde

# sequences of tasks -------------------------------------------------------------------------------------------------------------

first_task = matrix(r"\Sigma_i", N_o, N_i)
later_flow = Flow({W1: W2.T * (Sigma - network) / tau, W2: (Sigma - network) * W1.T / tau}, name="gradient flow on a later task")
any_tasks = time_constant & Domain(over=[W1, W2, Sigma, first_task])


def half_square(M):
    """Half the squared Frobenius norm."""
    return Trace(M.T * M) / 2


@claim(DOMINE, "Appendix D.1", "trajectory", uses=["domine2025/app-D.1:loss", "domine2025/26"],
       reading="'the amount of forgetting is a function of the weight trajectories; therefore we have analytical solutions for "
               "trajectories of forgetting': the loss of task i and its rate, while another task is trained, are functions of the blocks "
               "of QQ^T, which Theorem 4.3 has in time")
def forgetting_in_time():
    """On the way through a later task the loss of task i is a function of QQ^T's blocks, and moves by them."""
    error, gap = Sigma - network, network - first_task
    rate = Trace(gap.T * (W2 * W2.T * error + error * W1.T * W1)) / tau
    return every(
        value=Equal(half_square(gap), half_square(network) - Trace(first_task.T * network) + half_square(first_task), on=any_tasks),
        rate=Evolves(half_square(gap), rate, along=later_flow, on=any_tasks))


k = dimension("k")
F, state = matrix("F", k, k), matrix("QQ^T", k, k)
Q_0 = matrix("Q(T)", k, N_h)


@claim(DOMINE, "Section 6", "sequence", uses=["domine2025/thm-A.2", "domine2025/48"],
       reading="'our approach describes the exact solutions of the networks dynamics trained across a sequence of tasks': the balance "
               "stays on every task, and with time counted from the end T of the last task the Riccati solution starts from Q(T)")
def one_task_after_the_other():
    """Whatever was learned before, the next task starts balanced with the same lambda, and the solution goes on from Q(T) Q(T)^T."""
    grown, integral = matrix_exp(F, t / tau), matrix_growth(F, t / tau, 2)
    value = grown * Q_0 * Inverse(Identity(N_h) + Q_0.T * integral * Q_0) * Q_0.T * grown
    on = later & Domain(Eq(F, F.T), over=[Q_0], source=Meaning("F of the next task is symmetric", "Lemma 4.1"))
    return every(
        balance=Evolves(balance, ZeroMatrix(N_h, N_h), along=later_flow, on=time_constant & Domain(over=[W1, W2, Sigma])),
        solution=Solves(System({state: (F * state + state * F - state * state) / tau}, {state: Q_0 * Q_0.T}), {state: value}, on=on))


# which modes are reversed -------------------------------------------------------------------------------------------------------

U, V, R = matrix(r"\tilde{U}", N_o, n), matrix(r"\tilde{V}", N_i, n), matrix("R", N_h, n)
signs, first, second = vector("j", n), vector("s_1", n), vector("s_2", n)
x, y, z, entry = reals("x", "y", "z", "s")
FRAMES = Meaning("orthonormal singular vectors of the task, R with orthonormal columns", "Appendix D.2")
frames = Domain(Eq(U.T * U, one_n), Eq(V.T * V, one_n), Eq(R.T * R, one_n), source=FRAMES)


@claim(DOMINE, "Appendix D.2", "interchangeable",
       reading="'if a reversal occurs in the right singular vectors, this can be equivalently represented as a reversal in the left "
               "singular vectors': a diagonal matrix of signs goes past the singular values")
def left_and_right_signs_are_interchangeable():
    """Signs on the right singular vectors give the network function that the same signs on the left give."""
    values = vector("s", n)
    return Equal(U * DiagMatrix(values) * (V * DiagMatrix(signs)).T, (U * DiagMatrix(signs)) * DiagMatrix(values) * V.T,
                 on=Domain(over=[U, V, values, signs]))


@claim(DOMINE, "Appendix D.2", "diagonal", uses=["domine2025/119", "domine2025/120"],
       reading="'in the reversal learning setting, both B and C are diagonal matrices' is read of R^T B and R^T C, R being any: layers R "
               "S_1 V~^T and U~ J S_2 R^T with signs J")
def b_and_c_are_diagonal():
    """R^T B and R^T C are diagonal in the reversal setting, with the signs J on the second layer's singular values."""
    layer_1, layer_2 = R * DiagMatrix(first) * V.T, U * DiagMatrix(signs) * DiagMatrix(second) * R.T
    level = (entry**2 + lam**2 / 4)**S.Half
    slant = lam / 2 / (level + entry)
    g = 1 / (1 + slant**2)**S.Half
    pairs = ((x, first), (y, second), (z, signs), (entry, s_tilde))
    on = (frames & Domain(EveryEntry(entry > 0, (entry, s_tilde)), source=Meaning("the task's singular values", "Section 4"))
          & Domain(over=[first, second, signs, lam]))
    of_b = R.T * (layer_2.T * U * (G + H * G) + layer_1 * V * (G - H * G))
    of_c = R.T * (layer_2.T * U * (G - H * G) - layer_1 * V * (G + H * G))
    return every(B=Equal(of_b, Diagonal(z * y * g * (1 + slant) + x * g * (1 - slant), *pairs), on=on),
                 C=Equal(of_c, Diagonal(z * y * g * (1 - slant) - x * g * (1 + slant), *pairs), on=on))


at_b, at_c = reals("b", "c")


@claim(DOMINE, "Appendix D.2", "not-described", conditions=[stated(Eq(at_b, 0))],
       uses=["domine2025/14:square", "domine2025/15:square", "domine2025/183"],
       reading="'B is not invertible; as a consequence, the learning dynamics cannot be described by Equation 56': what Theorem B.4 "
               "gives for a reversed mode at lambda = 0, b = 0 and c^2 = 4 s_0, is not what solves the loss's motion, `183`")
def singular_b_and_the_main_theorem():
    """For a reversed mode the solution of Theorem B.4 is not the mode's motion."""
    on = reversed_size & Domain(Eq(at_b, 0)) & Domain(where={at_c: 2 * sqrt(s_0)})
    quotient = entries(at_b, at_c)[value]
    return Printed(
        Holds(ne(quotient, falling), on=on),
        erratum=Erratum("wrong", "Eq. (56), as we restored it, inverts A, which is positive definite for every B; B itself is inverted in "
                        "Theorem B.5 alone, whose Eq. (77), restored as well, is meant.", Equal(quotient, falling, on=on)))


# the saddle ---------------------------------------------------------------------------------------------------------------------


@claim(DOMINE, "Appendix D.2", "separatrix", uses=["domine2025/183", "domine2025/thm-C.1:loss"],
       reading="'the learning dynamics are initialized on and remain along the separatrix of a saddle point until the singular value "
               "decreases to zero and stays there': a reversed mode has b = -a at the start; b + a moves in proportion to itself, so that "
               "it stays zero, and on that line the size of the mode falls")
def the_separatrix_is_not_left():
    """The line b = -a is not left, and on it the mode's size falls to zero, the saddle."""
    return every(
        line=Evolves(a + b, (a + b) * (s_task - a * b) / tau, along=layer_flow, on=layers),
        other=Evolves(b - a, -(b - a) * (s_task - a * b) / tau, along=layer_flow, on=layers),
        start=Iff(Eq(a + b, 0), And(Eq(b**2 - a**2, 0), Lt(a * b, 0)) | (Eq(a, 0) & Eq(b, 0)), on=Domain(over=[a, b])),
        falls=Holds(Lt(-falling.diff(t), 0), on=reversed_size), end=Limit(falling, t, oo, S.Zero, on=reversed_size))


@claim(DOMINE, "Appendix D.2", "dynamics-vanish", uses=["domine2025/183"],
       reading="'in the reversal learning case, for each reversed singular vector, the dynamics vanish to zero': the mode of the network "
               "function and, at lambda = 0, both representations with it, whose modes are its size")
def reversed_dynamics_vanish():
    """At lambda = 0 a reversed mode vanishes like e^{-2 s~ t/tau}."""
    return Limit(falling * exp(2 * s_task * t / tau), t, oo, -s_0 * s_task / (s_task + s_0), on=reversed_size)


@claim(DOMINE, "Section 6", "avoids-the-saddle", uses=["domine2025/thm-C.1:loss"], conditions=[stated(Ne(lam, 0))],
       reading="'when lambda is non-zero, they avoid passing through the saddle point due to the initialization scheme': the saddle of a "
               "mode is a = b = 0, and a^2 + b^2 is at least |lambda|, which stays")
def other_balances_avoid_the_saddle():
    """With lambda other than zero no point of the trajectory is the saddle, or near it: a^2 + b^2 >= |lambda| > 0."""
    on = Domain(over=[a, b], where={lam: b**2 - a**2})
    return every(bound=Holds(ge(a**2 + b**2, Abs(lam)), on=on), away=Holds(Gt(a**2 + b**2, 0), on=on & Domain(Ne(lam, 0))),
                 stays=Evolves(b**2 - a**2, S.Zero, along=layer_flow, on=layers))


small = real(r"\epsilon")
leaving = small * s_task * exp(2 * s_task * t / tau) / (s_task + small * (exp(2 * s_task * t / tau) - 1))
escape = tau / (2 * s_task) * log((s_task - small) / small)
NEAR = Meaning("a small positive value near the saddle", "Appendix D.2")


@claim(DOMINE, "Appendix D.2", "slowed", uses=["domine2025/184"],
       reading="'escaping the saddle point is time-consuming', 'catastrophically slowed in the vicinity of the saddle point': at lambda = "
               "0 a mode that is at epsilon > 0 reaches half its target after tau/(2 s~) log((s~ - epsilon)/epsilon), which grows without "
               "bound",
       leaves_out="what rounding puts in the place of epsilon")
def the_saddle_holds_for_long():
    """The time from epsilon to half the target grows without bound as epsilon tends to zero, like log(1/epsilon)."""
    on = time_constant & positive_task & Domain(small > 0, 2 * small < s_task, source=NEAR)
    return every(
        solution=Solves(System({value: 2 * value * (s_task - value) / tau}, {value: small}), {value: leaving},
                        on=later & positive_task & Domain(small > 0, source=NEAR)),
        half=Equal(leaving.subs(t, escape), s_task / 2, on=on),
        endless=Limit(escape, small, 0, oo, on=time_constant & positive_task & Domain(small > 0, source=NEAR)))


@claim(DOMINE, "Section 6", "spectrum", uses=["domine2025/17", "domine2025/117:reversed"],
       reading="'a spectrum of reversal learning behaviors controlled by lambda, ranging from rich to lazy': the curve of a reversed mode "
               "for lambda -> 0 at one time t, and for lambda -> oo at one T = lambda t/tau, the time in which it then moves",
       leaves_out="the diverse dynamics observed in animals")
def reversal_from_rich_to_lazy():
    """A reversed mode stays on the separatrix for lambda -> 0 and follows the exponential curve for lambda -> oo."""
    reversed_path = path.subs(s_start, -s_0)
    shallow = -s_0 + (1 - exp(-scaled)) * (s_task + s_0)
    return every(rich=Limit(reversed_path, lam, 0, falling, on=reversed_size & Domain(over=[lam])),
                 lazy=Limit(reversed_path.subs(t, scaled * tau / lam), lam, oo, shallow, on=fast & Domain(s_0 > 0, source=SIZE)))


@claim(DOMINE, "Appendix D.2", "entries-by-alignment", uses=["domine2025/131"], origin="derived")
def sizes_of_both_entries():
    """b^2 + c^2 is 4 s_lambda of the start, and b^2 - c^2 is 4 (s~ s(0) + lambda^2/4)/s~_lambda: the sign of s(0) tips them."""
    on = positive_task & Domain(over=[lam, s_start])
    start_level = (s_start**2 + lam**2 / 4)**S.Half
    return every(sum=Equal(B2 + C2, 4 * start_level, on=on),
                 difference=Equal(B2 - C2, 4 * (s_task * s_start + lam**2 / 4) / level_task, on=on))
