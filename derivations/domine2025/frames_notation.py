"""The three shapes of a two-layer network with its task's singular vectors, and the terms of the solution in them (Sections 4, B.3-B.5).

A funnel has N_i = n + m inputs and N_o = n outputs, an inverted funnel n and n + m, a square network n and n. The hidden size N_h stays
free: nothing here needs Assumption A3. The complement of the side with n units is zero and is left out of every sum. That the frame
[U~, U~_perp] is complete, U~ U~^T + U~_perp U~_perp^T = I, is written into formulas as what stands for the identity.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Eq, Expr, Identity, MatrixExpr, Ne, S, ZeroMatrix, exp, sqrt

from theoremtest.derivations.language import EIGENVALUE, Domain, GrowthIntegral, Meaning, PositiveDefinite, PositiveSemidefinite, matrix

from .notation import N_h, lam, later, t, tau
from .task_notation import S_tilde, U_perp, U_square, U_tall, V_perp, V_square, V_tall, decayed, grown, level, m, n, of, one_m, one_n

FRAMES = Meaning("orthonormal singular vectors and what completes them", "Section 4")
NONZERO = Meaning("the singular values that the compact decomposition keeps are not zero", "Section 4")
positive = Domain(PositiveDefinite(S_tilde), over=[lam], source=NONZERO)
"""Positive singular values, any lambda, zero included."""
weak = Domain(PositiveSemidefinite(S_tilde)) & Domain(Ne(lam, 0))
"""Singular values that may be zero, where lambda is not."""

low, high = of(sqrt(level - lam / 2) / sqrt(level)), of(sqrt(level + lam / 2) / sqrt(level))
"""G~ - H~ G~ and G~ + H~ G~ without H~: that they are the same is a claim at Eq. (9)."""
B, C, D = matrix("B", N_h, n), matrix("C", N_h, n), matrix("D", N_h, m)


@dataclass(frozen=True)
class Shape:
    """Singular vectors and complements (None where zero) of one shape; `perp` is the number lambda_perp."""

    U: MatrixExpr
    V: MatrixExpr
    U_perp: MatrixExpr | None
    V_perp: MatrixExpr | None
    perp: Expr

    @property
    def frames(self) -> Domain:
        """Orthonormal columns, and complements orthogonal to them; completeness is not asked."""
        conditions = [Eq(self.U.T * self.U, one_n), Eq(self.V.T * self.V, one_n)]
        for known, rest in ((self.U, self.U_perp), (self.V, self.V_perp)):
            if rest is not None:
                conditions += [Eq(rest.T * rest, one_m), Eq(known.T * rest, ZeroMatrix(n, m))]
        return Domain(*conditions, source=FRAMES)

    @property
    def start(self) -> Domain:
        """Any B, C and D."""
        return Domain(over=[B, C] if self.square else [B, C, D])

    @property
    def square(self) -> bool:
        """Whether there are no complements."""
        return self.U_perp is None and self.V_perp is None

    @property
    def on(self) -> Domain:
        """The task, any start and the times after it."""
        return later & self.frames & positive & self.start

    @property
    def task(self) -> MatrixExpr:
        """Sigma, N_o x N_i."""
        return self.U * S_tilde * self.V.T

    @property
    def perp_grown(self) -> MatrixExpr:
        """(e^{2 lambda_perp t/tau} - 1)/(2 lambda_perp) of lambda_perp I, m x m, with the limit t/tau at zero."""
        return of(GrowthIntegral(2 * EIGENVALUE, t / tau), self.perp * one_m)

    def above(self, time: Expr = t) -> MatrixExpr:
        """Z_1 of Eq. (14) at a time, N_i x N_h."""
        grow, fall = growth(time)
        Z = self.V * low * grow * B.T / 2 - self.V * high * fall * C.T / 2
        return Z if self.V_perp is None else Z + exp(self.perp * time / tau) * self.V_perp * D.T

    def below(self, time: Expr = t) -> MatrixExpr:
        """Z_2 of Eq. (14) at a time, N_o x N_h."""
        grow, fall = growth(time)
        Z = self.U * high * grow * B.T / 2 + self.U * low * fall * C.T / 2
        return Z if self.U_perp is None else Z + exp(self.perp * time / tau) * self.U_perp * D.T

    @property
    def inside(self) -> MatrixExpr:
        """A of Eq. (15), N_h x N_h."""
        A = Identity(N_h) + B * grown * B.T / 2 + C * decayed * C.T / 2
        return A if self.square else A + D * self.perp_grown * D.T


def growth(time: Expr) -> tuple[MatrixExpr, MatrixExpr]:
    """e^{+S~_lambda time/tau} and e^{-S~_lambda time/tau}."""
    if time == 0:
        return one_n, one_n
    return of(exp(level * time / tau)), of(exp(-level * time / tau))


FUNNEL = Shape(U_square, V_tall, None, V_perp, -lam / 2)
INVERTED = Shape(U_tall, V_square, U_perp, None, lam / 2)
SQUARE = Shape(U_square, V_square, None, None, S.Zero)
SHAPES = {"funnel": FUNNEL, "inverted": INVERTED, "square": SQUARE}
