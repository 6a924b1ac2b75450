"""Section 4: which singular vectors are square matrices where inputs and outputs differ in number."""

from sympy import Eq, Min, Ne

from theoremtest.derivations.language import Domain, Erratum, Holds, Printed, claim, every, stated

from .notation import DOMINE, N_i, N_o

unequal = Domain(Ne(N_i, N_o), over=[N_i, N_o])
count = Min(N_i, N_o)
"""Columns of both matrices of singular vectors, for a task of full rank."""


@claim(DOMINE, "Section 4", "not-square", conditions=[stated(Ne(N_i, N_o))],
       reading="'for unequal input-output dimensions the right and left singular vectors are not square' is read of each of the two, "
               "N_i x n and N_o x n with n = min(N_i, N_o)")
def singular_vectors_are_not_square():
    """Neither matrix of singular vectors is square."""
    return Printed(
        every(right=Holds(Ne(count, N_i), on=unequal), left=Holds(Ne(count, N_o), on=unequal)),
        erratum=Erratum("wrong", "One of the two is square, that of the smaller side, which is why its complement is zero.",
                        Holds(Eq((N_i - count) * (N_o - count), 0), on=unequal),
                        convention="the two are not both square"))
