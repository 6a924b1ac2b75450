"""Relations between numbers of matrices by lemmas about numbers: every word in brackets and every trace is a number of its own.

Each side is brought to its sum of words, which the prelude's normaliser proves; of the sums a witness is looked for, with what is known of
all words: squares of lengths are not negative, sizes are positive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .matrices_lemmas import BEFORE, CLOSING, OPENING, PLACE
from .matrices_script import Script
from .matrices_setting import Setting
from .matrices_terms import ZERO, NoCertificate, Node, node, plain, product, subtrees
from .printing.numbers import proved
from .reading import Names
from .terms import Term, app, num, var
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


class Numbers:
    """The lines that bring a goal, and what is supposed, to sums of words; and lemmas about these, each a variable."""

    def __init__(self, made: Setting, trees: list[Node]) -> None:
        self.made, self.names = made, Names(None)
        self.variables: dict[Node, str] = {}
        self.known: list[tuple[Term, str]] = []
        """What is known of the variables, with its proof."""
        self.stated: list[str] = []
        supposed = [item for item in made.hypotheses if item.kind == "scalar"]
        trees = [plain(tree) for tree in (*trees, *(side for item in supposed for side in item.sides))]
        self.script = Script(made, trees)
        self.normal = {tree: self._sum(tree) for tree in trees}
        squares = list(self._squares())
        for pair in [*self.normal.items(), *squares]:
            self.script.prepare(*pair)
        self.lines = self.script.opening()
        names = []
        for number, (tree, own) in enumerate(self.normal.items()):
            if tree != own:
                names.append(f"E{number}")
                self._have(names[-1], tree, own)
        rewritten = " ".join(f"?{name}" for name in names)
        for item in supposed:
            sides = [self.term(self.normal[plain(side)]) for side in item.sides]
            self.known.append((app(HEADS[item.relation], *sides), item.name))
        if names:
            self.lines.append(f"rewrite {rewritten}{' in ' + ' '.join(item.name for item in supposed) + ' *' if supposed else ''}.")
        for number, (word, square) in enumerate(squares):
            shown = self.shown(word)
            self.lines += [f"have Q{number} : (0 <= {shown})%Re.", "{", f"have -> : {shown} = {self.shown(square)}.", "{",
                           *self.script.equation(word, square), "}", "exact: Rge_le (dot_square _).", "}"]
            self.known.append((app("le", num(0), self.term(word)), f"Q{number}"))

    def shown(self, tree: Node) -> str:
        """A tree as the goal has it."""
        return self.made.printer.shown(tree)

    def _have(self, name: str, left: Node, right: Node) -> None:
        self.lines += [f"have {name} : {self.shown(left)} = {self.shown(right)}.", "{", *self.script.equation(left, right), "}"]

    def _sum(self, tree: Node) -> Node:
        items = [self.script.coefficient_tree(value, scalars) for (_, scalars), value in self.script.algebra.scalar(tree).items()]
        return product(items, "sadd") if items else ZERO

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
        """A sum of words as a term."""
        return as_term(tree, self._leaf)

    def _leaf(self, tree: Node) -> Term:
        head, args = tree
        if head == "sdot":
            return self.term(self._sum(tree))
        if head not in ("svar", "sent", "strace", "ssize"):
            raise NoCertificate("number of matrices")
        if tree not in self.variables:
            self.variables[tree] = self.names.fresh("q")
            if head == "ssize" and (symbol := self.made.letters.sizes[args[0]]).is_Symbol:
                place = self.made.symbols_of_sizes().index(symbol)
                self.known.append((app("lt", num(0), var(self.variables[tree])), f"(lt_0_INR _ (elimT ltP P{place}))"))
        return var(self.variables[tree])

    def relation(self, said: Relation) -> Term:
        """A relation of the statement, of terms."""
        left, sign, right = said
        return app(HEADS[sign], *(self.term(self.normal[plain(side)]) for side in (left, right)))

    def lemma(self, supposed: list[Term], conclusion: Term) -> str:
        """A lemma, applied to all but what is supposed beyond the theorem. Raises NoScript."""
        own = Theorem([(name, "R") for name in self.variables.values()], [*(item for item, _ in self.known), *supposed], conclusion,
                      self.names, "Holds")
        self.stated += [f"Lemma {PLACE}_{len(self.stated) // 2} : {own.statement()}.", proved(own).rstrip()]
        applied = [f"@{PLACE}_{len(self.stated) // 2 - 1}", *map(self.shown, self.variables), *(name for _, name in self.known)]
        return f"({' '.join(applied)})"

    def before(self) -> str:
        """The lemmas with their proofs."""
        return "\n".join([*OPENING, *self.stated, CLOSING, BEFORE])
