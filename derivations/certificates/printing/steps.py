"""Lines of the kernel's proofs as lines of Coq: one rule for each step, which says by what the fact of the line follows.

The kernel's own step is run first, and gives the fact; it also refuses what is no step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from theoremtest.derivations.kernel.facts import NEVER, equal, nonneg, pos, whole
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.setting import both
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.steps import _STEPS, Line, Proof, _logarithms, _powers_in
from theoremtest.derivations.kernel.table import TWO, square
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, add, call, free, mul, number, parts, power, put, sub, term
from theoremtest.derivations.kernel.terms import Term as Node

from ..reasons import NoScript
from ..terms import app, num, text, var
from ..terms import put as replaced
from .equations import Relations, equal_lines
from .known import BY_EQUATION, UNNAMED, Context
from .lemmas import table
from .terms import ONE as ONE_ARGUMENT
from .terms import Writer

Lines = list[str]
HALF = Fraction(1, 2)


def printed(context: Context, lines: Sequence) -> Lines:
    """The lines of a proof, each an assertion with its proof. Raises NoScript at the first that has no rule."""
    found: Lines = []
    for line in lines:
        step = _STEPS.get(line[0])
        rule = context.rule(line, _PRINTED.get(line[0]))
        if step is None or rule is None:
            raise NoScript(f"step-{line[0]}")
        seen = Line(context.proof, context.known, context.shown)
        try:
            fact = step(seen, *line[1:])
            known = context.known.within() if fact.head == "both" else context.known
            for part in fact.args if fact.head == "both" else ():  # some give values to what others speak of
                known.admits_fact(part)
                known.learn(part)
            known.admits_fact(fact)
        except Refused as error:
            raise NoScript("refused", str(error)) from None
        name = context.fresh("L")
        try:
            found += context.assertion(line, name, fact, partial(_ruled_line, rule, seen, fact, line[1:]))
        except NoScript as reason:
            if reason.word != UNNAMED:
                raise
            context.known.learn(fact)  # of what the theorem does not suppose: its proof may do without
        else:
            found += context.learn(fact, name)
        context.shown.append(fact)
    return found


def _ruled_line(rule: Callable[..., Lines], seen: Line, fact: Node, needs: list, place: Context) -> Lines:
    return rule(place, seen, fact, *needs)


def braced(lines: Sequence[str]) -> Lines:
    """Lines as one block."""
    return ["{ " + "\n".join(lines) + " }"]


def _ruled(context: Context, line: Line, rules: Sequence) -> list:
    """Rules of the algebra: kind, sides, name of the equation, and what else the kernel is given of them."""
    found = []
    for kind, place, *more in rules:
        if kind == "range":
            found.append((kind, line.fact(place).args[0], ZERO, context.name_of(line.fact(place)), []))
            continue
        left, right = line.equation(place)
        name = context.name_of(line.fact(place))
        lead = [line.fact(more[2]).args[0]] if kind == "modulo" and len(more) > 2 and more[2] is not None else []
        found.append((kind, left, right, name, [line.term(more[0]), more[1], *lead] if kind == "modulo" else []))
    return found


def _from_known(context: Context, line: Line, fact: Node, *needs: Any) -> Lines:
    return context.from_known(fact)


def _lemma(context: Context, line: Line, fact: Node, name: str, places: list) -> Lines:
    """The prelude's lemma, at terms as they are written where they stand in an atom; then the fact is another way to write what it says."""
    lemma, writer = LEMMAS[name], context.writer
    if name == "minus_one_squared":  # of a power with a whole exponent, natural or not
        return ["own_inverse."]
    if lemma.coq not in table():
        raise NoScript(UNNAMED, lemma.coq)
    values = [line.term(place) for place in places]
    at = dict(zip(lemma.letters, values))
    for letter in lemma.letters:
        for part in parts(lemma.conclusion):
            if letter in part.args and part.head in (*ONE_ARGUMENT, "Pow"):
                atom = writer.nodes.get(writer.real(put(part, at)))
                if atom is not None and len(atom.args) == len(part.args):
                    at[letter] = atom.args[part.args.index(letter)]
                    break
    sides, conclusion = lemma.at([at[letter] for letter in lemma.letters])
    lines: Lines = []
    names = []
    for side in sides:
        names.append(context.fresh("S"))
        lines += context.said(names[-1], side)
    given = " ".join(f"({text(writer.real(at[letter]))})" for letter in lemma.letters)
    if any(at[letter].head == "number" for letter in lemma.letters):  # at numbers Coq and the kernel write a side condition apart
        names = [f"ltac:(side_is {name})" for name in names]
    proof = f"(Lemmas.{lemma.coq} {given} {' '.join(names)})"
    if writer.fact(conclusion) == writer.fact(fact):
        return [*lines, f"by_lemma {proof}."]
    return [*lines, *_rewritten(context, fact, conclusion, proof)]


