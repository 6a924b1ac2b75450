"""Definite matrices, as lines of a proof: lemmas about what they are made of; a function of one matrix; sums of B^T P B, where P is left
out, a definite matrix that is known, or one that a lemma says is definite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import permutations

from flint import fmpq

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import NEVER, equal, nonneg, nonzero, pos, term
from theoremtest.derivations.kernel.knowledge import at_every_mode
from theoremtest.derivations.kernel.matrix_lemmas import at, blocks, complement, det, minus, times
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.special import Special, eigenvalue, entry
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.terms import MINUS, ONE, Refused, Term, add, mul, parts, power, put, shape

from .draft import Draft, as_text
from .effort import FUNCTIONS, LOEWNER, SCALARS
from .forms import Cone, Flat, Programme, flat_words, matrix_of, product_of, suffixes
from .identities import Equation
from .reader import EIGENVALUE, Reader
from .signs import Signs


class Definite:
    """Shows that matrices are definite, or have an inverse because they are."""

    def __init__(self, draft: Draft, signs: Signs) -> None:
        self.draft, self.signs = draft, signs
        self.resolvents: list[list] = []
        """Rules by which inverses are functions."""

    def show(self, fact: Term) -> int | None:
        """The line that shows it, written now; None where no proof is found."""
        place = self.draft.place(fact)
        if place is not None:
            return place
        if self.draft.known.knows(fact):
            return self.draft.line("known", self.draft.number(fact))
        if fact in self.draft.asked_of_matrices:  # asked again on the way, it helps nobody
            return None
        self.draft.asked_of_matrices.add(fact)
        try:
            return self._found(fact)
        finally:
            self.draft.asked_of_matrices.discard(fact)

    def _found(self, fact: Term) -> int | None:
        if fact.head == "invertible":
            strict = self.show(term("pd", fact.args))
            if strict is not None:
                return self.draft.line("known", self.draft.number(fact))
            with suppress(Refused):
                if self.signs.show(nonzero(det(*fact.args))) is not None:
                    return self._lemma("invertible", *fact.args)
            return None
        self._inverses_of_sums(fact)
        for way in (self._by_its_parts, self._by_an_equation, self._as_it_stands, self._one_function, self._between, self._by_forms):
            with suppress(Refused, TooManyLetters):
                line = way(fact)
                if line is not None:
                    return line
        return None

    def _inverses_of_sums(self, fact: Term) -> None:
        """What the inverse of s A + t B is below."""
        for node in parts(fact):
            mixed = self._mixed(node.args[0]) if node.head == "Inverse" else None
            if mixed is not None:
                with suppress(Refused, TooManyLetters):
                    self._lemma("inverse_convex", *mixed)

    def _inverses_as_functions(self, fact: Term) -> None:
        """The inverse of s A^k + ... + t 1 is a function of A, where A is symmetric."""
        inverses = [part if part.head == "Inverse" else term("Inverse", part.args[:1]) for part in parts(fact) if _is_inverse(part)]
        known = {self.draft.terms[rule[2]] for rule in self.resolvents}
        for node in dict.fromkeys(node for node in inverses if node not in known):
            with suppress(Refused, TooManyLetters):
                inner = node.args[0]
                own = _bare(inner)
                if own is None or not self._is_symmetric(own) or self.show(term("invertible", (inner,))) is None:
                    continue
                formula = self._formula(inner, own, Reader(SIZES[1]))
                if formula is not None:
                    made = term("MatrixFunction", (power(_with_eigenvalue(formula, eigenvalue(own, 0)), -1), EIGENVALUE, own))
                    self._modes_of(own)
                    self._valued(made)
                    both = equal(term("MatMul", (inner, node)), term("MatMul", (inner, made)))
                    line = self.draft.line("algebra", self.draft.number(both), [])
                    line = self.draft.line("cancel", self.draft.number(equal(node, made)), line, self.draft.number(inner), True, [])
                    self.resolvents.append(["word", line, self.draft.number(node)])

    def _modes_of(self, own: Term) -> None:
        """What is known of the eigenvalues of a matrix that is definite, or a product with its transpose."""
        for head in ("pd", "psd"):
            line = self.show(term(head, (own,)))
            if line is not None:
                self.draft.line("mode", line, self.draft.number(eigenvalue(own, 0)))
                return

    def _is_symmetric(self, node: Term) -> bool:
        turned = equal(term("Transpose", (node,)), node)
        return self.draft.known.knows(turned) or Equation(self.draft, turned).show()

    def _mixed(self, node: Term) -> tuple[Term, ...] | None:
        """A, B, s and t of a sum s A + t B of definite matrices with weights that are not negative, once that is shown."""
        if node.head != "MatAdd" or len(node.args) != 2:
            return None
        weighed = [(ONE, part) if part.head != "MatMul" or len(part.args) != 2 or shape(part.args[0]) is not None else part.args
                   for part in node.args]
        (s, a), (t, b) = weighed
        with suppress(Refused, TooManyLetters):
            if all(self.show(term("pd", (part,))) is not None for part in (a, b)) \
                    and all(self.signs.show(sign) is not None for sign in (nonneg(s), nonneg(t), pos(add(s, t)))):
                self._lemma("mixture", a, b, s, t)
                return a, b, s, t
        return None

    def _lemma(self, name: str, *terms: Term) -> int:
        for side in self._sides(name, *terms):
            if side.head == "Equality" and side.args[0].head == "Transpose" and not self.draft.known.knows(side):
                self._reader()
                self.draft.line("algebra", self.draft.number(side), self.rules)
        return self.draft.line("matrix", name, [self.draft.number(node) for node in terms])

    def _by_its_parts(self, fact: Term) -> int | None:
        """By what a matrix is made of: products entry by entry, Kronecker's; numbers; blocks."""
        (matrix,), strict = fact.args, fact.head == "pd"
        strictly = "strict_" if strict else ""
        if matrix.head in ("Kron", "HadamardProduct") and len(matrix.args) == 2 \
                and all(self.show(term(fact.head, (part,))) is not None for part in matrix.args):
            return self._lemma(strictly + ("kron" if matrix.head == "Kron" else "hadamard"), *matrix.args)
        if strict and self._mixed(matrix) is not None:
            return self.draft.line("known", self.draft.number(fact))
        if matrix.head == "Inverse" and self.show(term("pd", matrix.args[:1])) is not None:
            return self._weakened(fact, self._lemma("inverse", matrix.args[0]))
        if matrix.head == "Matrix":
            for side in self._sides(strictly + "minors", matrix):
                if side.head == "Equality":
                    Equation(self.draft, side).show()
                elif self.signs.show(side) is None:
                    return None
            return self._lemma(strictly + "minors", matrix)
        if matrix.head == "Blocks":
            return self._by_blocks(fact)
        return None

    def _by_an_equation(self, fact: Term) -> int | None:
        """What the domain says that a matrix is, is definite."""
        (matrix,) = fact.args
        for known in self.draft.goal.hypotheses:
            for left, right in (known.args, known.args[::-1]) if known.head == "Equality" else ():
                if left is matrix and left.head != "MatrixSymbol" and (middle := self.show(term(fact.head, (right,)))) is not None:
                    one, rule = term("Identity", (shape(matrix) or ())[:1]), ["word", self.draft.place(known), self.draft.number(left)]
                    return self.draft.line("definite", self.draft.number(fact), [["1", self.draft.number(one), middle]], [rule])
        return None

    def _sides(self, name: str, *terms: Term) -> list[Term]:
        return at(name, list(terms))[0]

    def _by_blocks(self, fact: Term) -> int | None:
        (matrix,) = fact.args
        _, b, c, _ = blocks(matrix)
        turned = equal(c, term("Transpose", (b,)))
        if not self.draft.known.knows(turned) and not Equation(self.draft, turned).show():
            return None
        for last in (False, True):
            corner, rest = complement(matrix, last)
            if self.show(term("pd", (corner,))) is not None and self.show(term(fact.head, (rest,))) is not None:
                return self._lemma("by_" + ("strict_" if fact.head == "pd" else "") + ("last_" if last else "") + "complement", matrix)
        return None

    def _weakened(self, fact: Term, line: int) -> int:
        return line if self.draft.shown[line] is fact else self.draft.line("known", self.draft.number(fact))

    def _as_it_stands(self, fact: Term) -> int | None:
        """Each word by itself is of the form B^T P B."""
        for size in SIZES[:2]:
            with suppress(TooManyLetters):
                try:
                    return self._sum(fact, Reader(size))
                except Refused:
                    return None
        return None

    # --- sums of forms -------------------------------------------------------------------------------------------------

    def _reader(self, size: int = SIZES[1], more: Sequence[list] = ()) -> Reader:
        """An algebra in which the domain's equations between matrices hold, and definite ones are symmetric."""
        solved = Equation(self.draft, NEVER)
        for known in [*self.draft.goal.hypotheses, *self.draft.goal.given, *self.draft.held]:
            if known.head in ("pd", "psd"):
                with suppress(Refused):
                    weak = term("psd", known.args)
                    if not self.draft.known.knows(weak):
                        self.draft.line("known", self.draft.number(weak))
                    turned = equal(term("Transpose", known.args), known.args[0])
                    self.draft.line("known", self.draft.number(turned))
                    solved.word_rule(turned)
        solved._relations()
        self.rules = [*(rule for rule in solved.ordered() if rule[0] == "word"), *more]
        reader = Reader(size)
        for name, *needs in self.rules:
            RULES[name](self.draft.looking(), reader, *needs)
        return reader

    def _one_function(self, fact: Term) -> int | None:
        """A function of one symmetric matrix, whose formula has a sign at every eigenvalue."""
        (matrix,) = fact.args
        self._inverses_as_functions(fact)
        reader = self._reader(more=self.resolvents)
        rules = self.rules  # those of this question; another that is asked on the way has its own
        functions = [self.draft.shown[rule[1]].args[1] for rule in self.resolvents if self.draft.terms[rule[2]].args[0] in parts(matrix)]
        inside = {part.args[2] for part in [*parts(matrix), *functions] if part.head == "MatrixFunction"} or \
            {part for part in parts(matrix) if part.head == "MatrixSymbol"}
        if len(inside) != 1:
            return None
        (own,) = inside
        if not self._is_symmetric(own):
            return None
        at_any = self._formula(matrix, own, reader)
        if at_any is None:
            return None
        self._signs_of(term("MatrixFunction", (at_any, EIGENVALUE, own)))
        if self.signs.show((pos if fact.head == "pd" else nonneg)(at_any)) is None:
            return None
        made = _with_eigenvalue(at_any, eigenvalue(own, 0))
        node = term("MatrixFunction", (made, EIGENVALUE, own))
        line = self.draft.line("definite_function", self.draft.number(term(fact.head, (node,))))
        one = self.draft.number(term("Identity", (shape(own) or ())[:1]))
        return self.draft.line("definite", self.draft.number(fact), [["1", one, line]], rules)

    def _formula(self, matrix: Term, own: Term, reader: Reader) -> Term | None:
        """The formula, at one eigenvalue of a symmetric matrix, of a matrix that is a function of it."""
        words = reader.matrix(own)
        whole = next(iter(words)) if len(words) == 1 else ()
        formula = []
        for word, value in reader.matrix(matrix).items():
            factors, rest = [reader.written(value)], word
            while rest:
                known = reader.known_special(rest[0][0])
                if known is not None and known.kind == "function" and known.argument is own:
                    factors.append(known.formula)
                    rest = rest[1:]
                elif whole and rest[:len(whole)] == whole:
                    factors.append(eigenvalue(own, 0))
                    rest = rest[len(whole):]
                else:
                    return None
            formula.append(mul(*factors))
        return add(*formula)

    def _between(self, fact: Term) -> int | None:
        """Words that differ in one diagonal matrix, or function, between the same others, put together: B^T f B for each B."""
        reader = self._reader()
        groups: dict[tuple, list[Term]] = {}
        held: dict[tuple, Special] = {}
        for word, value in reader.matrix(fact.args[0]).items():
            known = [(place, special) for place, (letter, _) in enumerate(word)
                     if (special := reader.known_special(letter)) is not None and special.formula is not None]
            cut = known[0][0] if known else len(word) // 2
            sides = word[:cut], word[cut + len(known):]
            if len(known) > 1 or reader.turned(sides[1]) != sides[0]:
                return None
            if known:
                held[sides] = known[0][1]
            groups.setdefault(sides, []).append(mul(reader.written(value), known[0][1].formula) if known else reader.written(value))
        if fact.head != "psd" or groups.keys() != held.keys():
            return None
        summands = []
        for (_, right), formulas in groups.items():
            special = held[_, right]
            node = reader._written_special(Special(special.kind, add(*formulas), special.argument, (), special.group))
            inner = reader.word_term(right) if right else term("Identity", (shape(node) or ())[:1])
            line = self._core(node, "psd")
            if line is None:
                return None
            summands.append(["1", self.draft.number(inner), line])
        return self.draft.line("definite", self.draft.number(fact), summands, self.rules)

    def cones(self, formulas: list[Term], reader: Reader) -> list[Cone]:
        """What is known to be definite: by the domain, by what was shown, and by what is spoken of."""
        lines: dict[int, None] = {}
        for known in [*self.draft.goal.hypotheses, *self.draft.goal.given, *self.draft.shown]:
            if known.head in ("pd", "psd"):
                place = self.draft.place(known)
                if place is not None:
                    lines[place] = None
                if known.args[0].head == "Blocks":
                    lines.update(dict.fromkeys(self._of_blocks(known)))
        spoken = dict.fromkeys(part for formula in formulas for part in parts(formula))
        functions = [node for node in spoken if node.head == "MatrixFunction"][:FUNCTIONS]
        for node in spoken:
            with suppress(Refused, TooManyLetters):
                lines.update(dict.fromkeys(self._spoken(node)))
        for one, other in permutations(functions, 2):
            if one.args[:2] == other.args[:2] and shape(one) == shape(other) \
                    and self.show(term("psd", (minus(other.args[2], one.args[2]),))) is not None:
                with suppress(Refused):
                    lines[self._lemma("grows", one, other)] = None
        cones: dict = {}
        for line in lines:
            fact = self.draft.shown[line]
            with suppress(Refused, TooManyLetters):
                words = reader.matrix(fact.args[0])
                key = reader.words_key(words)
                flat_words(words)
                if words and (key not in cones or not cones[key].strict):
                    cones[key] = Cone(words, reader.size_key((shape(fact.args[0]) or ())[0]), line, fact.head == "pd")
        return list(cones.values())

    def _spoken(self, node: Term) -> list[int]:
        """Lines on definite matrices that a term brings along."""
        found: list[int | None] = []
        if node.head == "Inverse":
            found.append(self.show(term("pd", (node,))))
        elif node.head in ("MatrixFunction", "Diagonal", "DiagMatrix"):
            self._signs_of(node)
            found.append(self._core(node, "psd"))
        elif node.head in ("Kron", "HadamardProduct"):
            found.append(self.show(term("pd", (node,))) or self.show(term("psd", (node,))))
        elif node.head == "SpectralNorm":
            found.append(self._lemma("norm_above", *node.args))
            found.append(self._lemma("norm_above_turned", *node.args))
            if len(set(shape(node.args[0]) or ())) == 1 and self.show(term("psd", node.args)) is not None:
                found.append(self._below_norm(node))
        elif node.head in ("LargestEigenvalue", "SmallestEigenvalue"):
            found.append(self._lemma("eigenvalue_above" if node.head == "LargestEigenvalue" else "eigenvalue_below", *node.args))
        elif node.head == "MatrixSymbol" and len(set(shape(node) or ())) == 1:
            found += self._as_the_other_way_round(node)
        elif node.head == "Trace" and self._is_symmetric(*node.args) and self.show(term("psd", node.args)) is not None:
            found.append(self._lemma("trace_above", *node.args))
        return [line for line in found if line is not None]

    def _below_norm(self, node: Term) -> int:
        """A semidefinite matrix is at most its norm times the identity: that is its largest eigenvalue."""
        (matrix,), draft = node.args, self.draft
        draft.line("known", draft.number(equal(term("Transpose", (matrix,)), matrix)))
        rule = ["letter", self._lemma("norm_of_definite", matrix)]
        one, above = term("Identity", (shape(matrix) or ())[:1]), self._lemma("eigenvalue_above", matrix)
        fact = term("psd", (minus(times(node, matrix), matrix),))
        return draft.line("definite", draft.number(fact), [["1", draft.number(one), above]], [rule])

    def _as_the_other_way_round(self, matrix: Term) -> list[int]:
        """What the domain's equations say of X X^T for a square matrix, said of X^T X: that it is at least a number, times a number."""
        reader, found = self._reader(), []
        for one in (matrix, term("Transpose", (matrix,))):
            words = {word: reader.reduced(value) for word, value in reader.matrix(term("MatMul", (one, term("Transpose", (one,))))).items()}
            value = words.get(())
            if value is None:
                continue
            den = reader.polynomial(value.den)
            bound = reader.polynomial(value.num)
            identity = term("MatMul", (bound, term("Identity", shape(matrix)[:1])))
            side = minus(term("MatMul", (den, one, term("Transpose", (one,)))), identity)
            if self.signs.show(pos(den)) is not None and self.show(term("psd", (side,))) is not None:
                with suppress(Refused):
                    found.append(self._lemma("square_turned", one, den, bound))
        return found

    def _is_symmetric(self, matrix: Term) -> bool:
        reader = self._reader()
        words = reader.matrix(matrix)
        return reader.words_key(reader.transposed(words)) == reader.words_key(words)

    def _of_blocks(self, known: Term) -> list[int]:
        found = []
        for name in ("corner", "last_corner", "complement", "last_complement"):
            with suppress(Refused):
                found.append(self._lemma(("strict_" if known.head == "pd" else "") + name, *known.args))
        return found

    def scaled(self, cones: list[Cone], scalars: list[Term], reader: Reader) -> list[Cone]:
        """The cones times scalars that are not negative."""
        found = list(cones)
        for value in scalars:
            line = next((line for way in (value, mul(MINUS, value)) for head in ("pos", "nonneg")
                         for line in [self.signs.show(term(head, (way,)))] if line is not None), None)
            if line is None:
                continue
            value = self.draft.shown[line].args[0]
            strict = self.draft.shown[line].head == "pos"
            for cone in cones:
                one = term("Identity", (reader.written_key(cone.size),))
                matrix = one if cone.line is None else self.draft.shown[cone.line].args[0]
                with suppress(Refused):
                    name = "strict_multiple" if strict and cone.strict else "multiple"
                    if cone.line is None:
                        shown = self.draft.number(term("pd" if strict else "psd", (one,)))
                        self.draft.line("definite", shown, [["1", self.draft.number(one), None]], [])
                    elif name == "multiple" and self.draft.shown[cone.line].head == "pd":
                        self.draft.line("known", self.draft.number(term("psd", (matrix,))))
                    place = self._lemma(name, value, matrix)
                    words = reader.matrix(self.draft.shown[place].args[0])
                    found.append(Cone(words, cone.size, place, name == "strict_multiple"))
        return found

    def _by_forms(self, fact: Term) -> int | None:
        """By sums of B^T P B, which are not looked for twice where nothing was shown since."""
        asked = fact, len(self.rules), tuple(self.draft.shown)
        found = None
        if asked not in self.draft.formless:
            with suppress(Refused, TooManyLetters):
                found = self._form(fact)
            if found is None:
                self.draft.formless.add(asked)
        return found

    def _form(self, fact: Term) -> int | None:
        (matrix,) = fact.args
        self.draft.effort.spend(programmes=2)
        reader = self._reader()
        sizes = shape(matrix)
        assert sizes is not None
        rows = sizes[0]
        size = reader.size_key(rows)
        words = {word: reader.reduced(value) for word, value in reader.matrix(matrix).items()}
        dens = list(dict.fromkeys(reader.polynomial(value.den) for value in words.values() if not value.den.is_one()))
        if dens:
            return self._times_denominator(fact, mul(*dens))
        target = flat_words(words)
        if not target:
            return self.draft.line("definite", self.draft.number(fact), [], self.rules) if fact.head == "psd" else None
        known = self.cones([matrix], reader)
        monos = {mono for _, mono in target if mono}
        for wider in range(LOEWNER):
            basis = suffixes(word for word, _ in target)
            if wider:
                letters = dict.fromkeys((letter,) for cone in known for word in cone.words for letter in word)
                basis = list(dict.fromkeys([*basis, *letters]))
                monos |= {mono for words in self._supposed(reader) for _, mono in words if len(mono) == 1}
            basis = [word for word in basis if not word or reader.sizes(word)[-1] == size]
            sizes = {size: None, **{reader.sizes(word)[0]: None for word in basis if word}}
            identities = [Cone({(): reader.one}, one, None, one == size) for one in sizes]
            cones = self.scaled([*identities, *known], [product_of(reader, mono) for mono in monos], reader)
            for longest in dict.fromkeys((*((0, 1) if known and not wider else ()), max(map(len, basis), default=0))):
                programme = Programme(reader, cones, size)
                scalars = sorted(mono for mono in monos if sum(exponent for _, exponent in mono) == 1)[:SCALARS] if wider else []
                programme.over_words(sorted((word for word in basis if len(word) <= longest), key=len), [(), *scalars])
                found = programme.solve(target)
                if found is not None:
                    return self._written(fact, found, cones, reader, rows)
        return None

    def _supposed(self, reader: Reader) -> Iterator[Flat]:
        """What the domain says to be definite."""
        for known in self.draft.goal.hypotheses:
            if known.head in ("pd", "psd"):
                with suppress(Refused, TooManyLetters):
                    yield flat_words(reader.matrix(known.args[0]))

    def _times_denominator(self, fact: Term, den: Term) -> int | None:
        """A matrix is as definite as what a positive number makes of it."""
        (matrix,), rules = fact.args, self.rules
        many = term("MatMul", (den, matrix))
        if self.signs.show(pos(den)) is None or self.show(term(fact.head, (many,))) is None:
            return None
        less = self.signs.show(pos(power(den, -1)))
        if less is None:
            return None
        line = self._lemma("strict_multiple" if fact.head == "pd" else "multiple", power(den, -1), many)
        one = self.draft.number(term("Identity", (shape(matrix) or ())[:1]))
        return self.draft.line("definite", self.draft.number(fact), [["1", one, line]], rules)

    def _written(self, fact: Term, found: list, cones: list[Cone], reader: Reader, size: Term) -> int:
        summands = []
        for place, weight, inner in found:
            if set(inner) == {((), ())}:
                weight, inner = weight * inner[(), ()] ** 2, {((), ()): fmpq(1)}
            node = matrix_of(reader, inner, size)
            summands.append([as_text(weight), self.draft.number(node), cones[place].line])
        return self.draft.line("definite", self.draft.number(fact), summands, self.rules)

    def _sum(self, fact: Term, reader: Reader) -> int | None:
        (matrix,) = fact.args
        for node in parts(matrix):
            self._signs_of(node)
        summands = []
        sizes = shape(matrix)
        assert sizes is not None
        for word, value in reader.matrix(matrix).items():
            whole = None if word or fact.head == "psd" else self._positive_identity(reader.written(value), sizes[0])
            if whole is not None:
                summands.append(whole)
                continue
            weight, front = self._weight(reader, value)
            if weight is None:
                return None
            if not word:
                inner, middle = term("Identity", sizes[:1]), None
                if front is not None:
                    inner = term("MatMul", (front, inner))
            else:
                half = len(word) // 2
                if len(word) % 2 == 0:
                    if reader.turned(word[half:]) != word[:half]:
                        return None
                    inner, middle = reader.word_term(word[half:]), None
                else:
                    if reader.turned(word[half + 1:]) != word[:half]:
                        return None
                    core = reader.word_term(word[half:half + 1])
                    middle = self._core(core, fact.head)
                    if middle is None:
                        return None
                    own = shape(core)
                    assert own is not None
                    inner = reader.word_term(word[half + 1:]) if half else term("Identity", own[:1])
                if front is not None:
                    inner = term("MatMul", (front, inner))
            self._valued(inner)
            summands.append([weight, self.draft.number(inner), middle])
        return self.draft.line("definite", self.draft.number(fact), summands, [])

    def _valued(self, node: Term) -> None:
        """Show that formulas of functions and of diagonal matrices have values at every eigenvalue, and entry, where that is open."""
        for need in obligations(node):
            if need.head in ("entries", "spectral") and not self.draft.known.knows(need):
                self.signs.show(at_every_mode(need))

    def _positive_identity(self, value: Term, size: Term) -> list | None:
        """A positive number times the identity, as a summand."""
        if value.head == "number" or self.signs.show(pos(value)) is None:
            return None
        one = term("Identity", (size,))
        self.draft.line("definite", self.draft.number(term("pd", (one,))), [["1", self.draft.number(one), None]], [])
        return ["1", self.draft.number(one), self._lemma("strict_multiple", value, one)]

    def _weight(self, reader: Reader, value: Quotient) -> tuple[str | None, Term | None]:
        """A scalar before a word as a positive number and the root of something that is not negative."""
        constant = value.constant()
        if constant is not None:
            return (f"{int(constant.p)}/{int(constant.q)}", None) if constant > 0 else (None, None)
        scalar = reader.written(value)
        if self.signs.show(nonneg(scalar)) is None:
            return None, None
        return "1", power(scalar, Fraction(1, 2))

    def _core(self, core: Term, head: str) -> int | None:
        """A line that shows that the middle of a word is definite."""
        self._valued(core)
        for kind in ("pd", "psd"):
            fact = term(kind, (core,))
            if self.draft.place(fact) is not None:
                return self.draft.place(fact)
            if self.draft.known.knows(fact):
                return self.draft.line("known", self.draft.number(fact))
            if core.head in ("MatrixFunction", "Diagonal", "DiagMatrix"):
                with suppress(Refused):
                    if self.signs.show((pos if kind == "pd" else nonneg)(_at_mode(core))) is not None:
                        return self.draft.line("definite_function", self.draft.number(fact))
        return None

    def _signs_of(self, node: Term) -> None:
        """What is known of the eigenvalues and entries that a term speaks of."""
        facts = [*self.draft.goal.hypotheses, *self.draft.goal.given]
        for fact in facts:
            if node.head == "MatrixFunction" and fact.head in ("pd", "psd", "spectral"):
                matrix = node.args[2]
                if matrix in fact.args:
                    means = entry(matrix.args[0], 0) if matrix.head == "DiagMatrix" else eigenvalue(matrix, 0)
                    with suppress(Refused):
                        self.draft.line("mode", self.draft.place(fact), self.draft.number(means))
                continue
            of_entries = fact.head == "entries" and node.head == "MatrixSymbol" and any(pair.args[1] is node for pair in fact.args[1:])
            of_diagonal = fact.head in ("pd", "psd") and fact.args[0].head == "DiagMatrix" and fact.args[0].args[0] is node
            if of_entries or of_diagonal:
                with suppress(Refused):
                    self.draft.line("mode", self.draft.place(fact), self.draft.number(entry(node, 0)))


