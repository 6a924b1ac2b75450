"""Proofs of limits of matrices: every number that moves has a lemma of its own, and the words around them carry limits and rates.

The scalar factors of a product are drawn into the first thing that moves. What a number tends to is guessed from the numbers in the value:
Coq gets the proof.
"""

from __future__ import annotations

from itertools import combinations

import mpmath
from sympy import S

from .limits_stated import Approach
from .matrices_limits_numbers import Lemmas, samples, variables_of
from .matrices_limits_stated import Approaching, still_letters
from .matrices_script import Script
from .matrices_stacked import has_stacked, without
from .matrices_terms import ONE, ZERO, NoCertificate, Node, node, put_in, s_mul, subtrees
from .reading import Names
from .reasons import NoScript
from .samples import numeric
from .terms import Term, app, num

FAR = 10**14
"""Where a number is compared with what it may tend to."""
CLOSE = mpmath.mpf(10) ** -6
MODULUS = "modulus"
"""The name of a modulus while it is bound."""


class Limits:
    """The proof of one limit of matrices: the steps from words to numbers, and what all words tend to."""

    def __init__(self, told: Approaching) -> None:
        self.told = told
        self.lemmas = Lemmas(told, Names(told.statement.on))
        self.lemmas.variables[node("svar", told.variable)] = self.lemmas.names.fresh(told.name)
        self.opening = self.lemmas.products([told.expression, *(tree for tree, _ in told.defined)])
        list(self.lemmas.supposed())
        self.x = self.lemmas.variables[node("svar", told.variable)]
        self.to = app(told.to) if told.to.endswith("infty") else self.lemmas.term(told.made.reader.scalar(told.statement.point))
        self.candidates = [] if told.value is None else [ZERO, ONE, *numbers_of(told.value, told)]
        entries = [entry for entry in told.made.letters.diagonals.values() if told.moves(entry)]
        self.candidates += [node("smul", node("sopp", ONE), node("sfun", "inv", part.args[0])) for entry in entries for part in subtrees(
            entry) if part.head == "sgrowth"]

    def approach(self, body: Term, value: Term, defined: list[Term], ratio: Term | None = None) -> Approach:
        """The approach of one number."""
        return Approach(self.x, "R", self.to, body, value, defined, ratio)

    def defined(self, tree: Node, sign: str) -> str:
        """The proof that a number may stand where it does."""
        side = self.lemmas.term(tree)
        said = app("ne", side, num(0)) if sign == "<>" else app({"<": "lt", "<=": "le"}[sign], num(0), side)
        if not self.told.moves(tree):
            return self.lemmas.lemma([said], self.approach(num(0), num(0), []))
        approach = self.approach(num(0), num(0), [said])
        return self.lemmas.lemma([approach.near(said)], approach)

    def number(self, tree: Node, value: Node | None) -> str:
        """The lemma that a number tends to a value, and the rate if there is one."""
        body = self.lemmas.term(tree)
        endless = "p_infty" if self.told.statement.value == S.Infinity else "m_infty"
        meant = app(endless) if value is None else self.lemmas.term(value)
        ratio = None
        if self.told.rate is not None:
            ratio = app("div", app("sub", body, meant), self.lemmas.term(self.told.rate))
        approach = self.approach(body, meant, [], ratio)
        bound = [] if ratio is None else [approach.bounded("bound")]
        return self.lemmas.lemma([approach.limit(), *bound], approach)

    def limit_of(self, tree: Node, factor: Node = ONE) -> Node:
        """The number among those of the value that a number tends to, or a factor that stands still times one. Raises NoScript."""
        body = self.lemmas.term(tree)
        more = [node("smul", factor, value) for value in self.candidates[1:] if factor != ONE and not self.told.moves(factor)]
        for value in [*self.candidates, *more]:
            if self._tends(body, self.lemmas.term(value)):
                return value
        raise NoScript("value")

    def _tends(self, body: Term, value: Term) -> bool:
        names = sorted((variables_of(body) | variables_of(value)) - {self.x})
        given = [item for item, _ in self.lemmas.supposed()]
        more = sorted({name for item in given for name in variables_of(item)} - set(names) - {self.x})
        far = {"p_infty": mpmath.mpf(FAR), "m_infty": -mpmath.mpf(FAR)}.get(self.to.head)
        points = samples([*names, *more], given)
        if not points:
            raise NoScript("samples")
        with mpmath.workdps(80):
            for at in points:
                there = far if far is not None else numeric(self.to, at) + 1 / mpmath.mpf(FAR)
                try:
                    gap = numeric(body, {**at, self.x: there}) - numeric(value, at)
                except (ArithmeticError, ValueError):
                    return False
                if abs(gap) > CLOSE:
                    return False
        return True

    def word(self, tree: Node, factor: Node, rate: bool) -> tuple[str, Node]:
        """The steps that show what factor times the tree tends to, and that."""
        told, (head, args) = self.told, tree
        if not told.moves(tree):
            if not told.moves(factor):
                return "apply: (each_const K); exact: (p_const K)", node("mscal", factor, tree)
            value = self.limit_of(factor)
            return f"apply: (each_const K); {self._picked(factor, value, rate)}", node("mscal", value, tree)
        if head == "mscal":
            steps, found = self.word(args[1], node("smul", factor, args[0]), rate)
            return f"apply: each_scale; {steps}", found
        if head == "madd":
            return self._sum(args, factor, rate)
        if head in ("mopp", "mtr"):
            steps, found = self.word(args[0], factor, rate)
            return f"apply: {'(each_opp K)' if head == 'mopp' else 'each_tr'}; {steps}", node(head, found)
        if head == "mlet":
            return self._diagonal(args[0], told.made.letters.diagonals[args[0]], factor, rate)
        if head in ("mmul", "mkron"):
            return self._product(head, args, factor, rate)
        raise NoCertificate(f"matrix word {head}")

    def _sum(self, args: tuple, factor: Node, rate: bool) -> tuple[str, Node]:
        """Summands that are the same but for their factors are taken together, as these may cancel."""
        one, other = args
        (c, core), (d, same) = map(factored, args)
        if core == same and not self.told.moves(core):
            whole = node("smul", factor, node("sadd", c, d))
            value = self.limit_of(whole)
            b, e = (f"(fun {self.told.name} : R => {self.told.shown(part)})" for part in (c, d))
            return (f"apply: (each_merged K (b := {b}) (c := {e}) (A := {self.told.shown(core)})); [factor_first | factor_first | "
                    f"{self._picked(whole, value, rate)}]"), node("mscal", value, core)
        if one.head == "madd" and factored(one.args[0])[1] == same and not self.told.moves(same):
            steps, found = self._sum((node("madd", one.args[0], other), one.args[1]), factor, rate)
            return f"apply: each_turned; {steps}", found
        pairs = [self.word(part, factor, rate) for part in args]
        return f"apply: (each_add K); [{pairs[0][0]} | {pairs[1][0]}]", node("madd", *(found for _, found in pairs))

    def _picked(self, tree: Node, value: Node, rate: bool) -> str:
        """The steps that show what a number tends to, or the rate of that."""
        plain, squared = self._squared(tree)
        steps = ""
        for part in dict.fromkeys(part for part in subtrees(tree) if part.head == "sgrowth"):
            r, t = part.args
            grown = node("sadd", node("sfun", "exp", node("smul", r, t)), node("sopp", ONE))
            plain = put_in(plain, part, node("smul", grown, node("sfun", "inv", r)))
            steps = f"rewrite ?(growth_known _ {self.defined(r, '<>')}); "
        x = node("svar", self.told.variable)
        modulus, name = node("sfun", "Rabs", x), self.told.name
        up = self.told.to == "p_infty"
        if modulus in subtrees(plain) and self.told.to.endswith("infty"):
            body = self.told.shown(plain).replace(self.told.shown(modulus), MODULUS)
            plain = put_in(plain, modulus, x if up else node("sopp", x))
            function = f"(fun {MODULUS} {name} : R => {body})"
            steps += f"apply: (p_near K (modulus_{'up' if up else 'down'} {function})); cbv beta; "
        elif steps:
            steps = (f"apply: (p_near K (f := fun {name} : R => {self.told.shown(plain)})); "
                     f"[refine (filter_forall _ _) => {name}; {steps}reflexivity | cbv beta]; ")
        lemma = self.number(plain, value)
        return f"{squared}{steps}exact: {lemma if self.told.rate is None else f'(proj{2 if rate else 1} {lemma})'}"

    def _squared(self, tree: Node) -> tuple[Node, str]:
        """A number in which a root times itself is what the root is of, with the steps that say so of one that moves."""
        told, found = self.told, []
        roots = [part.args[0] for part in subtrees(tree) if part.head == "smul" and part.args[0] == part.args[1]]
        for root in dict.fromkeys(part for part in roots if part.head == "sfun" and part.args[0] == "sqrt"):
            if told.moves(root) and (root.args[1], "<=") in told.defined:
                tree = put_in(tree, node("smul", root, root), root.args[1])
                found.append(self.defined(root.args[1], "<="))
        if not found:
            return tree, ""
        known, pattern = found[-1], f"h{len(found)}"
        for number, one in reversed(list(enumerate(found[:-1], 1))):
            known, pattern = f"(filter_and _ _ {one} {known})", f"[h{number} {pattern}]"
        rewritten = " ".join(f"(sqrt_sqrt _ h{number})" for number in range(1, len(found) + 1))
        return tree, (f"apply: (p_near K (f := fun {told.name} : R => {told.shown(tree)})); [apply: (filter_imp _ _ _ {known}) => "
                      f"{told.name} {pattern}; rewrite {rewritten}; reflexivity | cbv beta]; ")

    def _diagonal(self, key: tuple, entry: Node, factor: Node, rate: bool) -> tuple[str, Node]:
        _, _, size = key
        whole = node("smul", factor, entry)
        value = self.limit_of(whole, factor)
        letters, limit = self.told.made.letters, ("diagonal", value, size)
        letters.diagonals[limit] = value
        return f"apply: (each_dg K) => i; {self._picked(whole, value, rate)}", letters.letter(limit, (size, size))

    def _product(self, head: str, args: tuple, factor: Node, rate: bool) -> tuple[str, Node]:
        one, other = args
        moved = [self.told.moves(part) for part in args]
        left, right = ("each_left", "each_right") if head == "mmul" else ("each_kron_r", "each_kron_l")
        if not moved[0] and (head == "mkron" or not self.told.moves(factor) or moved[1]):
            steps, found = self.word(other, factor, rate)
            return f"apply: ({left} K); {steps}", node(head, one, found)
        if not moved[1]:
            steps, found = self.word(one, factor, rate)
            return f"apply: ({right} K); {steps}", node(head, found, other)
        diagonals = self.told.made.letters.diagonals
        if all(part.head == "mlet" and part.args[0] in diagonals for part in args):
            (_, first, size), (_, second, _) = (part.args[0] for part in args)
            entry = node("smul", first, second)
            key = ("diagonal", entry, size)
            steps, found = self._diagonal(key, entry, factor, rate)
            return f"apply: each_dg2; {steps}", found
        if rate or head == "mkron":
            raise NoScript("product")
        (steps, found), (more, last) = self.word(one, factor, rate), self.word(other, ONE, rate)
        return f"apply: (each_mul (F := {self.told.near}) _); [{steps} | {more}]", node("mmul", found, last)


