"""How far the search for proofs goes: every limit of it, in steps. It looks at no clock, so that every machine finds the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theoremtest.derivations.kernel import ring

SPLITS, SPLITS_NEAR_THE_END = 2, 5
"""Cases inside cases, at most; in a proof about a limit."""
LETTERS = 3
"""Letters whose signs are gone through, each case with steps of its own, where nothing else helped."""
CANDIDATES = 3
"""Numbers whose cases are tried at one place."""
MODES = 2
"""Eigenvalues of one matrix, or entries of one vector, that are distinguished."""
SUMS_IN_SUMS = 3
"""Times that sums are asked what they have to know of their ranges."""
CUTS = 6
"""Times that sums are cut."""
AROUND, PRODUCTS_OF_WORDS = 3, 250
"""Times that words are put around equations between matrices, and products that come of it, at most."""
WORDS_APART = 12
"""Words of one equation whose numbers are shown to be zero one by one."""
ROOTS = 8
"""Square roots of which every two are looked at."""
READINGS = 10
"""Times that the formulas of a limit are read."""
CELLS, WIDER = 9, 7
"""Cases inside cases where signs say which of two is larger; how much longer a proof by them may be."""
LONGER = 7
"""How much longer a proof of a limit may be than one of anything else."""
MULTIPLES = 12
"""Of one angle, in the argument of a sine; steps from one place of the gamma function to another."""
POWERS = 4
"""Of an exponential, whose polynomial is looked at by its ends."""
PRODUCTS = 400
"""Products of facts in one linear programme, at most."""
BOXES, SIDES = 24, 3
"""Pieces that a box is cut into, and letters that it is of, at most."""
FEW = 10
"""Facts of which products of three are tried for a contradiction."""
GROWTHS = 2
"""Slopes of slopes, at most."""
SHALLOW = 1
"""Questions inside questions, at most, down to where slopes and tangents are looked at; a factor is asked in the place of its product."""
RUNNING = 3
"""Letters of a number whose slopes and tangents are looked at, at most."""
TANGENTS = 12
"""Pairs of exponentials, or of logarithms, that are compared with each other."""
STARTS = 4
"""Places from which one letter runs, at most."""
SQUARED_LETTERS, SQUARED_DEGREE = 6, 12
"""Letters, and degree, of a polynomial that is looked at as a sum of squares."""
BASIS, GRAM_ENTRIES, MONOMIALS = 40, 1500, 400
"""Of one semidefinite programme: columns of a matrix, entries of all of them, monomials, at most."""
ROUNDS = 4
"""Times that a semidefinite programme is solved for one sum of squares."""
ROOTS_BOUNDED = 6
"""Roots, and products of them, that are bounded by quotients at once."""
STARTS_OF_LEAST = 16
"""Points from which the least value of a polynomial is looked for."""
CONES = 64
"""Products of facts that squares are multiplied by, at most."""
BINOMIALS = 2
"""Factors k of a summand that go into its binomial, at most."""
INVERSES = 3
"""Inverses that an equation between matrices is multiplied with what is below, one after the other, at most."""
FUNCTIONS = 4
"""Functions of matrices of which every two are compared."""
CHAINS, LINKS, TRIED = 150, 8, 400
"""Polynomials that are looked at in the search for a chain of facts, facts in it, and multiples of facts that are tried, at most."""
POINTS = 4
"""Points of an open function of which every two are compared."""
MULTIPLES_OF_FORMS = 10
"""Scalars that definite matrices, and inequalities between points, are multiplied by."""
KNOWN = 16
"""Facts that stand beside traces, at most."""
WORDS, LOEWNER, SCALARS = 10, 2, 2
"""Words that stand in what is squared over one definite matrix, at most; times that it is tried, with more of them; letters for numbers
that stand before them then."""
MULTIPLIERS = 2
"""Powers of a sum of squares that a polynomial is multiplied by."""
COFACTORS, HIGHER = 250, 2
"""Numbers that are solved for where a polynomial is sought as a sum of multiples of equations; degrees beyond its own that are tried."""
INTEGRANDS = 40
"""Parts of an integrand of which SymPy is asked for a primitive, at most."""
NEIGHBOURS = 6
"""How far apart the whole numbers are, at most, at which a function is written by its values at others."""
KINKS = 4
"""Places at which one integral is cut, at most."""
MEASURED = 12
"""Choices of a bound for each letter from which they are measured."""
ORDERED, ORDERED_DEGREE, ORDERED_TERMS, SQUARED_ORDERS = 4, 16, 3000, 12
"""Numbers whose orders are looked at, the degree of a polynomial in them, its terms in all orders, at most; the degree of one that is
looked at as squares times products of them."""
PLACES, WEIGHINGS, AVERAGED = 5, 6, 2
"""Monomials that are compared with one another, and weights of logarithms, at most; choices of weights; comparisons inside comparisons."""
LENGTHS = 6
"""Lengths that are compared with those of what they are made of."""
COUNTED = 2
"""Numbers that one whole letter counts from, and products that a formula is looked at over, at most."""
DEEP = 12
"""Questions inside questions, at most."""


class Exhausted(Exception):
    """The search for a proof of one goal has taken all of its steps."""


class Effort:
    """Steps that the search for one goal has taken."""

    LINES, PROGRAMMES, PRODUCTS = 480, 480, 200_000
    """At most: lines given to the kernel, linear programmes, products of two terms of polynomials."""

    def __init__(self) -> None:
        self.lines = self.programmes = 0
        self.in_vain: set = set()
        """Sums of squares that were looked for and not found."""
        self.products = ring.formed()

    def widen(self, times: int) -> None:
        """Proofs of another kind are so many times as long."""
        self.LINES, self.PROGRAMMES, self.PRODUCTS = Effort.LINES * times, Effort.PROGRAMMES * times, Effort.PRODUCTS * times

    def renew(self) -> None:
        """Count anew: what comes now is a question of its own."""
        self.lines = self.programmes = 0
        self.products = ring.formed()

    def anew(self, way: Callable[[], Any]) -> Any:
        """What a way finds with steps of its own, which do not count."""
        lines, programmes, products = self.lines, self.programmes, ring.formed() - self.products
        self.renew()
        try:
            return way()
        except Exhausted:
            return None
        finally:
            self.lines, self.programmes, self.products = lines, programmes, ring.formed() - products

    def in_part(self, way: Callable[[], Any]) -> Any:
        """What a way finds in half of the steps that are left; where it finds nothing, or is refused, none of its steps count."""
        taken, found = (self.lines, self.programmes, ring.formed() - self.products), None
        lines, programmes, products = (
            (most - count) // 2 for most, count in zip((self.LINES, self.PROGRAMMES, self.PRODUCTS), taken, strict=True))
        self.lines, self.programmes, self.products = self.lines + lines, self.programmes + programmes, self.products - products
        try:
            found = way()
        except Exhausted:
            pass
        finally:
            if found is None:
                self.lines, self.programmes, self.products = taken[0], taken[1], ring.formed() - taken[2]
            else:
                self.lines, self.programmes, self.products = self.lines - lines, self.programmes - programmes, self.products + products
        return found

    def spend(self, lines: int = 0, programmes: int = 0) -> None:
        """Count steps. Raises Exhausted where there are none left."""
        self.lines += lines
        self.programmes += programmes
        if self.lines > self.LINES or self.programmes > self.PROGRAMMES or ring.formed() - self.products > self.PRODUCTS:
            raise Exhausted