def _at_mode(node: Term) -> Term:
    if node.head == "MatrixFunction":
        formula, letter, matrix = node.args
        return put(formula, {letter: eigenvalue(matrix, 0)})
    formula, *pairs = node.args
    return put(formula, {pair.args[0]: entry(pair.args[1], 0) for pair in pairs}) if pairs else entry(formula, 0)




def _with_eigenvalue(node: Term, mode: Term) -> Term:
    """A formula with the letter that functions of matrices bind, in place of an eigenvalue."""
    return EIGENVALUE if node is mode else term(node.head, [_with_eigenvalue(part, mode) for part in node.args], node.mark)


def _is_inverse(node: Term) -> bool:
    return node.head == "Inverse" or node.head == "MatPow" and node.args[1].head == "number" and node.args[1].mark < 0


def _bare(node: Term) -> Term | None:
    """The one matrix of which a sum holds powers and multiples, beside multiples of the identity."""
    found = set()
    for part in node.args if node.head == "MatAdd" else (node,):
        factors = [factor for factor in (part.args if part.head == "MatMul" else (part,)) if shape(factor) is not None]
        bases = [factor.args[0] if factor.head == "MatPow" else factor for factor in factors]
        if len(bases) == 1:
            found |= {base for base in bases if base.head != "Identity"}
        else:
            found.add(bases[0] if len(set(bases)) == 1 else term("MatMul", bases))
    return found.pop() if len(found) == 1 else None