def factored(tree: Node) -> tuple[Node, Node]:
    """The scalar factors of a product, and what is left without them."""
    head, args = tree
    if head == "mscal":
        factor, core = factored(args[1])
        return s_mul(args[0], factor), core
    if head in ("mmul", "mkron"):
        (one, left), (other, right) = map(factored, args)
        return s_mul(one, other), node(head, left, right)
    if head in ("mtr", "mopp"):
        factor, core = factored(args[0])
        return (factor, node("mtr", core)) if head == "mtr" else (node("sopp", factor), core)
    return ONE, tree


def numbers_of(value: Node, told: Approaching) -> list[Node]:
    """Numbers in a value, to which parts of the expression may tend: factors, entries of diagonal matrices, their products and squares."""
    if not value.head.startswith("m"):
        return [value, *dict.fromkeys(part.args[1] for part in subtrees(value) if part.head == "smul")]
    diagonals, found = told.made.letters.diagonals, {}
    for part in subtrees(value):
        if part.head == "mlet" and part.args[0] in diagonals:
            found[diagonals[part.args[0]]] = None
        if part.head == "mscal":
            found[part.args[0]] = None
    plain = list(found)
    pairs = [node("smul", one, other) for one, other in (*((one, one) for one in plain), *combinations(plain, 2))]
    turned = [node("sopp", one) for one in (ONE, *plain)]
    inverse = [node("sfun", "inv", one) for one in plain]
    return [*plain, *pairs, *turned, *inverse]