def _rewritten(context: Context, fact: Node, said: Node, proof: str) -> Lines:
    """A fact from one that says the same of terms that the algebra reads alike."""
    real, lines, names = context.writer.real, [], []
    for one, other in zip(fact.args, said.args):
        names.append(context.fresh("E"))
        lines += [f"assert ({names[-1]} : {text(real(one))} = {text(real(other))}).", *braced(equal_lines(context, one, other))]
    if fact.head == "Equality":
        return [*lines, f"refine (eq_trans {names[0]} (eq_trans _ (eq_sym {names[1]}))). by_lemma {proof}."]
    return [*lines, f"refine ({BY_EQUATION[fact.head]} _ _ {names[0]} _). by_lemma {proof}."]


def _meaning(context: Context, line: Line, fact: Node, place: int) -> Lines:
    """What stands in the meaning is an exponential of the argument, of its opposite or of its double: Coq may know it in another form."""
    lines: Lines = []
    writer, inner = context.writer, context.writer.nodes[context.writer.real(fact.args[0])].args
    argument = fact.args[0].args[0]
    forms = (call("exp", mul(MINUS, argument)), "opp", []), (call("exp", mul(TWO, argument)), "mul", [num(2)])
    for part, head, factor in forms:
        if len(inner) == 1 and part in parts(fact.args[1]):
            canonical, direct = writer.real(part), app("exp", app(head, *factor, writer.real(inner[0])))
            if canonical != direct:
                lines.append(f"replace ({text(canonical)}) with ({text(direct)}) by (f_equal; settle_field).")
    roots = [part.args[0] for part in parts(argument) if part.head == "Pow" and part.args[1].head == "number" and part.args[1].mark == HALF]
    if fact.args[0].head != "asinh" or not roots:
        return [*lines, "by_meaning."]
    names = [context.fresh("Z") for _ in roots]  # below the root of its meaning their squares are multiplied out
    for name, below in zip(names, roots):
        lines += context.said(name, nonneg(below))
    return [*lines, f"first [ by_meaning | (unfold arcsinh, Rdiv; apply f_equal, f_equal, f_equal; "
                    f"ring [{' '.join(f'(sqrt_sqrt _ {name})' for name in names)}]) ]."]


def _algebra(context: Context, line: Line, fact: Node, place: int, rules: list, more: Sequence = ()) -> Lines:
    multiples = [(line.term(factor), *line.equation(number_), context.name_of(line.fact(number_))) for number_, factor in more]
    return equal_lines(context, *fact.args, _ruled(context, line, rules), multiples)


def _exp(context: Context, line: Line, fact: Node, place: int, rules: list) -> Lines:
    sides = [add(*(exponent for _, exponent in _powers_in(side))) if side is not ONE else ZERO for side in fact.args]
    real = context.writer.real
    names = [context.fresh("X") for _ in range(3)]
    lines: Lines = []
    for name, side, total in zip(names, fact.args, sides):
        lines += [f"assert ({name} : {text(real(side))} = exp ({text(real(total))})).", "{ as_exponential. }"]
    lines += [f"assert ({names[2]} : {text(real(sides[0]))} = {text(real(sides[1]))}).",
              *braced(equal_lines(context, *sides, _ruled(context, line, rules)))]
    return [*lines, f"exact (eq_trans {names[0]} (eq_trans (f_equal exp {names[2]}) (eq_sym {names[1]})))."]


