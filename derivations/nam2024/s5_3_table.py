"""Section 5.3.2: what few samples contribute, and the variance of Table 5.1.

The table has R_k/S of ten runs with N = 10 hidden nodes; the second and the seventh run are the outliers. The entry of the first run is
a letter, x for k = 2, y for k = 3 and z for k = 4, with its printed value as a condition.
"""

from sympy import Add, Eq, Expr, Gt, Integer, Rational, Sum, Symbol

from rederive.derivations.language import Domain, Equal, Erratum, Holds, Meaning, Printed, claim, every, reals

from .notation import NAM
from .skills_notation import COUNT, S

ENTRY = Meaning("the entry of the first run", "Table 5.1")
SCALE = Meaning("the target scale", "Eq. (4.4)")
x, y, z = reals("x", "y", "z")
d, basis, l = (Symbol(name, integer=True) for name in ("d_k", "D_c", "l"))
second_skill = (x, *(Rational(entry, 100) for entry in (95, 95, 95, 96, 96, 4, 96, 96, 95)))
third_skill = (y, *(Rational(entry, 100) for entry in (0, 72, 90, 92, 64, 88, 80, 58, 52)))
fourth_skill = (z, Rational(78, 100), *(Integer(0),) * 8)


def variance(row: tuple) -> Expr:
    """The mean square deviation from the mean."""
    mean = Add(*row) / len(row)
    return Add(*((entry - mean)**2 for entry in row)) / len(row)


def amplified(row: tuple, first: Expr, value: Rational) -> Holds:
    """The variance of all ten runs is above that of the eight without outliers."""
    rest = tuple(entry for run, entry in enumerate(row, 1) if run not in (2, 7))
    return Holds(Gt(variance(row), variance(rest)), on=Domain(Eq(first, value), source=ENTRY))


@claim(NAM, "Table 5.1", uses=["nam2024/table-5.1:entry"],
       reading="`the variance is amplified by the outliers`: for k = 2, 3 and 4 it is larger over all runs than without the second and "
               "the "
               "seventh", leaves_out="how the runs came about")
def outliers_amplify_the_variance():
    """The variance of R_k/S is amplified by the second and the seventh run."""
    third, fourth = amplified(third_skill, y, Rational(6, 10)), amplified(fourth_skill, z, Integer(0))
    return Printed(
        every(second=amplified(second_skill, x, Rational(45, 10)), third=third, fourth=fourth),
        erratum=Erratum(
            "garbled", "With the first entry 4.5 for k = 2 the variance is larger without the outliers. Only a run with more loss than "
                       "the zero function can have that entry "
                       "(`table-5.1:entry`); with 0.45, which seems to be meant, the sentence holds.",
            every(second=amplified(second_skill, x, Rational(45, 100)), third=third, fourth=fourth)))


@claim(NAM, "Table 5.1", "entry", origin="derived",
       reading="P(2) (R_2 - S)^2/2 is at most the loss, by Eq. (4.8), and the loss of the zero function is S^2/2: over it, with the "
               "frequencies of five skills at alpha = 0.6")
def entry_is_out_of_reach():
    """A strength of 4.5 S for k = 2 takes a loss above that of the zero function."""
    power = Rational(-8, 5)
    often = 2**power / Add(*(Integer(k)**power for k in range(1, 6)))
    return Holds(Gt(often * (x - 1)**2, 1), on=Domain(Eq(x, Rational(45, 10)), source=ENTRY))


@claim(NAM, "Table 5.1", "predicted", origin="derived", uses=["nam2024/5.9"],
       reading="Eq. (5.9) with N_c = 4, as in Fig. 5.2, and N = 10: q = 3 and r = 2, so that R_k/S is 1, 1, 1/2, 0 and 0; the row of k = 3 "
               "has the mean 0.656, a tenth of S and more above it")
def prediction_beside_the_table():
    """With ten basis functions the third skill is predicted to be learned by half; the runs learn more of it."""
    q, r = (Symbol(name, integer=True) for name in ("q", "r"))
    on = Domain(Eq(q, 3), Eq(r, 10 - (q - 1) * 4), source=Meaning("N_c = 4 and N = 10, with q the whole part of 9/4 and one", "Eq. (5.6)"))
    mean = Add(*third_skill) / len(third_skill)
    at = Domain(Eq(y, Rational(6, 10)), source=ENTRY)
    return every(share=Equal(r / 4, Rational(1, 2), on=on), mean=Equal(mean, Rational(656, 1000), on=at),
                 above=Holds(Gt(mean, Rational(1, 2) + Rational(1, 10)), on=at))


@claim(NAM, "Section 5.3.2", "few-samples", uses=["nam2024/5.5", "nam2024/prop-B.1.1"],
       reading="`even a few d_k will contribute to learning g_k`: at samples in different sets of the basis of Proposition B.1.1 each adds "
               "S/D_c to the strength",
       leaves_out="other bases")
def a_few_samples_contribute():
    """Every sample of a skill adds to its strength, the first as well."""
    on = Domain(d >= 1, basis > d, source=COUNT) & Domain(S > 0, source=SCALE)
    return every(first=Holds(Gt(Sum(S / basis, (l, 1, d)), 0), on=on),
                 each=Equal(Sum(S / basis, (l, 1, d + 1)) - Sum(S / basis, (l, 1, d)), S / basis, on=on))
