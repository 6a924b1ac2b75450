"""The proofs of matrix theorems, as scripts for Coq: the letters, what follows from the hypotheses, and the steps to an equation.

The steps are found by rewriting here and are hints: Coq subtracts them, brings the rest to its normal form and asks that every
coefficient vanish.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy.matrices.expressions import Inverse

from .matrices_lemmas import Facts, entry_of
from .matrices_pairs import inverse_pairs
from .matrices_setting import Hypothesis
from .matrices_terms import ZERO, NoCertificate, Node, node, plain, product
from .matrices_text import coded
from .matrices_words import Algebra, Multiple, Rewriting, of_relations
from .printing.words import witnessed
from .reasons import NoScript
from .terms import app, num

UNREAD = ("entry", "function")
"""Kinds of hypotheses that are no relation between trees of words."""


class Script:
    """The script of one theorem about the setting's letters; trees: all expressions that its equations speak of."""

    def __init__(self, made: Any, trees: list[Node], extra: tuple = ()) -> None:
        self.made, self.letters = made, made.letters
        self.hypotheses = list(made.hypotheses)
        self.related = made.relations()
        sides = [side for item in self.hypotheses if item.kind not in UNREAD for side in item.sides]
        symmetric = frozenset({*made.symmetric, *self.letters.diagonals})
        self.algebra = Algebra(self.letters, [*trees, *sides, *(node("ssize", i) for i in range(len(self.letters.sizes)))], symmetric)
        self.turned = [(item, type(item)(f"C{i}", "", "matrix", "=", pair)) for i, (item, pair) in enumerate(self._one_sided())]
        self.related += [item for _, item in self.turned]
        self.rewriting: Rewriting | None = None
        self.arithmetic = "numbers"
        self.list_name = "ls"
        self.merged: list[tuple[Node, Node]] = []
        self.paired: list[Any] = []
        """Relations of diagonal letters, by guess, that are proved before they are used."""
        self.prepared: dict = {}
        self.left: dict = {}
        """By sides, the sum of words that rewriting leaves of their difference."""
        self.facts: list[str] = []
        self.positive = [f"P{i}" for i in range(len(made.symbols_of_sizes()))]
        self.given = [item.name for item in self.hypotheses if item.kind == "scalar"]
        self.equations: list[str] = []
        self.told: tuple[str, list[str]] = ("", [])
        """The coded term that an equation says is zero, and the steps that are taken off it."""

    def _one_sided(self) -> list[tuple]:
        """Products of square matrices that are the identity: so are the products the other way round."""
        found = []
        for item in self.related:
            left, right = item.sides
            if left.head == "mmul" and right.head == "mid":
                a, b = left.args
                if self.algebra.rows_of(a) == self.algebra.columns_of(a):
                    found.append((item, (node("mmul", b, a), right)))
        return found

    # what every script begins with
    @property
    def sizes(self) -> str:
        """The list of sizes."""
        return "[:: " + "; ".join(self.letters.size_text(size) for size in self.letters.sizes) + "]"

    @property
    def table(self) -> str:
        """Rows, columns and symmetry of each letter."""
        rows = [f"({r}, {c}, {'true' if key in self.algebra.symmetric else 'false'})" for key, r, c in self.letters.letters]
        return "([:: " + "; ".join(rows) + "]%N : seq (nat * nat * bool))" if rows else "([::] : seq (nat * nat * bool))"

    @property
    def scalars(self) -> str:
        """The values of the scalars."""
        return "([:: " + "; ".join(self.made.printer.shown(node("svar", key)) for key in self.letters.scalars) + "] : seq R)"

    @property
    def matrices(self) -> str:
        """The values of the letters."""
        shown = "; ".join(f"emb N {self.made.printer.shown(node('mlet', key))}" for key, _, _ in self.letters.letters)
        return f"([:: {shown}] : seq 'M[R]_N)"

    def opening(self) -> list[str]:
        """The common size, the letters, and what the hypotheses say in words."""
        lines = [f"have [N hN] : exists N, forall i, (nth 1%N {self.sizes} i <= N)%N by exists (sumn {self.sizes}).+1 => i; exact: bound."]
        for i, size in enumerate(self.letters.sizes):
            lines.append(f"have b{i} : ({self.letters.size_text(size)} <= N)%N := hN {i}%N.")
        return lines + self.letters_only() + self._facts() + self._relations()

    def letters_only(self) -> list[str]:
        """The letters, and the relations where there are any."""
        proofs, ls = "I", self.list_name
        lines = [f"pose {ls} := {self.matrices}."]
        for key, r, c in reversed(self.letters.letters):
            at = self.made.printer.shown(node("mlet", key))
            if key in self.letters.diagonals:
                proofs = f"(conj (letter_sym hN (r := {r}) (X := {at}) (dg_tr _)) {proofs})"
                continue
            one = f"letter_sym hN (r := {r}) (X := {at}) {self.made.symmetric[key]}" if key in self.made.symmetric else (
                f"letter_emb hN (r := {r}) (c := {c}) {at}")
            proofs = f"(conj ({one}) {proofs})"
        lines.append(f"have sq : squareb {self.table} := erefl.")
        lines.append(f"have s0 : nth 1%N {self.sizes} 0 = 1%N := erefl.")
        lines.append(f"have ok : listed {self.sizes} {self.table} {ls} := {proofs}.")
        return lines

    def _facts(self) -> list[str]:
        lines, count = [], 0
        for item in self.hypotheses:
            if item.kind != "scalar":
                continue
            count += 1
            lines += self.fact(f"F{count}", item.name, item.relation, item.sides)
        self.facts = [f"F{i + 1}" for i in range(count)]
        self.equations = [f"F{i + 1}" for i, item in enumerate(h for h in self.hypotheses if h.kind == "scalar") if item.relation == "="]
        for item in self.hypotheses:  # a matrix of one row and one column is a number
            if item.kind == "matrix" and {self.algebra.rows_of(item.sides[0]), self.algebra.columns_of(item.sides[0])} == {0}:
                name = f"O{len(self.facts)}"
                lines += self.fact(name, f"(congr1 (fun M : 'M[R]_1 => M ord0 ord0) {item.name})", "=",
                                   (node("sent", item.sides[0]), node("sent", item.sides[1])))
                self.facts.append(name)
                self.equations.append(name)
        return lines

    def flat(self, tree: Node) -> str:
        """A scalar tree as the normaliser flattens it."""
        return f"ltac:(let r := eval vm_compute in (fls {self.table} {coded(tree, self.letters)}) in exact r)"

    def value(self, flat: str) -> str:
        """The value of a flattened scalar."""
        return f"(evr {self.sizes} (nth 0%R {self.list_name}) (nth R0 {self.scalars}) {self.table} {flat})"

    def fact(self, fact: str, name: str, relation: str, sides: tuple) -> list[str]:
        """The lines that bring a relation between shown numbers to flattened ones; name: what proves it."""
        left, right = (self.value(self.flat(side)) for side in sides)
        code = [coded(side, self.letters) for side in sides]
        goals = " | ".join(f"by apply: (flat_to hN s0 sq ok (s := {one})); [reify | |]" for one in code)
        return [f"have {fact} : ({left} {relation} {right})%Re.",
                f"  refine (@lift (fun x y => (x {relation} y)%Re) _ _ _ _ {name} _ _); [{goals}]."]

    def _relations(self) -> list[str]:
        related = [*((item.name, item.sides) for item in self.related), *((f"D{i}", pair) for i, pair in enumerate(self.merged))]
        pairs = [tuple(coded(side, self.letters) for side in sides) for _, sides in related]
        listed = "[:: " + "; ".join(f"({left}, {right})" for left, right in pairs) + "]"
        listed = "[::]" if not pairs else listed
        lines, proofs = [], []
        for item, made in self.turned:
            shown = " = ".join(self.made.printer.shown(side) for side in made.sides)
            lines.append(f"have {made.name} : {shown} := mulmx1C {item.name}.")
        pairs_first = [(item.name, item.sides) for item in self.paired]
        for name, (left, right) in [*pairs_first, *((f"D{i}", pair) for i, pair in enumerate(self.merged))]:
            lines += [f"have {name} : {self.made.printer.shown(left)} = {self.made.printer.shown(right)}.", self.by_entries(left)]
        lines.append(f"pose rels := ({listed} : seq relation).")
        for (name, _), (left, right) in zip(related, pairs, strict=True):
            proofs.append(f"  split; [by apply: (rel_emb (a := {left}) (b := {right}) {name}); reify |].")
        lines.append(f"have holds : hold {self.sizes} (nth 0%R {self.list_name}) (nth R0 {self.scalars}) rels.")
        return [*lines, "{ rewrite /rels /=.", *proofs, "  exact: I. }"]

    def by_entries(self, left: Node) -> str:
        """The line that proves that a matrix of diagonal letters is zero."""
        size = self.algebra.rows_of(left)
        with suppress(NoScript, NoCertificate):
            facts = Facts(self.made)
            entry = facts.term(entry_of(left, self.letters.diagonals))
            facts.suppose(entries=True)
            return f"{{ dg_entries; intro i; exact: {facts.lemma([], app('eq', entry, num(0)))}. }}"
        given = " ".join(f"({item.name} i)" if item.kind == "entry" else f"({item.name})" for item in self.hypotheses
                         if item.kind == "scalar" or (item.kind == "entry" and item.sides == (size,)))
        return f"{{ dg_entries; intro i; {'move: ' + given + '; ' if given else ''}clear; grown_entries. }}"

    @property
    def kept(self) -> str:
        """The hypotheses that numbers may need beside the facts."""
        scalars = self.given if not self.facts else []
        return " ".join([*self.positive, *scalars])

    # equations
    def equation(self, left: Node, right: Node) -> list[str]:
        """The script that proves the shown equation of two trees."""
        a, b = coded(left, self.letters), coded(right, self.letters)
        at = f"(N := N) (dims := {self.sizes}) (ml := nth 0%R {self.list_name}) (sl := nth R0 {self.scalars})"
        if left.head.startswith("m"):
            r, c = self.algebra.rows_of(left), self.algebra.columns_of(left)
            first = f"apply: (same_emb {at} b{r} b{c} (a := {a}) (b := {b})); [by reify | by reify |]."
        else:
            first = f"apply: (same_s {at} (a := {a}) (b := {b})); [by reify | by reify |]."
        return [first, *self.coded_equation(left, right)]

    def coded_equation(self, left: Node, right: Node, codes: tuple | None = None) -> list[str]:
        """The script that proves the equation of the values of two coded terms."""
        matrix = left.head.startswith("m")
        a, b = codes or (coded(left, self.letters), coded(right, self.letters))
        steps = self.steps(left, right) if left is not right else []
        if matrix:
            whole, lemma = f"(MAdd {a} (MOpp {b}))", "equal_words"
        else:
            whole, lemma = f"(MAdd (MScal {a} (MId 0)) (MOpp (MScal {b} (MId 0))))", "equal_scalars"
        self.told = whole, steps
        given = self.list_name == "ls"
        rels, holds = ("rels", "holds") if given else ("([::] : seq relation)", "I")
        return [f"pose steps := ([:: {'; '.join(steps)}] : seq step)." if steps else "pose steps := ([::] : seq step).",
                f"let p := eval vm_compute in (collect (nfm {self.table} (less {rels} {whole} steps))) in",
                f"let y := eval vm_compute in (tym {self.table} (less {rels} {whole} steps)) in",
                "lazymatch y with Some (?r, ?c) =>",
                f"apply: ({lemma} hN s0 sq ok (a := {a}) (b := {b}) (rels := {rels}) (steps := steps) (r := r) (c := c) (p := p) {holds});",
                "[by vm_compute | by vm_compute |] end.", *self.finish()]

    def finish(self) -> list[str]:
        """What is left is equations between numbers."""
        using = f"[{' '.join(self.equations)}]" if self.equations else ""
        return self.closing(f"{self.arithmetic} ltac:(field {using}) ltac:(ring {using})" if using else
                            f"{self.arithmetic} ltac:(field) ltac:(ring)")

    def closing(self, tactic: str) -> list[str]:
        """Words become numbers of any kind; of these the tactic proves what is left."""
        lines = [f"revert {' '.join(self.facts)}."] if self.facts else []
        lines += ["cbv [all_zero definedr evr evf okf]; words_out; cbv [nth size_at].",
                  f"clear - {self.kept}." if self.kept else "clear.", "rewrite ?INR_addn ?INR_muln ?INR_one."]
        if self.facts:
            lines.append(f"intros {' '.join(self.facts)}.")
        return [*lines, f"{tactic}."]

    def condition(self, code: str) -> list[str]:
        """The script that what a coded term needs to have a derivative holds."""
        return [*self.asked(code), *self.finish(), "}"]

    def asked(self, code: str) -> list[str]:
        """Its beginning: words become numbers."""
        conds = "condm" if code.startswith("(M") else "conds"
        return [f"{{ let cs := eval vm_compute in [seq (c.1, fls {self.table} c.2) | c <- {conds} {code}] in",
                "apply: (defined_flat hN s0 sq ok (rs := cs)); [by vm_compute | by vm_compute |]."]

    def prepare(self, left: Node, right: Node) -> None:
        """Find the steps of an equation, and the relations between diagonal letters that it needs, before the script is begun."""
        algebra = self.algebra
        if not (self.related or self.letters.diagonals or self.made.witness):
            self.prepared[left, right], self.left[left, right] = [], {}
            return
        if self.rewriting is None:
            self.rewriting = self._rewriting(algebra)
        rest, taken = self._reduced(self.rewriting, left, right)
        if rest and not self.prepared:
            rest, taken = self._with_pairs(left, right, rest, taken)
        if rest and self.made.witness:  # what a goal has at hand, no line of a proof asks for
            other = self._reduced(of_relations(algebra, self._differences(algebra)), left, right)
            rest, taken = (rest, taken) if other[0] else other
        size = (algebra.rows_of(left), algebra.columns_of(left)) if left.head.startswith("m") else (0, 0)
        steps = [self._step(one, size) for one in taken]
        steps += [self._merge(*one, size[0]) for one in one_by_one(rest, algebra, self.letters.diagonals)]
        self.prepared[left, right], self.left[left, right] = steps, rest

    def _with_pairs(self, left: Node, right: Node, rest: dict, taken: list) -> tuple[dict, list]:
        """What is left, and the steps, where diagonal letters that are inverse to one another are known as such, if that leaves less."""
        pairs = [Hypothesis(f"K{i}", "", "matrix", "=", pair) for i, pair in enumerate(inverse_pairs(self.made))]
        known, before = self.related, self.rewriting
        if pairs:
            self.related, self.rewriting = [*known, *pairs], None
            self.rewriting = self._rewriting(self.algebra)
            other = self._reduced(self.rewriting, left, right)
            if len(other[0]) < len(rest):
                self.paired = pairs
                return other
            self.related, self.rewriting = known, before
        return rest, taken

    def _differences(self, algebra: Algebra) -> list[dict]:
        return [algebra.plus(*map(algebra.matrix, item.sides), -algebra.one) for item in self.related]

    def _rewriting(self, algebra: Algebra) -> Rewriting:
        differences = self._differences(algebra)
        first = [number for number, item in enumerate(self.related) if item.name[0] == "K"]
        if self.made.witness is None:
            return of_relations(algebra, differences, first)
        inner = [node("mmul", *pair) for key, tree in self.letters.inverses.items() if isinstance(key, Inverse)
                 for pair in ((tree, node("mlet", key)), (node("mlet", key), tree))]
        known = [item.name[0] in "(K" or item.sides[0] in inner for item in self.related]
        return witnessed(self.made.reader, algebra, list(zip(differences, known)), self.made.witness, first)

    @staticmethod
    def _reduced(rewriting: Rewriting, left: Node, right: Node) -> tuple[dict, list]:
        """What is left of the difference of two trees, and the steps."""
        algebra = rewriting.algebra
        read = algebra.matrix if left.head.startswith("m") else algebra.scalar
        return rewriting.reduce(algebra.plus(read(left), read(right), -algebra.one))

    def normal(self, tree: Node) -> Node:
        """A scalar as the sum of words that rewriting leaves."""
        if self.rewriting is None:
            self.rewriting = self._rewriting(self.algebra)
        return self.sum_tree(self.rewriting.reduce(self.algebra.scalar(tree))[0])

    def sum_tree(self, total: dict) -> Node:
        """The number that stands before a word in a sum of such."""
        items = [self.coefficient_tree(value, scalars) for (_, scalars), value in total.items()]
        return product(items, "sadd") if items else ZERO

    def _merge(self, kind: str, before: tuple, terms: list, after: tuple, outside: tuple, size: int) -> str:
        """The step that takes a sum of products of diagonal letters for zero, between two words."""
        key = next(word[0][0] for word, _ in terms if word)
        place = self.letters.shape(key)[0]
        parts = []
        for word, value in terms:
            tree = self.word_tree(word) if word else node("mid", place)
            parts.append(node("mscal", self.coefficient_tree(value, ()), tree))
        pair = (product(parts, "madd"), node("mzero", place, place))
        if pair not in self.merged:
            self.merged.append(pair)
        number = len(self.related) + self.merged.index(pair)
        return self._around(kind, self.algebra.one, self._word(before, place), f"{number} false", self._word(after, place), outside, size)

    def _around(self, kind: str, value: Any, before: str, relation: str, after: str, outside: tuple, size: int) -> str:
        """A multiple of a relation, between words or within a bracket or a trace. outside: what else multiplies it."""
        if kind == "m":
            return f"Around {self._coefficient(value, outside)} {before} {relation} {after}"
        word, others = outside
        m = f"(MScal {self._coefficient(value, others)} {self._word(word, size)})"
        return f"{'Entry' if kind == 'e' else 'Trace'} {before} {relation} {after} {m}"

    def steps(self, left: Node, right: Node) -> list[str]:
        """The multiples of relations that bring the difference of two trees to zero, as far as they are found."""
        if (left, right) not in self.prepared:
            self.prepare(left, right)
        return self.prepared[left, right]

    def _step(self, step: Any, size: tuple) -> str:
        if isinstance(step, Multiple):
            kind, rest, multiple = "m", (), step
        else:
            kind, rest, multiple = step
        c, before, number, turned, after = multiple
        sides = self.related[number].sides
        rows, columns = self.algebra.rows_of(sides[0]), self.algebra.columns_of(sides[0])
        if turned:
            rows, columns = columns, rows
        relation = f"{number} {'true' if turned else 'false'}"
        return self._around(kind, c, self._word(before, rows), relation, self._word(after, columns), rest, size[0])

    def _word(self, word: tuple, size: int) -> str:
        if not word:
            return f"(MId {size})"
        return coded(self.word_tree(word), self.letters)

    def word_tree(self, word: tuple) -> Node:
        """A word of at least one letter as a product."""
        return product([node("mtr", node("mlet", key)) if turned else node("mlet", key) for key, turned in word])

    def _coefficient(self, value: Any, scalars: tuple) -> str:
        return coded(self.coefficient_tree(value, scalars), self.letters)

    def coefficient_tree(self, value: Any, scalars: tuple) -> Node:
        """A coefficient with its words in brackets and traces, as a tree."""
        parts = [self._number(value)]
        for kind, word in scalars:
            parts.append(node("sent" if kind == "e" else "strace", self.word_tree(word)))
        return product(parts, "smul")

    def _number(self, value: Any) -> Node:
        top, below = self._polynomial(value.numer), self._polynomial(value.denom)
        return top if below == node("snum", 1) else node("smul", top, node("sfun", "inv", below))

    def _polynomial(self, polynomial: Any) -> Node:
        terms = []
        for powers, coefficient in polynomial.terms():
            top = node("snum", int(coefficient.numerator))
            factors = [top] if coefficient.denominator == 1 else [top, node("sfun", "inv", node("snum", int(coefficient.denominator)))]
            for atom, power in zip(self.algebra.atoms, powers, strict=False):
                factors += [plain(atom)] * power
            if len(factors) > 1 and factors[0] == node("snum", 1):
                factors = factors[1:]
            terms.append(product(factors, "smul"))
        if not terms:
            raise NoCertificate("coefficient")
        return product(terms, "sadd")