def _log(context: Context, line: Line, fact: Node, place: int, rules: list) -> Lines:
    """Whole multiples of logarithms, as logarithms of products."""
    sides = [_logarithms(side) for side in fact.args]
    scale = lcm(*(times.denominator for side in sides for _, times in side))
    real = context.writer.real
    lines: Lines = []
    products, names = [], []
    for side in sides:
        for inner, _ in side:
            lines += context.said(context.fresh("A"), pos(inner))
        products.append(mul(*(power(inner, int(times * scale)) for inner, times in side)) if side else ONE)
    for side, product in zip(fact.args, products):
        names.append(context.fresh("X"))
        lines += [f"assert ({names[-1]} : {scale} * ({text(real(side))}) = ln ({text(real(product))})).", "{ as_logarithm. }"]
    name = context.fresh("X")
    lines += [f"assert ({name} : {text(real(products[0]))} = {text(real(products[1]))}).",
              *braced(equal_lines(context, *products, _ruled(context, line, rules)))]
    proof = f"eq_trans {names[0]} (eq_trans (f_equal ln {name}) (eq_sym {names[1]}))"
    return [*lines, f"apply (same_multiple {scale}); [lra | exact ({proof})]."]


def _root(context: Context, line: Line, fact: Node, place: int, rules: list) -> Lines:
    (below, exponent), value = fact.args[0].args, fact.args[1]
    if exponent.mark.denominator != 2:
        raise NoScript("root")
    name, squared = context.fresh("S"), context.fresh("Q")
    real = context.writer.real
    atom = real(fact.args[0])
    if atom.head != "sqrt":
        raise NoScript("root")
    below = context.writer.nodes[atom].args[0]
    return [*context.said(name, nonneg(value)), f"assert ({squared} : {text(real(square(value)))} = {text(real(below))}).",
            *braced(equal_lines(context, square(value), below, _ruled(context, line, rules))),
            f"exact (root_of _ _ {name} {squared})."]


def _modulus(context: Context, line: Line, fact: Node, place: int, rules: list) -> Lines:
    inner, value = context.writer.nodes[context.writer.real(fact.args[0])].args[0], fact.args[1]
    name, squared = context.fresh("S"), context.fresh("Q")
    real = context.writer.real
    return [*context.said(name, nonneg(value)), f"assert ({squared} : {text(real(square(value)))} = {text(real(square(inner)))}).",
            *braced(equal_lines(context, square(value), square(inner), _ruled(context, line, rules))),
            f"exact (modulus_of _ _ {name} {squared})."]


def _powers(context: Context, line: Line, fact: Node, place: int, rules: list) -> Lines:
    base = next(base for side in fact.args for base, _ in _powers_in(side))
    return [*context.said(context.fresh("B"), pos(base)), "same_powers."]


def _signum(context: Context, line: Line, fact: Node, place: int, positive: int, rules: list) -> Lines:
    """The sign of a product is the product of signs."""
    factor, inner = line.term(positive), fact.args[1].args if fact.args[1].head == "Mul" else (fact.args[1],)
    product = mul(factor, term("Mul", [part.args[0] if part.head == "sign" else part for part in inner]))
    below = context.writer.nodes[context.writer.real(fact.args[0])].args[0]
    name, equation, real = context.fresh("P"), context.fresh("E"), context.writer.real
    return [*context.said(name, pos(factor)), f"assert ({equation} : {text(real(below))} = {text(real(product))}).",
            *braced(equal_lines(context, below, product, _ruled(context, line, rules))),
            f"etransitivity; [exact (sign_scaled _ _ _ {name} {equation}) | signs_of]."]


