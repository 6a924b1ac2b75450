"""Relations between what an experiment measures, with what the letters for distances, losses, shares and times mean: none is negative."""

from __future__ import annotations

from collections.abc import Collection

from sympy import Basic, Symbol

from theoremtest.derivations.language import Domain, Meaning, Observed


def observed(relation: Basic, experiment: str, sizes: Collection[Symbol], place: str) -> Observed:
    """The relation between what the experiment measures, `package.module:function`.

    sizes: letters that are not negative by what they measure, those of other relations too; place: where the paper speaks of them.
    """
    letters = sorted(relation.free_symbols, key=str)
    meaning = Meaning("distances, losses, shares, ratios of sizes and times: none of them is negative", place)
    known = Domain(*(letter >= 0 for letter in letters if letter in sizes), source=meaning)
    return Observed(relation, experiment, on=known & Domain(over=letters))
