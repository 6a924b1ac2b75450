"""A mean or variance over a count of outcomes as a theorem of Coq, with its proof: the finite sum over what the count may be.

The probability of k in n trials is `C n k * p ^ k * (1 - p) ^ (n - k)`, with the library's binomial coefficient; that p is a probability
is a hypothesis. A proof writes the quantity as a polynomial of the count, up to its square, and the symbol for no outcome at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from theoremtest.derivations.language import Binomial, Expectation

from .openings import introduced
from .printing.numbers import shown
from .reading import Unprintable, conditions, natural, proposition, read
from .reasons import NoScript
from .terms import Term, app, conjunction, num, put, text
from .theorems import Theorem, assumptions_of, setting, unique


@dataclass(frozen=True)
class Mean:
    """The mean of a quantity as a finite sum: `total`."""

    quantity: sp.Expr
    draw: sp.Symbol
    total: Term
    trials: Term
    chance: Term


def stated_mean(statement: Expectation) -> Theorem:
    """The theorem of a mean, or of a variance. Raises Unprintable where there is more than one count, or another law."""
    if getattr(statement.quantity, "shape", ()) or len(statement.draws) != 1:
        raise Unprintable("expectation")
    (draw, law), = statement.draws.items()
    if not isinstance(law, Binomial):
        raise Unprintable("expectation")
    domain = statement.on
    quantity = domain.expand(statement.quantity)
    place = setting(domain, (quantity, statement.value, *law.args))
    names = place.names
    index, trials, chance = names(draw), natural(law.trials, names), read(law.probability, names)
    own = assumptions_of(draw, names)
    place.binders = [pair for pair in place.binders if pair[0] != index]
    place.hypotheses = [item for item in place.hypotheses if item not in own]
    if trials is None:
        raise Unprintable("expectation")
    names.bound = {draw: index}
    count = read(law.trials, names)
    means = [Mean(quantity, draw, _mean(read(quantity, names), index, trials, chance), count, chance)]
    mean = means[0].total
    if statement.moment == "variance":
        means.append(Mean(quantity**2, draw, _mean(read(quantity**2, names), index, trials, chance), count, chance))
        mean = app("sub", means[1].total, app("pow", mean, "2"))
    names.bound = {}
    told = [proposition(condition, names) for condition in law.conditions()[1:] if condition.free_symbols]
    said = app("eq", mean, read(statement.value, names))
    gaps = [item for item in unique([*place.gaps, *conditions(said)]) if item not in place.hypotheses]
    return Theorem(place.binders, unique([*place.hypotheses, *told]), conjunction([*gaps, said]), names, "Expectation", place.equations,
                   means=tuple(means))


def _mean(quantity: Term, index: str, trials: str, chance: Term) -> Term:
    weight = app("mul", app("Binomial.C", trials, index), app("pow", chance, index))
    weight = app("mul", weight, app("pow", app("sub", num(1), chance), f"({trials} - {index})"))
    return Term("total", (index, app("mul", weight, quantity), "0", trials))


def mean_proof(theorem: Theorem, tree: list, proofs: Sequence[dict]) -> str:
    """The script: the mean of a polynomial of the count by the lemma of its moments; of the numbers that are left a proof is looked for.

    Raises NoScript where the quantity is no polynomial of low degree in the count.
    """
    lines, means = introduced(theorem), {}
    for place, mean in enumerate(theorem.means):
        index, body, low, trials = mean.total.args
        weight, quantity = body.args
        parts = [read(item, theorem.names) for item in _coefficients(mean)]
        count = app("INR", index)
        written = app("add", app("add", app("add", parts[0], app("mul", parts[1], count)), app("mul", parts[2], app("pow", count, "2"))),
                      app("mul", parts[3], app("kronecker", num(0), count)))
        of_polynomial = Term("total", (index, app("mul", weight, written), low, trials))
        lines += [f"assert (M__{place} : {text(mean.total)} = {text(of_polynomial)}).",
                  f"{{ apply total_ext. intros {index} R__{index}. apply (f_equal (Rmult _)).",
                  *shown(theorem, app("eq", quantity, written), (index, "nat")), "}",
                  f"rewrite (binomial_mean {trials} {' '.join(f'({text(item)})' for item in (mean.chance, *parts))}) in M__{place}."]
        means[mean.total] = _moments(parts, mean, trials)
    lines += [f"rewrite ?M__{place}." for place in reversed(range(len(theorem.means)))]
    lines.append(f"{' '.join(f'subst {name}.' for name, _ in reversed(theorem.equations))} rewrite ?mult_INR, ?plus_INR. cbn [INR].")
    said = put(theorem.conclusion, means)
    parts = said.args if said.head == "and" else (said,)
    for place, part in enumerate(parts):
        lines += [*(["split."] if place < len(parts) - 1 else []), "{", *shown(theorem, part), "}"]
    return "Proof.\n" + "\n".join(lines) + "\nQed.\n"


def _moments(parts: Sequence[Term], mean: Mean, trials: str) -> Term:
    """What the lemma says that the mean is, the number of trials written out as a real one."""
    middle, other = app("mul", mean.trials, mean.chance), app("sub", num(1), mean.chance)
    square = app("add", app("mul", middle, other), app("pow", middle, "2"))
    return app("add", app("add", app("add", parts[0], app("mul", parts[1], middle)), app("mul", parts[2], square)),
               app("mul", parts[3], app("pow", other, trials)))


def _coefficients(mean: Mean) -> list[sp.Expr]:
    """Those of one, the count, its square, and the symbol for no outcome."""
    none = sp.Dummy("none")
    found = sp.expand(mean.quantity.replace(lambda item: isinstance(item, sp.KroneckerDelta) and set(item.args) == {sp.S.Zero, mean.draw},
                                            lambda item: none))
    if found.has(sp.KroneckerDelta) or not found.is_polynomial(mean.draw, none):
        raise NoScript("mean")
    parts = [sp.S.Zero] * 4
    for (count, marks), value in sp.Poly(found, mean.draw, none).terms():
        if count and marks:
            continue  # the count is zero there
        if count > 2:
            raise NoScript("mean")
        parts[3 if marks else count] += value
    return parts