def _congruent(context: Context, line: Line, fact: Node, place: int, lines: list) -> Lines:
    left, right = map(context.writer.real, fact.args)
    if left == right:
        return ["reflexivity."]
    if left.head != right.head or len(left.args) > 2 or len(left.args) != len(fact.args[0].args):
        raise NoScript("congruence")
    proofs = []
    for one, other, number_ in zip(fact.args[0].args, fact.args[1].args, lines):
        if one is other:
            proofs.append("eq_refl")
            continue
        name = context.name_of(line.fact(number_))
        proofs.append(name if line.equation(number_) == (one, other) else f"(eq_sym {name})")
    return [f"exact (f_equal{'' if len(proofs) == 1 else '2'} {left.head} {' '.join(proofs)})."]


def _difference(context: Context, line: Line, fact: Node, number_: int, turned: bool) -> Lines:
    name = context.name_of(line.fact(number_))
    return [f"generalize {name}. lra."]


def _sign(context: Context, line: Line, fact: Node, place: int, by: list, summands: list, rules: list) -> Lines:
    """t times what is positive is a sum of products: with a positive one first, where one is asked for."""
    strict = fact.head == "pos"
    items = []
    for weight, factors in summands:
        above = all(kind == "line" and line.fact(place_).head == "pos" for kind, place_ in factors)
        context.uses(line.fact(place_) for kind, place_ in factors if kind == "line")
        nodes = [line.fact(place_).args[0] if kind == "line" else square(line.term(place_)) for kind, place_ in factors]
        items.append((above, mul(number(Fraction(weight)), *nodes)))
    if strict:
        items.sort(key=lambda item: not item[0])
    total = ZERO
    for place_, (_, item) in enumerate(reversed(items)):
        total = item if not place_ else add(item, total)
    factor = mul(*(line.fact(place_).args[0] for place_ in by)) if by else ONE
    context.uses(line.fact(place_) for place_ in by)
    real = context.writer.real
    names = [context.fresh("S") for _ in range(3)]
    said = "<" if strict else "<="
    left = mul(fact.args[0], factor) if by else fact.args[0]
    times = text(app("mul", real(fact.args[0]), real(factor)) if by else real(left))
    same = [f"transitivity ({text(real(left))}). {{ first [ ring | settle_field ]. }}"] if times != text(real(left)) else []
    shown = equal_lines(context, left, total, _ruled(context, line, rules))
    lines = [f"assert ({names[0]} : {times} = {text(real(total))}).", *braced([*same, *shown]),
             f"assert ({names[2]} : 0 {said} {text(real(total))}).", "{ sum_above. }" if strict else "{ sum_at_least. }"]
    if not by:
        return [*lines, f"exact ({BY_EQUATION[fact.head]} _ _ {names[0]} {names[2]})."]
    return [*lines, f"assert ({names[1]} : 0 < {text(real(factor))}).", "{ product_above. }",
            f"exact ({'sign_by' if strict else 'sign_by_weakly'} _ _ _ {names[0]} {names[1]} {names[2]})."]


def _factors(context: Context, line: Line, fact: Node, place: int, lines: list, rules: list) -> Lines:
    """t is a number times powers of what is not zero."""
    context.uses(line.fact(number_) for number_, _ in lines)
    nodes = [power(line.fact(number_).args[0], int(exponent)) for number_, exponent in lines]
    ruled = _ruled(context, line, rules)
    relations = Relations(400, ruled)
    algebra = relations.algebra
    product = algebra.scalar(fact.args[0])
    for number_, exponent in lines:
        product = product * algebra.scalar(line.fact(number_).args[0]) ** -int(exponent)
    constant = algebra.reduced(product).constant()
    if constant is None:
        weight = next((number(guess) for guess in (1, -1) if algebra.is_zero(product - algebra.constant(guess))), None)
    else:
        weight = number(Fraction(int(constant.p), int(constant.q)))
    if weight is None:
        raise NoScript("factors")
    total = mul(weight, *nodes) if nodes else weight
    name = context.fresh("S")
    real = context.writer.real
    return [f"assert ({name} : {text(real(fact.args[0]))} = {text(real(total))}).",
            *braced(equal_lines(context, fact.args[0], total, ruled)), f"apply (not_zero_by _ _ {name}). by_factors."]


