"""Section 1.6.2: malignant overfitting, where the useful features are not the preferred ones."""

from sympy import Gt, Integer

from rederive.derivations.language import Holds, claim, every

from .notation import NAM
from .s1_6_1_benign_eq36 import far, first, rest, shares


@claim(NAM, "Section 1.6.2", "alignment", uses=["nam2024/1.36:rest"],
       reading="`the model no longer prefers the useful features`, k = d + 1 to 2d: their learnability tends to zero for d << n << p, "
       "and at "
               "all d < n < p - d it is below that of the first d, which are of no use")
def useful_features_are_not_learned():
    """The alignment is lost: the useful features have the smaller intensities."""
    return every(useful=far(rest, Integer(0)), order=Holds(Gt(first, rest), on=shares))
