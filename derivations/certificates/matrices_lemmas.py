"""Lemmas about numbers with which a script about matrices begins: their text, what they are written for, and where they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial, reduce
from types import MappingProxyType
from typing import Any

from .limits_stated import Approach
from .matrices_setting import Setting
from .matrices_terms import ONE, ZERO, NoCertificate, Node, node, plain
from .printing.numbers import proved
from .reading import Names
from .terms import Term, app, num, parts, speaks_of, var
from .theorems import Theorem

BEFORE = "(* With these lemmas: *)\n"
"""What stands in a script between its lemmas and the theorem's proof."""
PLACE = "name_of_the_theorem"
"""What stands there for the theorem's name."""
OPENING = ["Section numbers.", "Import theoremtest.", "Local Open Scope R_scope.", "#[local] Unset SsrRewrite.",
           "Local Notation eq_refl := (@Coq.Init.Logic.eq_refl _ _).", "Local Notation eq_sym := (@Coq.Init.Logic.eq_sym _ _ _)."]
"""The lines before the lemmas: their scripts are those of theorems of numbers, which mathcomp's words would change."""
CLOSING = "End numbers."
NAMES = {"abs": "Rabs"}
"""Functions that Coq calls otherwise."""
OF_ENTRIES = {"madd": "sadd", "mmul": "smul", "mscal": "smul", "mopp": "sopp"}
HEADS = {"=": "eq", "<>": "ne", ">": "gt", ">=": "ge", "<": "lt", "<=": "le"}


def before(lemmas: list[str]) -> str:
    """What a script begins with that needs lemmas, each with its proof; nothing where it needs none."""
    return "\n".join([*OPENING, *lemmas, CLOSING, BEFORE]) if lemmas else ""


def as_term(tree: Node, leaf: Callable[[Node], Term]) -> Term:
    """A number as a term. leaf: that of what is no formula of others."""
    head, args = tree
    if head == "snum":
        return num(args[0])
    if head in ("sadd", "smul", "sopp"):
        return app(head[1:], *(as_term(part, leaf) for part in args))
    return app(NAMES.get(args[0], args[0]), as_term(args[1], leaf)) if head == "sfun" else leaf(tree)


def entry_of(tree: Node, diagonals: Mapping[Any, Node]) -> Node:
    """The entry of a matrix that is made of diagonal letters, as a number. Raises NoCertificate."""
    head, args = tree
    if head == "mlet" and args[0] in diagonals:
        return plain(diagonals[args[0]])
    if head == "mid":
        return ONE
    if head not in OF_ENTRIES:
        raise NoCertificate("entry")
    return node(OF_ENTRIES[head], *(plain(part) if part.head.startswith("s") else entry_of(part, diagonals) for part in args))


def vanishes(tree: Node) -> bool:
    """Whether a number has a factor that is nothing."""
    return tree == ZERO or tree.head in ("smul", "sopp") and any(map(vanishes, tree.args))


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

    def term(self, tree: Node) -> Term:
        """A number as a term. Raises NoCertificate."""
        return as_term(tree, self.leaf)

    def leaf(self, tree: Node) -> Term:
        """One that is no formula of others."""
        head, args = tree
        if head == "ssize":
            return self._size(self.made.letters.sizes[args[0]])
        shown = self.made.printer.shown
        if head == "sgrowth":
            inner, new = [self.term(part) for part in args], shown(tree) not in self.variables
            if new:
                own, lemma, closing = self._variable(shown(tree)), "growth_times_rate", ""
                told = app("mul", inner[0], own), app("sub", app("exp", app("mul", *inner)), num(1))
                if vanishes(args[1]):
                    told, lemma, closing = (own, num(0)), "growth_until_0", " ltac:(lra)"
                self.known.append((app("eq", *told), f"(@{lemma} {' '.join(map(shown, args))}{closing})"))
        elif head not in ("svar", "sent", "strace", "sentry", "seigen"):
            raise NoCertificate("number of matrices")
        return self._variable(shown(tree))

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
        return f"({' '.join([f'@{stated(self.made, own)}', *variables, *(proof for _, proof in known)])})"


def stated(made: Setting, own: Theorem) -> str:
    """The name of a lemma that stands before the theorem. Raises NoScript."""
    proof, name = proved(own).rstrip(), f"{PLACE}_{len(made.lemmas)}"
    made.lemmas.append(f"Lemma {name} : {own.statement()}.\n{proof}")
    return name
