"""Relations between numbers of matrices by lemmas about numbers: every word in brackets and every trace is a number of its own.

Each side is brought to its sum of words, which the prelude's normaliser proves; of the sums a witness is looked for, with what is known of
all words: squares of lengths are not negative, sizes are positive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from .matrices_lemmas import HEADS, Facts
from .matrices_script import Script
from .matrices_setting import Setting
from .matrices_terms import ZERO, NoCertificate, Node, node, plain, product, subtrees
from .reasons import NoScript
from .terms import Term, app, num

Relation = tuple[Node, str, Node]


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
    """The script of an equation: by lemmas where there are any, else by a fixed tactic, the faster one where numbers are fractions."""
    if lines := by_lemmas(made, left, right):
        return lines
    left, right = plain(left), plain(right)
    script = Script(made, [left, right])
    script.prepare(left, right)
    return [*script.opening(), *script.equation(left, right)]


def by_lemmas(made: Setting, left: Node, right: Node) -> list[str]:
    """The same, where what rewriting leaves of it is nothing by a lemma about numbers for each word, where these are functions or words and
    somebody looks for proofs; else none."""
    left, right = plain(left), plain(right)
    script, known = Script(made, [left, right]), len(made.lemmas)
    script.prepare(left, right)
    rest = script.left[left, right]
    if rest and not made.letters.diagonals and any(_beyond_fractions(script, {key: value}) for key, value in rest.items()):
        with suppress(NoScript, NoCertificate):
            return _by_lemmas(script, left, right, rest)
        del made.lemmas[known:]
    return []


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
    return [*of.lines, *(line for one in closing[:-1] for line in ("split.", f"{{ {one} }}")), closing[-1]]


def taken_apart(names: Sequence[str]) -> str:
    """A pattern for all of several facts."""
    return names[0] if len(names) == 1 else f"[{names[0]} {taken_apart(names[1:])}]"
