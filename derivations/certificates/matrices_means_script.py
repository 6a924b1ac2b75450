"""Proofs of means over normal matrices: the quantity as a sum of products of traces, and each product by the pairs of its draws.

A product with an odd number of draws has mean zero; one with two or four is paired in one or three ways, and a pair of draws within or
across traces leaves traces without them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from .matrices_script import Script
from .matrices_setting import Hypothesis, Setting
from .matrices_terms import ONE, ZERO, NoCertificate, Node, node, plain, product, s_mul
from .reasons import NoScript

SPOT = "the matrix that picks an entry"
Words = tuple[tuple, ...]
"""Words in traces; a word is a tuple of (key, transposed)."""
PAIRS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""How four places are paired, in the order of the prelude's `average_4`."""


@dataclass(frozen=True)
class Draw:
    """A matrix of independent normal numbers: its letter and name, the places of its sizes, and the variance."""

    key: Any
    name: str
    rows: int
    columns: int
    variance: Node


@dataclass(frozen=True)
class Pair:
    """Both places of one letter brought to a standard form, which a lemma of the prelude takes to `closed`."""

    lemma: str
    standard: tuple[Node, Node] | tuple[Node]
    """With the letter in both places: one trace, or the two factors."""
    closed: Node
    rest: Words
    sizes: tuple[int, ...]
    """What is left afterwards: words in traces, and places of sizes as factors."""
    others: Words


