"""Relations between numbers of matrices by lemmas about numbers: every word in brackets and every trace is a number of its own.

Each side is brought to its sum of words, which the prelude's normaliser proves; of the sums a witness is looked for, with what is known of
all words: squares of lengths are not negative, sizes are positive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from types import MappingProxyType
from typing import Any

from .limits_stated import Approach
from .matrices_lemmas import BEFORE, CLOSING, OPENING, PLACE
from .matrices_script import Script
from .matrices_setting import Setting
from .matrices_terms import ZERO, NoCertificate, Node, node, plain, product, subtrees
from .printing.numbers import proved
from .reading import Names
from .reasons import NoScript
from .terms import Term, app, num, parts, speaks_of, var
from .theorems import Theorem

HEADS = {"=": "eq", "<>": "ne", ">": "gt", ">=": "ge", "<": "lt", "<=": "le"}
Relation = tuple[Node, str, Node]


def as_term(tree: Node, leaf: Callable[[Node], Term]) -> Term:
    """A number as a term. leaf: that of what is no formula of others."""
    head, args = tree
    if head == "snum":
        return num(args[0])
    if head in ("sadd", "smul", "sopp"):
        return app(head[1:], *(as_term(part, leaf) for part in args))
    return app(args[0], as_term(args[1], leaf)) if head == "sfun" else leaf(tree)


class Facts:
    """Lemmas about numbers: a variable for each number that is no formula of others, entries at the index i among them."""

    def __init__(self, made: Setting, running: Mapping[Any, str] = MappingProxyType({})) -> None:
        """running: names of what a lemma binds itself."""
        self.made, self.names = made, Names(None)
        self.running = {key: self.names.fresh(wish) for key, wish in running.items()}
        self.variables: dict[str, str] = {}
        """By what stands for it in the theorem."""
        self.known: list[tuple[Term, str]] = []
        """What is known of the variables, with its proof."""
        self.stated: list[str] = []

    def term(self, tree: Node) -> Term:
        """A number as a term. Raises NoCertificate."""
        return as_term(tree, self.leaf)

    def leaf(self, tree: Node) -> Term:
        """One that is no formula of others."""
        head, args = tree
        if head == "ssize":
            return self._size(self.made.letters.sizes[args[0]])
        if head not in ("svar", "sent", "strace", "sentry", "seigen"):
            raise NoCertificate("number of matrices")
        return self._variable(self.made.printer.shown(tree))

    def _variable(self, shown: str) -> Term:
        if shown not in self.variables:
            self.variables[shown] = self.names.fresh("q")
        return var(self.variables[shown])

    def _size(self, size: Any) -> Term:
        if size.is_Integer:
            return num(int(size))
        if size in self.running:
            return var(self.running[size])
        if not size.is_Symbol:
            head, (first, *rest) = "mul" if size.is_Mul else "add", map(self._size, size.args)
            return reduce(partial(app, head), rest, first)
        shown, place = f"(INR {self.made.letters.names[size]})", self.made.symbols_of_sizes().index(size)
        if shown not in self.variables:
            self.known.append((app("lt", num(0), self._variable(shown)), f"(lt_0_INR _ (elimT ltP P{place}))"))
        return self._variable(shown)

    def suppose(self, normal: Mapping[Node, Node] = MappingProxyType({}), entries: bool = False) -> None:
        """Take in what the theorem supposes of numbers, and of entries where these are spoken of."""
        for item in self.made.hypotheses:
            pair = item.sides if item.kind == "scalar" else item.entries if entries else ()
            if not pair:
                continue
            with suppress(NoCertificate):  # of what is no number a lemma does without
                sides = [self.term(normal.get(plain(side), plain(side))) for side in pair]
                self.known.append((app(HEADS[item.relation], *sides), item.name if item.kind == "scalar" else f"({item.name} i)"))

    def lemma(self, supposed: list[Term], conclusion: Term, approach: Approach | None = None) -> str:
        """A lemma, applied to all but what is supposed beyond the theorem. Raises NoScript."""
        spoken = {part.args[0] for item in (conclusion, *supposed) for part in parts(item) if part.head == "var"}
        variables = {shown: name for shown, name in self.variables.items() if name in spoken or not (shown == "x" or " i ord0" in shown)}
        absent = {*self.variables.values()} - {*variables.values()}
        known = [(item, proof) for item, proof in self.known if not speaks_of(item, absent)]
        own = Theorem([(name, "R") for name in variables.values()], [*(item for item, _ in known), *supposed], conclusion, self.names,
                      "Limit" if approach else "Holds", approach=approach)
        name = f"{PLACE}_{len(self.stated)}"
        self.stated.append(f"Lemma {name} : {own.statement()}.\n{proved(own).rstrip()}")
        return f"({' '.join([f'@{name}', *variables, *(proof for _, proof in known)])})"

    def before(self) -> str:
        """The lemmas with their proofs."""
        return "\n".join([*OPENING, *self.stated, CLOSING, BEFORE]) if self.stated else BEFORE


class Numbers(Facts):
    """The lines that bring a goal, and what is supposed, to sums of words; and lemmas about these, each a variable."""

    def __init__(self, made: Setting, trees: list[Node], script: Script | None = None, first: Callable[[], list[str]] = list) -> None:
        """script: one that speaks of all that the trees do; first: lines that begin with it."""
        super().__init__(made)
        supposed = [item for item in made.hypotheses if item.kind == "scalar"]
        trees = [plain(tree) for tree in (*trees, *(side for item in supposed for side in item.sides))]
        trees += [part.args[1] for tree in trees for part in subtrees(tree) if part.head == "sfun"]
        self.script = Script(made, trees) if script is None else script
        trees.sort(key=lambda tree: -sum(1 for _ in subtrees(tree)))  # what holds others is put in first
        self.normal = {tree: self.script.normal(tree) for tree in trees}
        squares = list(self._squares())
        for pair in [*self.normal.items(), *squares]:
            self.script.prepare(*pair)
        self.lines = [*self.script.opening(), *first()]
        names, shown = [], made.printer.shown
        for number, (tree, own) in enumerate(self.normal.items()):
            if tree != own:
                names.append(f"E{number}")
                self.lines += [f"have {names[-1]} : {shown(tree)} = {shown(own)}.", "{", *self.script.equation(tree, own), "}"]
        self.suppose(self.normal)
        if names:
            places = f" in {' '.join(item.name for item in supposed)} *" if supposed else ""
            self.lines.append(f"rewrite {' '.join(f'?{name}' for name in names)}{places}.")
        for number, (word, square) in enumerate(squares):
            self.lines += [f"have Q{number} : (0 <= {shown(word)})%Re.", "{", f"have -> : {shown(word)} = {shown(square)}.", "{",
                           *self.script.equation(word, square), "}", "exact: Rge_le (dot_square _).", "}"]
            self.known.append((app("le", num(0), self.term(word)), f"Q{number}"))

    def _squares(self) -> Iterator[tuple[Node, Node]]:
        """Words that are squares of lengths, with these."""
        algebra = self.script.algebra
        for word in dict.fromkeys(part for own in self.normal.values() for part in subtrees(own) if part.head == "sent"):
            ((_, ((_, letters),)), _), = algebra.scalar(word).items()
            half = letters[len(letters) // 2:]
            if algebra.flipped(half) + half == letters:
                tree = self.script.word_tree(half)
                yield word, node("sdot", tree, tree)

    def term(self, tree: Node) -> Term:
        """A number as a term, what functions are taken of as sums of words."""
        return super().term(self._inner(tree))

    def _inner(self, tree: Node) -> Node:
        head, args = tree
        if head == "sfun":
            return node("sfun", args[0], self._inner(self.normal.get(args[1], args[1])))
        return node(head, *map(self._inner, args)) if head in ("sadd", "smul", "sopp") else tree

    def leaf(self, tree: Node) -> Term:
        """A product of vectors is its word."""
        return self.term(self.script.normal(tree)) if tree.head == "sdot" else super().leaf(tree)

    def relation(self, said: Relation) -> Term:
        """A relation of the statement, of terms."""
        left, sign, right = said
        return app(HEADS[sign], *(self.term(self.normal.get(plain(side), side)) for side in (left, right)))


def equation(made: Setting, left: Node, right: Node) -> list[str]:
    """The script of an equation: what rewriting leaves of it is nothing by a lemma about numbers for each word, where these are functions
    or words and somebody looks for proofs, else by a fixed tactic, the faster one where they are fractions."""
    left, right = plain(left), plain(right)
    script = Script(made, [left, right])
    script.prepare(left, right)
    rest = script.left[left, right]
    if rest and not made.letters.diagonals and any(_beyond_fractions(script, {key: value}) for key, value in rest.items()):
        with suppress(NoScript, NoCertificate):
            return _by_lemmas(script, left, right, rest)
        script = Script(made, [left, right])
    return [BEFORE, *script.opening(), *script.equation(left, right)]


def _beyond_fractions(script: Script, one: dict) -> bool:
    """Whether a coefficient speaks of a function but the reciprocal, or of a word."""
    return any(part.head not in ("sadd", "smul", "sopp", "svar", "ssize", "snum", "sfun") or part.head == "sfun" and part.args[0] != "inv"
               for part in subtrees(script.sum_tree(one)))


def _by_lemmas(script: Script, left: Node, right: Node, rest: dict) -> list[str]:
    made = script.made
    shown, matrix = made.printer.shown, left.head.startswith("m")
    words = {word: script.sum_tree({key: value for key, value in rest.items() if key[0] == word}) for word, _ in rest}
    more = [node("mscal", value, script.word_tree(word) if word else node("mid", script.algebra.rows_of(left))) if matrix else value
            for word, value in words.items()]
    gap = product(more, "madd") if matrix else more[0]
    whole = node("madd" if matrix else "sadd", right, gap)
    script.prepare(left, whole)
    none = " /\\ ".join(f"{shown(value)} = 0%Re" for value in words.values())
    names = [f"R{place}" for place in range(len(words))]

    order = sorted(zip(names, words.values()), key=lambda pair: -len(shown(pair[1])))  # two may be the same, or one within another
    vanish = " ".join([*(f"?{name}" for name, _ in order), "?scale0r ?addr0" if matrix else "Rplus_0_r"])

    def parted() -> list[str]:
        return [f"have W : {shown(left)} = {shown(whole)}.", "{", *script.equation(left, whole), "}", f"suff R : {none}.",
                f"{{ move: R => {taken_apart(names)}. apply: (etrans W). by rewrite {vanish}. }}"]
    of = Numbers(made, list(words.values()), script, parted)
    closing = [f"exact: {of.lemma([], of.relation((value, '=', ZERO)))}." for value in words.values()]
    return [of.before(), *of.lines, *(line for one in closing[:-1] for line in ("split.", f"{{ {one} }}")), closing[-1]]


def taken_apart(names: Sequence[str]) -> str:
    """A pattern for all of several facts."""
    return names[0] if len(names) == 1 else f"[{names[0]} {taken_apart(names[1:])}]"
