"""Appendix C.3: what the text and its table say of the networks' starts."""

from sympy import Eq, Rational

from theoremtest.derivations.language import Domain, Equal, Erratum, Meaning, Printed, claim, reals

from .notation import NAM

TEXT = Meaning("a standard deviation of 0.001", "Appendix C.3")
in_text, factor = reals(r"\sigma_w", "k")


@claim(NAM, "Appendix C.3", "start", reading="`standard deviation of 0.001` in the text beside `initialization standard deviation 0.01` "
                                             "in the table")
def standard_deviation_of_the_start():
    """The standard deviation of the initial parameters, in the text and in the table."""
    on = Domain(Eq(in_text, Rational(1, 1000)), source=TEXT)
    return Printed(Equal(in_text, Rational(1, 100), on=on), erratum=Erratum(
        "wrong", "Both are of all experiments' initialization, and they differ by ten. Nothing in the thesis says which of them was used.",
        Equal(10 * in_text, Rational(1, 100), on=on)))
