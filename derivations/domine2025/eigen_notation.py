"""F, its eigenvectors P and eigenvalues Lambda in blocks, for each shape of network, and the start in them (Lemma 4.2, B.4).

F is (N_i + N_o) x (N_i + N_o). P has a block column of width n that grows, one of width n that decays, and the complement of width m where
there is one. What completes a frame is written out: V~ V~^T + V~_perp V~_perp^T stands for the identity of the inputs' side.
"""

from __future__ import annotations

from sympy import Identity, Integer, MatrixExpr, ZeroMatrix, exp, sqrt

from theoremtest.derivations.language import EIGENVALUE, Blocks, Domain, MatrixFunction, matrix

from .frames_notation import B, C, D, Shape, growth, high, low, positive
from .notation import N_h, lam, later, t, tau
from .task_notation import S_level, decayed, grown, m, one_m

root = sqrt(Integer(2))


def sides(shape: Shape) -> tuple:
    """The numbers of inputs and of outputs."""
    return shape.V.shape[0], shape.U.shape[0]


def completed(frame: MatrixExpr, rest: MatrixExpr | None) -> MatrixExpr:
    """The projector on a frame and what completes it, which stands for the identity of its side."""
    return frame * frame.T if rest is None else frame * frame.T + rest * rest.T


def riccati_matrix(shape: Shape, *, written: bool = False) -> Blocks:
    """F; with `written` its identities are the frames' projectors."""
    inputs, outputs = sides(shape)
    one_inputs = completed(shape.V, shape.V_perp) if written else Identity(inputs)
    one_outputs = completed(shape.U, shape.U_perp) if written else Identity(outputs)
    return Blocks([-lam / 2 * one_inputs, shape.task.T], [shape.task, lam / 2 * one_outputs])


def columns(shape: Shape) -> list[tuple[MatrixExpr, MatrixExpr]]:
    """P's block columns, each with its part on the inputs' and on the outputs' side."""
    inputs, outputs = sides(shape)
    found = [(shape.V * low / root, shape.U * high / root), (shape.V * high / root, -shape.U * low / root)]
    if not shape.square:
        found.append((shape.V_perp or ZeroMatrix(inputs, m), shape.U_perp or ZeroMatrix(outputs, m)))
    return found


def eigenvectors(shape: Shape) -> Blocks:
    """P."""
    return Blocks(*([column[side] for column in columns(shape)] for side in (0, 1)))


def diagonal(*entries: MatrixExpr) -> Blocks:
    """The matrix with these square blocks on its diagonal and zeros elsewhere."""
    return Blocks(*([entry if i == j else ZeroMatrix(entry.shape[0], other.shape[1]) for j, other in enumerate(entries)]
                    for i, entry in enumerate(entries)))


def of_eigenvalues(shape: Shape, modes: tuple[MatrixExpr, MatrixExpr], complement) -> Blocks:
    """A function of Lambda: its values at S~_lambda, at -S~_lambda and, a number, at lambda_perp."""
    return diagonal(*modes) if shape.square else diagonal(*modes, complement * one_m)


def eigenvalues(shape: Shape) -> Blocks:
    """Lambda."""
    return of_eigenvalues(shape, (S_level, -S_level), shape.perp)


def exponentials(shape: Shape) -> Blocks:
    """e^{Lambda t/tau}."""
    return of_eigenvalues(shape, growth(t), exp(shape.perp * t / tau))


def growths(shape: Shape) -> Blocks:
    """(e^{2 Lambda t/tau} - 1)/(2 Lambda)."""
    return diagonal(grown, decayed) if shape.square else diagonal(grown, decayed, shape.perp_grown)


def of_matrix(formula, argument: MatrixExpr) -> MatrixFunction:
    """A function of a diagonal block of Lambda, by its formula in one eigenvalue."""
    return MatrixFunction(formula, EIGENVALUE, argument)


def start_in_eigenvectors(shape: Shape) -> Blocks:
    """P^T Q(0) by B, C and D."""
    rows = [[B.T / root], [-C.T / root]]
    return Blocks(*rows) if shape.square else Blocks(*rows, [D.T])


def layers_at_the_start(shape: Shape) -> tuple[MatrixExpr, MatrixExpr]:
    """W_1(0) and W_2(0), any matrices of the shape's sizes."""
    inputs, outputs = sides(shape)
    return matrix("W_1(0)", N_h, inputs), matrix("W_2(0)", outputs, N_h)


def by_layers(shape: Shape) -> dict:
    """B, C and D of any layers, Eqs. (10)-(12)."""
    first, second = layers_at_the_start(shape)
    found = {B: second.T * shape.U * high + first * shape.V * low, C: second.T * shape.U * low - first * shape.V * high}
    if shape.V_perp is not None:
        found[D] = first * shape.V_perp
    if shape.U_perp is not None:
        found[D] = second.T * shape.U_perp
    return found


def any_vectors(shape: Shape) -> Domain:
    """Any matrices in the place of the singular vectors: that they are orthonormal is not used."""
    return positive & Domain(over=[frame for frame in (shape.U, shape.V, shape.U_perp, shape.V_perp) if frame is not None])


def any_start(shape: Shape) -> Domain:
    """Any B, C and D at later times, with any matrices in the place of the singular vectors."""
    return later & any_vectors(shape) & shape.start


def any_layers(shape: Shape) -> Domain:
    """The task, and any layers at the start."""
    return shape.frames & positive & Domain(over=layers_at_the_start(shape))