def _ends(context: Context, fact: Node, held: Node, name: str, lines: list) -> Lines:
    """The lines of a case, which end in the fact or in a contradiction."""
    inner = context.within()
    found = inner.learn(held, name)
    inner.shown.append(held)
    found += printed(inner, lines)
    if inner.known.knows(fact):
        return [*found, *inner.from_known(fact)]
    return [*found, "exfalso.", *inner.from_known(NEVER)]


def _cases(context: Context, line: Line, fact: Node, place: int, of: int, below: list, at: list, above: list) -> Lines:
    node = line.term(of)
    names = [context.fresh("K") for _ in range(3)]
    written = text(context.writer.real(node))
    turned = mul(MINUS, node)
    found = [f"destruct (total_order_T 0 ({written})) as [[{names[2]}|{names[1]}]|{names[0]}]."]
    found += braced(_ends(context, fact, pos(node), names[2], above))
    found += braced([f"symmetry in {names[1]}.", *_ends(context, fact, equal(node, ZERO), names[1], at)])
    own, opposite = context.fresh("K"), text(context.writer.real(turned))
    found += braced([f"assert ({own} : 0 < {opposite}).", f"{{ replace ({opposite}) with (- ({written})) by ring. lra. }}",
                     *_ends(context, fact, pos(turned), own, below)])
    return found


def _split(context: Context, line: Line, fact: Node, place: int, number_: int, proofs: list) -> Lines:
    several = line.fact(number_)
    names = [context.fresh("K") for _ in several.args]
    pattern = names[-1]
    for name in reversed(names[:-1]):
        pattern = f"[{name}|{pattern}]"
    found = [f"destruct {context.name_of(several)} as {pattern}."]
    for held, name, lines in zip(several.args, names, proofs):
        found += braced(_ends(context, fact, held, name, lines))
    return found


def _absurd(context: Context, line: Line, fact: Node, number_: int, rules: list) -> Lines:
    said = line.fact(number_)
    name = context.name_of(said)
    ruled = _ruled(context, line, rules)
    algebra = Relations(400, ruled).algebra
    node = sub(*said.args) if said.head == "Equality" else said.args[0]
    value = algebra.scalar(node)
    constant = algebra.zero.constant() if algebra.is_zero(value) else value.constant()
    assert constant is not None
    written = number(Fraction(int(constant.p), int(constant.q)))
    equation = context.fresh("S")
    real = context.writer.real
    lines = [f"assert ({equation} : {text(real(node))} = {text(real(written))}).", *braced(equal_lines(context, node, written, ruled))]
    if said.head == "Equality":
        return [*lines, f"assert (W := {name}). apply Rminus_diag_eq in W. "
                        f"assert ({text(real(node))} = 0) by (etransitivity; [|exact W]; ring). lra."]
    if said.head == "nonzero":
        return [*lines, f"exact ({name} {equation})."]
    return [*lines, f"apply (no_{said.head} _ _ {name} {equation}). lra."]


def _grows(context: Context, line: Line, fact: Node, place: int, of: int, first: int, lines: list) -> Lines:
    """F(t) >= F(0): its slope is not negative at any s from 0 on, which is shown of a letter of its own, for as far as one likes."""
    node, time = line.term(place), line.term(of)
    if line.term(first) is not ZERO or not context.known.knows(nonneg(time)):
        raise NoScript("grows")
    own, above = context.fresh("s"), context.fresh("H")
    way = line.proof.along(time, ZERO, True, line.shown)
    writer = Writer({**context.writer.names, time: (own, "R")}, context.writer.functions, context.writer.numbers)
    inner, found = Context(writer, way, equal_lines), []
    for known in (*way.hypotheses, *way.given):
        inner.known.learn(known)
    inner.named = [(nonneg(time), above), *((known, name) for known, name in context.named if time not in free(known))]
    found += printed(inner, lines)
    slope = Slope({time: ONE})
    change = slope.of(node)
    needs = list(dict.fromkeys((*obligations(node), *slope.smooth, *obligations(change), nonneg(change))))
    stated = " /\\ ".join(f"({text(writer.fact(need))})" for need in needs)
    for number_, need in enumerate(needs):
        found += [*(["split."] if number_ < len(needs) - 1 else []), *braced(inner.from_known(need))]
    on, grown, start = context.fresh("W"), context.fresh("W"), context.fresh("T")
    formula, rate = (text(writer.real(item)) for item in (node, change))
    to = text(context.writer.real(time))
    ends = [text(context.writer.real(item)) for item in (put(node, {time: ZERO}), node)]
    at_start = text(replaced(writer.real(node), {var(own): num(0)}))
    apart = (f"intros {own} {above}. generalize ({on} {own} {above}). clear. intros. "
             "repeat match goal with P : _ /\\ _ |- _ => destruct P end.")
    return [f"assert ({on} : forall {own} : R, 0 <= {own} -> {stated}).", *braced([f"intros {own} {above}.", *found]),
            *context.said(start, nonneg(time)),
            f"assert ({grown} := grows (fun {own} : R => {formula}) (fun {own} : R => {rate}) ({to}) {start}).",
            f"cbv beta in {grown}. assert (E{grown} : {ends[0]} <= {ends[1]}).",
            *braced([f"replace ({ends[0]}) with ({at_start}) by (atoms_agree; settle_field). apply {grown}.",
                     *braced([f"{apart} eapply D_is; [ derive; cbv beta; side_of_rule | cbv beta; settle_field ]."]),
                     *braced([f"{apart} assumption."])]),
            f"from_relation E{grown}."]