def proof_of(told: Approaching) -> list[str]:
    """The lines of the proof. Raises NoScript or NoCertificate."""
    work = Limits(told)
    goals = [f"{'move=> i; ' if told.entered(tree) is not None else ''}exact: {work.defined(tree, sign)}." for tree, sign in told.defined]
    if not told.shaped:
        lemma = work.number(told.expression, told.value)
        goals += [f"exact: {lemma}."] if told.rate is None else [f"exact: (proj1 {lemma}).", f"exact: (proj2 {lemma})."]
        lines = [*work.opening]
    else:
        steps, found = work.word(told.expression, ONE, False)
        same = _same(told, found)
        lines = [*work.opening, *same]
        goals.append(_whole(told, f"tends {told.near}", "tends_linear", steps, not same))
        if told.rate is not None:
            steps, _ = work.word(told.expression, ONE, True)
            said = f"within {told.near} (fun {told.name} : R => {told.shown(told.rate)})"
            goals.append(_whole(told, said, "within_linear", steps, not same))
    for number, goal in enumerate(goals):
        lines += [*(["split."] if number < len(goals) - 1 else []), "{", goal, "}"]
    return lines


def _whole(told: Approaching, said: str, rule: str, steps: str, same: bool) -> str:
    """The lines that prove what is said of every entry."""
    return (f"have K : linear {told.near} ({said}) by apply: {rule}.\n"
            f"have L : each ({said}) (fun {told.name} : R => {told.shown(told.expression)}) {told.shown(told.value)}.\n"  # type: ignore[arg-type]
            f"{{ {'' if same else 'rewrite -[X in each _ _ X]E; '}apply: each_one; {steps}. }}\nexact: L.")


def _same(told: Approaching, found: Node) -> list[str]:
    """The lines that show that what all words tend to is the value; none where it is so as it stands."""
    assert told.value is not None
    stated = f"have E : {told.shown(found)} = {told.shown(told.value)}."
    if told.shown(found) == told.shown(told.value):
        return []
    if told.value.head == "mzero" and has_stacked(found):
        return [stated, "{ by vanishes. }"]
    flat = still_letters(told, found, told.value)
    first, *words = ([], found, told.value) if not has_stacked(found, told.value) else without(flat, found, told.value)
    script = Script(flat, list(words))
    script.prepare(*words)
    return [stated, "{", *first, *script.opening(), *script.equation(*words), "}"]