def one_by_one(total: dict, algebra: Algebra, diagonals: dict) -> list[tuple]:
    """Terms of a sum that differ in one stretch of diagonal letters of their word, or of the one scalar word that has any.

    Of each: `m`, `e` or `t` for where the stretch stands, before, [(stretch, coefficient)], after, and what stands outside.
    """
    groups: dict = {}
    for (word, scalars), value in total.items():
        kind, own, outside = "m", word, scalars
        within = [place for place, (_, inner) in enumerate(scalars) if _any(inner, diagonals)]
        if len(within) == 1 and not _any(word, diagonals):
            kind, inner = scalars[within[0]]
            own, outside = _turned(algebra, kind, inner, diagonals), (word, (*scalars[:within[0]], *scalars[within[0] + 1:]))
        rest = tuple(letter for letter in own if letter[0] not in diagonals)
        groups.setdefault((kind, rest, outside), []).append((_stretches(own, diagonals), value))
    found = []
    for (kind, rest, outside), members in groups.items():
        gaps = [gap for gap in range(len(rest) + 1) if any(stretches[gap] for stretches, _ in members)]
        best: dict | None = None
        for gap in gaps:
            parted = {key: [(stretches[gap], value) for stretches, value in part] for key, part in _parted(members, gap).items()}
            if best is None or len(parted) < len(best):
                best = parted
        if best is not None and any(len(terms) == 1 for terms in best.values()):
            best = _by_gaps(members, gaps) or best
        for (gap, others), terms in (best or {}).items():
            if not any(word for word, _ in terms):
                continue
            before, after = others[0] if gap else (), ()
            for i, letter in enumerate(rest):
                if i < gap:
                    before += (letter,) + (others[i + 1] if i + 1 < gap else ())
                else:
                    after += (letter,) + others[i + 1]
            found.append((kind, before, terms, after, outside))
    return found