def _box(context: Context, line: Line, fact: Node, place: int, sides: list) -> Lines:
    """Coq encloses a number too, between the same bounds."""
    lines: Lines = []
    for letter, low, high in sides:
        node, name = line.term(letter), context.fresh("B")
        ends = [text(context.writer.real(number(Fraction(end)))) for end in (low, high)]
        below, above = sub(node, number(Fraction(low))), sub(number(Fraction(high)), node)
        written = text(context.writer.real(node))
        lines += [*context.said(f"{name}l", nonneg(below)), *context.said(f"{name}h", nonneg(above)),
                  f"assert ({name} : {ends[0]} <= {written} <= {ends[1]}) by lra."]
    return [*lines, "enclosed."]


def _every(context: Context, line: Line, fact: Node, place: int, lines: list) -> Lines:
    """What holds at any index of a range."""
    inner, own = context.within(), context.fresh("R")
    (index, low, high), (name, *_) = fact.args[1].args, context.writer.range(fact.args[1])
    found = [f"intros {name} {own}."]
    held = [whole(index), nonneg(sub(index, low)), nonneg(sub(high, index))]
    for one in held:
        known, closing = context.fresh("K"), "whole_number" if one.head == "whole" else f"in_range {own}"
        found += [f"assert ({known} : {text(context.writer.fact(one))}) by ({closing}).", *inner.learn(one, known)]
    inner.shown.append(both(held))
    return [*found, *printed(inner, lines), *inner.from_known(fact.args[0])]


def _summed(context: Context, line: Line, fact: Node, place: int) -> Lines:
    body, *limits = fact.args[0].args
    return [f"exact (total_positive _ _ _ {context.name_of(term('every', (nonneg(body), *limits)))})."]


def _compared(context: Context, line: Line, fact: Node, *needs: Any) -> Lines:
    from .endless import compared  # which prints limits of its own, by steps

    return compared(context, line, fact, *needs)


_PRINTED: dict[str, Callable[..., Lines]] = {
    "hyp": _from_known, "given": _from_known, "known": _from_known, "lemma": _lemma, "meaning": _meaning, "algebra": _algebra, "exp": _exp,
    "log": _log, "root": _root, "modulus": _modulus, "powers": _powers, "signum": _signum, "congruent": _congruent,
    "difference": _difference, "sign": _sign,
    "factors": _factors, "cases": _cases, "split": _split, "absurd": _absurd, "grows": _grows,
    "box": _box, "every": _every, "summed": _summed, "compared": _compared,
}


def context_of(writer: Writer, hypotheses: Sequence[Node], given: Sequence[Node], terms: list[Node]) -> Context:
    """The place before the first line of a proof, at which nothing has a name yet."""
    return Context(writer, Proof(terms, list(hypotheses), list(given)), equal_lines)