class Means:
    """The text and the proof of one mean."""

    def __init__(self, made: Setting, draws: list[Draw], at: str, known: list[Hypothesis]) -> None:
        self.made, self.draws, self.at, self.known = made, draws, at, known
        self.fixed = made.letters.letters

    # what is said
    def kind(self, draw: Draw) -> str:
        """The type of a draw."""
        sizes = (self.made.letters.size_text(self.made.letters.sizes[place]) for place in (draw.rows, draw.columns))
        return f"'M[R]_({', '.join(sizes)})"

    def shown(self, tree: Node | str) -> str:
        """The tree, or a name, as Coq has it."""
        return tree if isinstance(tree, str) else self.made.printer.shown(tree)

    def said(self, quantity: Node | str, value: Node | str) -> str:
        """That the quantity has this mean over all draws."""
        body = f"({self.shown(quantity)}{self.at})"
        parts = []
        for number, draw in enumerate(self.draws):
            rest = self.draws[number + 1:]
            within = f"average {self.shown(draw.variance)} (fun {draw.name} : {self.kind(draw)} => {body})"
            if not rest:
                parts.append(f"{within} ({self.shown(value)}{self.at})")
                break
            binders = " ".join(f"({one.name} : {self.kind(one)})" for one in rest)
            names = " ".join(one.name for one in rest)
            kinds = " -> ".join([*(self.kind(one) for one in rest), "R"])
            body = f"(g{number + 1} {names})"
            parts.append(f"exists g{number + 1} : {kinds}, (forall {binders}, {within} {body}) /\\ ")
        return "".join(parts)

    # the proof
    def averaged(self, quantity: Node) -> Node:
        """The mean as it is found, a scalar."""
        for number, draw in enumerate(self.draws):
            quantity = self.one(plain(quantity), draw, self.draws[number + 1:])[0]
        return quantity

    def proof(self, quantity: Node, value: Node) -> list[str]:
        """The lines that prove what is said. Raises NoScript."""
        lines: list[str] = []
        quantity, value = plain(quantity), plain(value)
        if self.at:
            lines.append("move=> row column.")
            letters = self.made.letters
            script = Script(self.within([draw.key for draw in self.draws]), [quantity, value])
            rows, columns = script.algebra.rows_of(quantity), script.algebra.columns_of(quantity)
            sizes = [letters.size_text(letters.sizes[place]) for place in (columns, rows)]
            letters.names[SPOT] = f"(delta_mx column row : 'M[R]_({sizes[0]}, {sizes[1]}))"
            self.fixed = [*self.fixed, (SPOT, columns, rows)]
            quantity, value = (node("strace", node("mmul", node("mlet", SPOT), side)) for side in (quantity, value))
        for number, draw in enumerate(self.draws):
            rest = self.draws[number + 1:]
            found, steps = self.one(quantity, draw, rest, None if rest else value, bool(self.at) and number == 0)
            if rest:
                binders = " ".join(f"({one.name} : {self.kind(one)})" for one in rest)
                lines += [f"exists (fun {binders} => {self.shown(found)}). split.", "{", f"move=> {' '.join(one.name for one in rest)}.",
                          *steps, "}"]
            else:
                lines += steps
            quantity = found
        return lines

    def within(self, more: Iterable) -> Setting:
        """The setting with further letters: draws by their keys, or whole letters."""
        known = {draw.key: (draw.key, draw.rows, draw.columns) for draw in self.draws}
        letters = replace(self.made.letters, letters=[*self.fixed, *(known.get(key, key) for key in more)])
        return replace(self.made, letters=letters, hypotheses=[*self.made.hypotheses, *self.known])

    def equal(self, more: Iterable, left: Node, right: Node) -> list[str]:
        """The lines that prove an equation of scalars in which further letters stand."""
        if left == right:
            return ["by []."]
        script = Script(self.within(more), [left, right])
        script.arithmetic = "of_sizes"
        script.prepare(left, right)
        return [*script.opening(), *script.equation(left, right)]

    def one(self, quantity: Node, draw: Draw, rest: list[Draw], value: Node | None = None, entry: bool = False) -> tuple[Node, list[str]]:
        """The mean over one draw, with the lines that prove it; value: what it is said to be."""
        given, draw = [one.key for one in rest], replace(draw, variance=plain(draw.variance))
        script = Script(self.within([*given, draw.key]), [quantity])
        terms: dict[Words, list[Node]] = {}
        for (_, scalars), number in script.algebra.scalar(quantity).items():
            moving = tuple(word for _, word in scalars if any(key == draw.key for key, _ in word))
            still = tuple(one for one in scalars if not any(key == draw.key for key, _ in one[1]))
            terms.setdefault(moving, []).append(script.coefficient_tree(number, still))
        if not terms:
            terms[()] = [ZERO]
        lines = [f"have hv : (0 <= {self.shown(draw.variance)})%Re by variance_known."]
        whole, found, proofs = [], [], []
        for number, (words, factors) in enumerate(terms.items(), 1):
            factor = product(factors, "sadd")
            tree = self.traces(script, words)
            mean, steps = self.term(script, words, draw, given)
            lines += [f"have T{number} : average {self.shown(draw.variance)} (fun {draw.name} : {self.kind(draw)} => {self.shown(tree)}) "
                      f"{self.shown(mean)}.", "{", *steps, "}"]
            whole.append(node("smul", factor, tree))
            found.append(node("smul", factor, mean))
            proofs.append(f"(average_scale {self.shown(factor)} T{number})")
        added = proofs[0]
        for one in proofs[1:]:
            added = f"(average_add {added} {one})"
        total, mean = product(whole, "sadd"), product([one for one in found if one.args[1] != ZERO] or [ZERO], "sadd")
        target = mean if value is None else value
        first = "rewrite entry_trace. " if entry else ""
        last = "rewrite entry_trace. " if self.at and not rest else ""
        lines += [f"refine (average_ext _ _ {added}).",
                  f"{{ move=> {draw.name}. {first}", *self.equal([*given, draw.key], total, quantity), "}",
                  f"{{ {last}", *self.equal(given, product(found, "sadd"), target), "}"]
        return target, lines

    @staticmethod
    def traces(script: Script, words: Words, sizes: tuple[int, ...] = ()) -> Node:
        """The product of traces of words, with sizes as factors."""
        found = ONE
        for place in sizes:
            found = s_mul(found, node("ssize", place))
        for word in words:
            found = s_mul(found, node("strace", script.word_tree(word)))
        return found

    def term(self, script: Script, words: Words, draw: Draw, given: list) -> tuple[Node, list[str]]:
        """The mean of a product of traces over one draw, with the lines that prove it."""
        places = [(i, j) for i, word in enumerate(words) for j, (key, _) in enumerate(word) if key == draw.key]
        count = len(places)
        if count == 0:
            return ONE, ["exact: average_const."]
        if count > 4:
            raise NoScript("degree")
        slots = [f"Z{number + 1}" for number in range(count)]
        own = self.within([*given, *((slot, draw.rows, draw.columns) for slot in slots)])
        apart = Script(own, [])
        own.letters.names.update({slot: slot for slot in (*slots, "ZA", "ZB")})
        function = f"(fun {' '.join(slots)} : {self.kind(draw)} => {self.shown(self.traces(apart, put(words, places, slots)))})"
        linear = "linear_map_known"
        if count in (1, 3):
            return ZERO, [f"apply: (average_{count} {function}); {linear}."]
        made = [(slot, draw.rows, draw.columns) for slot in ("ZA", "ZB")]
        both = Script(self.within([*given, *made]), [])
        if count == 2:
            closed, steps = self.paired(both, put(words, places, ["ZA", "ZA"]), "ZA", draw, given)
            return node("smul", draw.variance, closed), [
                f"refine (average_ext _ _ (average_2 hv {function} _ _)); [by [] | | {linear} | {linear}].",
                "apply: (f_equal (Rmult _)).", *steps]
        lines = [f"refine (average_ext _ _ (average_4 hv {function} _ _ _ _)); [by [] | | {' | '.join([linear] * 4)}].",
                 "apply: (f_equal (Rmult _)); apply: (f_equal2 Rplus); [apply: (f_equal2 Rplus) |]."]
        sums = []
        for pairs in PAIRS:
            named = ["ZA" if place in pairs[0] else "ZB" for place in range(4)]
            closed, steps = self.paired_twice(both, put(words, places, named), draw, given)
            sums.append(closed)
            lines += ["{", *steps, "}"]
        return node("smul", node("smul", draw.variance, draw.variance), node("sadd", node("sadd", sums[0], sums[1]), sums[2])), lines

    def paired(self, script: Script, words: Words, letter: str, draw: Draw, given: list, left: tuple[Node, list[str]] | None = None,
               sizes: tuple[int, ...] = ()) -> tuple[Node, list[str]]:
        """What the sum over pairs of one letter is, with the lines; left: the tree at one letter, with lines that bring it there."""
        pair = contracted(script, words, letter, draw)
        others = self.traces(script, pair.others, sizes)
        standard = node("smul", others, product(list(pair.standard), "smul"))
        text = self.shown(standard).replace(letter, f"{letter}_one")
        second = f"{letter}_two"
        head, _, tail = text.rpartition(f"{letter}_one")
        text = f"(fun {letter}_one {second} : {self.kind(draw)} => {head}{second}{tail})"
        tree, before = left or (self.traces(script, words, sizes), [])
        outer = ["ZA"] if letter == "ZB" else []
        more = [(slot, draw.rows, draw.columns) for slot in (*outer, letter)]
        premise = self.equal([*given, *more], tree, standard)
        lines = [f"rewrite (pair_ext (G := {text})); last first.", f"{{ move=> {letter}.", *before, *premise, "}",
                 f"rewrite pair_scale {pair.lemma}. by []."]
        return node("smul", others, pair.closed), lines

    def paired_twice(self, script: Script, words: Words, draw: Draw, given: list) -> tuple[Node, list[str]]:
        """The same of two letters, one sum within the other."""
        inner, steps = self.paired(script, words, "ZB", draw, given)
        pair = contracted(script, words, "ZB", draw)
        before = [f"rewrite (_ : pair _ = {self.shown(inner)}); last first.", "{", *steps, "}"]
        return self.paired(script, (*pair.others, *pair.rest), "ZA", draw, given, (inner, before), pair.sizes)