def _parted(members: list, gap: int) -> dict:
    """Terms by all their stretches but one."""
    found: dict = {}
    for stretches, value in members:
        others = tuple(() if i == gap else one for i, one in enumerate(stretches))
        found.setdefault((gap, others), []).append((stretches, value))
    return found


def _by_gaps(members: list, gaps: list[int]) -> dict:
    """Terms in groups of several, which differ in one stretch each, not always the same one; none where one term stays alone."""
    found: dict = {}
    for gap in gaps:
        for key, part in _parted(members, gap).items():
            if len(part) > 1:
                found[key] = [(stretches[gap], value) for stretches, value in part]
                members = [one for one in members if one not in part]
    return {} if members else found


def _any(word: tuple, diagonals: dict) -> bool:
    return any(letter[0] in diagonals for letter in word)


def _turned(algebra: Algebra, kind: str, word: tuple, diagonals: dict) -> tuple:
    """The word or its transpose, a trace's from any letter on, whichever is least without diagonal letters, which come last then."""
    both = [word, algebra.flipped(word)]
    turns = both if kind == "e" else [one[i:] + one[:i] for one in both for i in range(len(one))]

    def order(one: tuple) -> tuple:
        return kind == "t" and one[0][0] in diagonals, *algebra.order(tuple(letter for letter in one if letter[0] not in diagonals))
    return min(turns, key=order)


def _stretches(word: tuple, diagonals: dict) -> tuple:
    found: list = [()]
    for letter in word:
        if letter[0] in diagonals:
            found[-1] += (letter,)
        else:
            found.append(())
    return tuple(found)
