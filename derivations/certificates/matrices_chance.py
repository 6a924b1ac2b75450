"""Convergence in probability over normal matrices, as a theorem: a probability is bounded by a mean.

For any two positive numbers there is a size from which on some function of the draws, nowhere negative and at least one wherever the
quantity is as far from its limit as the first number says, has a mean of at most the second. The function is the square of that distance
over the square of the number, as in Chebyshev's inequality.
"""

from __future__ import annotations

from sympy import Dummy
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import ConvergesInProbability

from .limits_stated import Approach
from .matrices import MatrixPart, theorem
from .matrices_lemmas import Facts
from .matrices_means import only_polynomials
from .matrices_means_script import Draw, Means
from .matrices_script import Script
from .matrices_setting import setting_of, spoken
from .matrices_terms import ZERO, NoCertificate, Node, node, product
from .terms import app, num

EPS, SMALL, LEAST, WEIGHT = "apart", "small", "least", "weight"


def converges(statement: ConvergesInProbability) -> MatrixPart:
    """The theorem of a convergence in probability. Raises NoCertificate."""
    made = setting_of(statement.on, spoken(statement))
    if not all(isinstance(key, MatrixSymbol) for key in statement.draws):
        raise NoCertificate("law")
    for key in statement.draws:
        made.letters.letter(key, key.shape)
    quantity, value = made.reader.scalar(statement.quantity), made.reader.scalar(statement.value)
    laws = {key: made.reader.scalar(law) for key, law in statement.draws.items()}
    draws = [Draw(key, made.letters.names[key], *made.letters.shape(key), law) for key, law in laws.items()]
    only_polynomials(made, [quantity], set(statement.draws))
    made.letters.letters = [one for one in made.letters.letters if one[0] not in statement.draws]
    if made.letters.letters:  # of fixed matrices nothing is known
        raise NoCertificate("matrix")
    growing = made.letters.name(statement.variable, "n_")
    work, apart = Means(made, draws, "", []), node("sadd", quantity, node("sopp", value))
    names = " ".join(draw.name for draw in draws)
    kinds = " -> ".join([*(work.kind(draw) for draw in draws), "R"])
    every = "forall " + " ".join(f"({draw.name} : {work.kind(draw)})" for draw in draws)
    said = (f"forall {EPS} {SMALL} : R, (0 < {EPS})%Re -> (0 < {SMALL})%Re -> exists {LEAST} : nat, forall {growing} : nat,\n"
            f"  ({LEAST} <= {growing})%N -> (0 < {growing})%N -> exists (h : {kinds}) (chance : R), (chance <= {SMALL})%Re /\\\n"
            f"  ({every}, (0 <= h {names})%Re) /\\ ({every}, ({EPS} <= Rabs {work.shown(apart)})%Re -> (1 <= h {names})%Re) /\\\n"
            f"  {work.said(f'h {names}', 'chance')}")

    def proof() -> list[str]:
        weight = Dummy("weight")
        made.letters.scalars.append(weight)
        made.letters.names[weight] = made.printer.given[weight] = WEIGHT
        far = node("smul", node("svar", weight), node("smul", apart, apart))
        mean = _in_numbers(work, work.averaged(far))
        facts = Facts(made, {statement.variable: "x"})
        body = facts.term(mean)
        facts.suppose()
        approach = Approach(facts.running[statement.variable], "R", app("p_infty"), body, num(0), [], None)
        applied = facts.lemma([], approach.limit(), approach)
        place = made.symbols_of_sizes().index(statement.variable)
        shown = work.shown
        return [f"move=> {EPS} {SMALL} apart_positive small_positive; pose {WEIGHT} := Rinv (Rmult {EPS} {EPS}).",
                f"have [{LEAST} far] := eventually_small {applied} small_positive.",
                f"exists {LEAST} => {growing} large P{place}.",
                f"exists (fun {names} => {shown(far)}), {shown(mean)}; split.",
                f"{{ have := far {growing} large; rewrite ?INR_muln ?INR_addn ?INR_one. by []. }}",
                "split; [by move=> *; apply: far_nonneg | split; first by move=> *; apply: far_at_least]."
                , *work.proof(far, mean)]
    return theorem(made, [], said, proof, inside=(statement.variable,))


def _in_numbers(work: Means, mean: Node) -> Node:
    """A mean without any matrix. Raises NoCertificate."""
    script = Script(work.within([]), [mean])
    items = script.algebra.scalar(mean)
    if set(items) - {((), ())}:
        raise NoCertificate("number of matrices")
    return product([script.coefficient_tree(value, ()) for value in items.values()], "sadd") if items else ZERO