def put(words: Words, places: list[tuple[int, int]], letters: list[str]) -> Words:
    """The words with these letters at the places."""
    found = [list(word) for word in words]
    for (i, j), letter in zip(places, letters, strict=True):
        found[i][j] = (letter, found[i][j][1])
    return tuple(map(tuple, found))


def contracted(script: Script, words: Words, letter: str, draw: Draw) -> Pair:
    """The two places of a letter in standard form. Raises NoCertificate where it has not two."""
    places = [(i, j) for i, word in enumerate(words) for j, (key, _) in enumerate(word) if key == letter]
    if len(places) != 2:
        raise NoCertificate("pairs")
    (i, j), (k, _) = places
    others = tuple(word for number, word in enumerate(words) if number not in (i, k))

    def tree(word: tuple, size: int) -> Node:
        return script.word_tree(word) if word else node("mid", size)

    def tail(word: tuple) -> tuple:
        """What follows the letter, which stands first, and not transposed."""
        word = word if (letter, False) in word else script.algebra.flipped(word)
        at = word.index((letter, False))
        return word[at + 1:] + word[:at]
    here = node("mlet", letter)
    if i != k:
        one, other = tail(words[i]), tail(words[k])
        factors = [tree(word, draw.columns) for word in (one, other)]
        closed = node("strace", node("mmul", factors[0], node("mtr", factors[1])))
        word = one + script.algebra.flipped(other)
        return Pair("pair_apart", tuple(node("strace", node("mmul", factor, here)) for factor in factors), closed,  # type: ignore[arg-type]
                    *_left((word, draw.columns)), others)
    rest = tail(words[i])
    at = next(number for number, (key, _) in enumerate(rest) if key == letter)
    turned, between, around = rest[at][1], rest[:at], rest[at + 1:]
    if turned:
        a, b = tree(around, draw.rows), tree(between, draw.columns)
        standard = node("strace", node("mmul", node("mmul", node("mmul", a, here), b), node("mtr", here)))
        return Pair("pair_turned", (standard,), node("smul", node("strace", a), node("strace", b)),
                    *_left((around, draw.rows), (between, draw.columns)), others)
    a, b = tree(around, draw.columns), tree(between, draw.columns)
    standard = node("strace", node("mmul", node("mmul", node("mmul", a, here), b), here))
    return Pair("pair_same", (standard,), node("strace", node("mmul", a, node("mtr", b))),
                *_left((around + script.algebra.flipped(between), draw.columns)), others)


def _left(*words: tuple[tuple, int]) -> tuple[Words, tuple[int, ...]]:
    """Words that are left, and the sizes of those that are empty."""
    return tuple(word for word, _ in words if word), tuple(size for word, size in words if not word)
