"""A proof of whatever a goal asks for, by the form of its fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import NEVER, equal, facts_of, nonneg, nonzero, pos, spoken
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.special import eigenvalue, entry
from theoremtest.derivations.kernel.table import HALF, is_whole
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, free, mul, number, parts, put, shape, sub, term

from . import moduli, related, roots
from .areas import areas
from .averages import of_two
from .cells import Cells, alternatives, bends_functions, by_its_own, compares_functions, of_pieces, signed, widened
from .circular import Angles
from .columns import said_of_columns
from .counting import by_counting, compared, kept_by_counting
from .definite import Definite
from .draft import Draft, signs_of
from .effort import CANDIDATES, LETTERS, SPLITS, Exhausted
from .endless import converging
from .existence import goes_on, goes_wrong
from .floating import is_something
from .freed import factors_apart, freed
from .homogeneous import by_one_degree
from .identities import Equation
from .limits import end_of, near_the_end
from .matrix_numbers import NUMBERS, said_of_matrices
from .motions import never_left
from .neurons import neuron_by_neuron
from .open_functions import instances
from .reader import Reader, open_parts, renamed
from .root_bounds import by_bounds_of_roots, holds_roots
from .signs import Signs
from .squeezed import summed
from .sums import at_any_index, known_of_ranges, speaks_of_sums
from .tails import AT_LEAST_ONE, MEAN, at_least_one, mean_at_most
from .telescopes import sign_in_closed_form


def prove(goal: Goal) -> dict | None:
    """A proof of a goal as plain data; None where none is found."""
    if goal.fact.head in MOTIONS:
        return MOTIONS[goal.fact.head](goal, prove)
    draft = Draft(goal)
    try:
        draft.say(goal.hypotheses)
        _numbers_of_one_row(draft)
        _squares_of_lengths(draft)
        if goal.name in TAILS and TAILS[goal.name](draft, goal.fact, shown):
            return draft.data()
        if end_of(draft) is not None:
            return draft.data() if shown(draft, goal.fact) else None
        apart = list(goal.fact.args) if goal.fact.head == "both" else [goal.fact]
        return draft.data() if all(_by_itself(draft, fact) for fact in apart) and draft.ends(goal.fact) else None
    except (Refused, TooManyLetters, Exhausted):
        return None


MOTIONS = {"stays": never_left, "exists": goes_on, "fails": goes_wrong}
"""What looks for proofs about whole motions."""
TAILS = {AT_LEAST_ONE: at_least_one, MEAN: mean_at_most}
"""What is tried first of goals about probabilities."""


def _by_itself(draft: Draft, fact: Term) -> bool:
    """Whether one fact is shown: as something else that is supposed, at once, by the signs of its letters."""
    return any(_found(draft, lambda way=way: way(draft, fact)) for way in (as_said, by_bases, shown, by_letters))


def by_letters(draft: Draft, fact: Term, deep: int = LETTERS) -> bool:
    """Whether a fact that holds functions is shown in every case of its letters' signs, one letter after the other."""
    letter = next(iter(_open_letters(draft, fact)), None)
    if letter is None or not deep or not any(map(_holds_functions, spoken(fact))) or _is_unequal(draft, fact):
        return False
    for node in spoken(fact):
        valued(draft, node)
    return _in_signs_of(draft, fact, letter,
                        lambda inner: _found(inner, lambda: directly(inner, fact)) or by_letters(inner, fact, deep - 1))


def _in_signs_of(draft: Draft, fact: Term, letter: Term, way: Callable[[Draft], bool]) -> bool:
    """Whether a way shows a fact in each case of a letter's sign that does not contradict itself."""
    cases = []
    for held in signs_of(letter):
        inner = draft.inside(held)
        inner.split.add(letter)
        if not (_found(inner, lambda inner=inner: _signs(inner).contradiction()) or way(inner)):
            return False
        cases.append(inner.lines)
    draft.line("cases", draft.number(fact), draft.number(letter), *cases)
    return True


def by_bases(draft: Draft, fact: Term) -> bool:
    """Whether a sign is shown where the base of a power is 0, and where it is positive: one that may be 0 has no logarithm."""
    for node in open_parts(fact) if fact.head in ("pos", "nonneg") else ():
        if node.head == "Pow" and node.args[1].head != "number" and node.args[0].head in ("Add", "Mul") and node.args[0] not in draft.split:
            base = node.args[0]
            for part in spoken(fact):
                valued(draft, part)
            signs = _signs(draft, base)
            if signs.show(pos(base)) is None and signs.show(nonneg(base)) is not None:
                return _in_signs_of(draft, fact, base, lambda inner: _found(inner, lambda: shown(inner, fact)))
    return False


def as_said(draft: Draft, fact: Term) -> bool:
    """Whether a sign is that of a number which is supposed to have it, written otherwise; in both cases of a letter's sign where one
    that is not zero may have either."""
    if fact.head not in ("pos", "nonneg") or not _holds_functions(*fact.args):
        return False
    said = [known for known in draft.goal.hypotheses
            if known.head == fact.head and free(known) == free(fact) and _holds_functions(*known.args)]
    letter = next((node for node in _open_letters(draft, fact) if draft.known.knows(nonzero(node))), None)
    if not said or letter is None:
        return any(_found(draft, lambda known=known: _same_number(draft, fact, known)) for known in said)
    return _in_signs_of(draft, fact, letter, lambda inner: any(
        _found(inner, lambda known=known: _same_number(inner, fact, known)) for known in said))


def _same_number(draft: Draft, fact: Term, known: Term) -> bool:
    for node in spoken(fact):
        valued(draft, node)
    same = equal(*fact.args, *known.args)
    if not Equation(draft, same).show():
        return False
    gap = draft.line("difference", draft.places[same], False)
    summands = [["1", [["line", line]]] for line in (gap, draft.place(known))]
    draft.line("sign", draft.number(fact), [], summands, [])
    return True


def _found(draft: Draft, way: Callable[[], bool]) -> bool:
    """Whether a way finds what it looks for, with steps of its own; where it does not, nothing of it stays."""
    stands = draft.stands()
    draft.effort.renew()
    with suppress(Refused, TooManyLetters, Exhausted):
        if way():
            return True
    draft.returns(stands)
    return False


def _numbers_of_one_row(draft: Draft) -> None:
    """What an equation says between matrices of one row and one column, as one between numbers."""
    for known in draft.goal.hypotheses:
        place = draft.place(known) if known.head == "Equality" and shape(known.args[0]) == (ONE, ONE) else None
        if place is not None:
            with suppress(Refused, TooManyLetters):
                reader = Reader(SIZES[0])
                left, right = (reader.written(reader.entry(reader.matrix(side))) for side in known.args)
                draft.line("algebra", draft.number(equal(left, right)), [], [[place, draft.number(ONE)]])
                draft.held.append(equal(left, right))


def _squares_of_lengths(draft: Draft) -> None:
    """What an equation with the root of an inner product says of that: |x| = c, that <x, x> = c^2."""
    for known in draft.goal.hypotheses:
        for root, other in (known.args, known.args[::-1]) if known.head == "Equality" and shape(known.args[0]) is None else ():
            if (square := _under_a_root(root)) is not None and square.head == "Dot" and draft.place(known) is not None:
                squared = number(other.mark**2) if other.head == "number" else mul(other, other)
                said = equal(square, _under_a_root(other) or squared)
                if said not in draft.held and _found(draft, lambda said=said: shown(draft, said)):
                    draft.held.append(said)
                break


def _under_a_root(node: Term) -> Term | None:
    """What a number is the square root of by its form."""
    return node.args[0] if node.head == "Pow" and node.args[1] == HALF else None


def shown(draft: Draft, fact: Term, splits: int = SPLITS) -> bool:
    """Whether a fact is shown by the end of the draft, its formulas' values included; splits: cases inside cases, at most."""
    if end_of(draft) is not None:
        factors_apart(draft)
        return summed(draft, fact, shown) or near_the_end(draft, fact)
    if splits == SPLITS:
        widened(draft, fact)
        bent = bends_functions(fact) or compares_functions(fact)
        for node in spoken(fact) if bent else ():
            valued(draft, node)
        if (of_pieces(fact) or bent) and Cells(directly).show(draft, fact):
            return True
    try:
        if fact.head == "any" and by_its_own(draft, fact) or directly(draft, fact):
            return True
    except (Refused, TooManyLetters):
        pass
    if _is_unequal(draft, fact):
        return False
    if splits == SPLITS and not of_pieces(fact) and not bent and Cells(directly).show(draft, fact):
        return True
    return splits > 0 and by_cases(draft, fact, splits)


def _is_unequal(draft: Draft, fact: Term) -> bool:
    """Whether numbers speak against an equation, with the values of its integrals in their places, so that no case of it is looked at."""
    asked = term("unequal", (fact,))
    values = {node: draft.shown[line].args[1] for node, line in draft.areas.items() if line is not None}
    if asked not in draft.effort.in_vain and values and fact.head == "Equality" and shape(fact.args[0]) is None \
            and is_something(draft, sub(*(renamed(side, values) for side in fact.args))):
        draft.effort.in_vain.add(asked)
    return asked in draft.effort.in_vain


def by_cases(draft: Draft, fact: Term, splits: int) -> bool:
    """Whether the fact is shown in every case of something whose sign is open."""
    for several in list(alternatives(draft)):
        draft.split.add(several)
        place = draft.place(several)
        ways = [_in_case(draft, fact, held, splits + 1) for held in several.args]
        if place is not None and None not in ways:
            draft.line("split", draft.number(fact), place, ways)
            return True
    for node in islice(_open_signs(draft, fact), CANDIDATES):
        draft.split.add(node)
        cases: list[list] = []
        for held in signs_of(node):
            found = _in_case(draft, NEVER if _excluded(fact, node, held) else fact, held, splits)
            if found is None:
                break
            cases.append(found)
        if len(cases) == 3:
            with suppress(Refused):
                draft.line("cases", draft.number(fact), draft.number(node), *cases)
                return True
    return False


def _excluded(fact: Term, node: Term, held: Term) -> bool:
    """Whether a fact about a number is false in a case of its sign, so that the case has to contradict itself."""
    if fact.head not in ("pos", "nonneg", "nonzero") or fact.args[0] is not node:
        return False
    return held.head == "Equality" and fact.head != "nonneg" or held.head == "pos" and held.args[0] is not node and fact.head != "nonzero"


def _in_case(draft: Draft, fact: Term, held: Term, splits: int) -> list | None:
    inner = draft.inside(held)
    with suppress(Refused, TooManyLetters):
        signs = _signs(inner)
        if signs.contradiction() or fact is NEVER and splits == SPLITS and _denied(signs, held) or shown(inner, fact, splits - 1):
            return inner.lines
    return None


def _open_signs(draft: Draft, fact: Term) -> Iterator[Term]:
    """Numbers whose sign would tell: of the fact itself, inside a modulus, between what a larger one is of; then one letter."""
    yield from _factors_of_nothing(draft, fact)
    yield from (factor for node in signed(fact) if node.head == "Mul" for factor in node.args  # a whole one is 0, or away from 0
                if factor.head != "number" and is_whole(factor) and factor not in draft.split and _is_open(draft, factor))
    for node in signed(fact):
        if node.head != "number" and node not in draft.split:
            yield node
    for node in [part for known in (fact, *draft.held) for part in open_parts(known)]:
        inner = None
        if node.head in ("Abs", "sign"):
            inner = node.args[0]
        elif node.head in ("Max", "Min"):
            inner = sub(*node.args)
        elif node.head == "Pow" and node.args[1].head != "number" and draft.known.knows(nonneg(node.args[0])):
            inner = node.args[0]
        elif node.head == "Piecewise":
            inner = next((held.args[0] for held in facts_of(node.args[0].args[1]) if held.head in ("pos", "nonneg", "nonzero")), None)
        if inner is not None and inner not in draft.split and _is_open(draft, inner):
            yield inner
    yield from _open_letters(draft, fact)[:1]


def _open_letters(draft: Draft, fact: Term) -> list[Term]:
    """Letters whose sign is open, those that may be 0 first, then the most frequent."""
    letters = Counter(node for known in (fact, *draft.held) for node in parts(known)
                      if node.head in ("Symbol", "Dummy") and node in free(known) and "integer" not in node.mark[1])
    is_open = [node for node in letters if node not in draft.split and _is_open(draft, node)]
    return sorted(is_open, key=lambda node: (draft.known.knows(nonzero(node)), -letters[node], repr(node)))


def _factors_of_nothing(draft: Draft, fact: Term) -> Iterator[Term]:
    """A letter of the fact that is a factor of a product that is 0: one of them is, and the others are open."""
    told = free(fact)
    for known in draft.goal.hypotheses:
        if known.head == "Equality" and known.args[0].head == "Mul" and known.args[1] is ZERO \
                and all(_is_open(draft, node) and node not in draft.split for node in known.args[0].args):
            yield from (node for node in known.args[0].args if node.head in ("Symbol", "Dummy") and node in told)


def _is_open(draft: Draft, node: Term) -> bool:
    return not any(draft.known.knows(pos(way)) for way in (node, mul(MINUS, node)))


def directly(draft: Draft, fact: Term) -> bool:
    """Whether a fact is shown without cases."""
    for node in spoken(fact):
        valued(draft, node)
    if any(part.head in NUMBERS for part in parts(fact)):
        said_of_matrices(draft, fact, Definite(draft, _signs(draft)), lambda draft, need: _at_every_index(draft, need, 0))
    if any(part.head == "Diagonal" for part in parts(fact)):
        said_of_columns(Definite(draft, _signs(draft)), fact)
    instances(draft, fact)
    areas(draft, fact, shown)
    converging(draft, fact, shown)
    if fact.head in ("pos", "nonneg", "nonzero"):
        _signs_of_sums(draft, fact)
        _squares(draft, fact)
    if draft.ends(fact):
        return True
    search = SEARCHES.get(fact.head)
    return search is not None and search(draft, fact) and draft.ends(fact)


SEARCHES: dict[str, Callable[[Draft, Term], bool]] = {
    **dict.fromkeys(("psd", "pd", "invertible"), lambda draft, fact: Definite(draft, _signs(draft)).show(fact) is not None),
    **dict.fromkeys(("pos", "nonneg", "nonzero", "never"), lambda draft, fact: _by_signs(draft, fact)),
    "Equality": lambda draft, fact: Equation(draft, fact).show() or _by_freed(draft, fact)
                or neuron_by_neuron(draft, fact, _at_every_index) or kept_by_counting(draft, fact, Equation, directly, valued),
    "spectral": lambda draft, fact: _at_every_eigenvalue(draft, fact),
    "every": lambda draft, fact: _at_every_index(draft, fact),
    "both": lambda draft, fact: all(shown(draft, part) for part in fact.args),
    "any": lambda draft, fact: any(all(shown(draft, part, 0) for part in (one.args if one.head == "both" else (one,)))
                                   for one in fact.args),
}
"""By the head of a fact: what looks for its proof, after ranks and values were spoken of; then cases are tried (`by_cases`). Limits have a
search of their own, which begins in `limits`."""


def valued(draft: Draft, node: Term) -> None:
    """Show, as far as that is found, that a term has a value."""
    for need in obligations(node):
        if draft.known.knows(need):
            continue
        if need.head == "any":
            need = next((part for part in need.args if part.head in ("pos", "nonzero")), need)
        if need.head in ("pos", "nonneg", "nonzero"):
            if _signs(draft, *spoken(need)).show(need) is None and len(free(need)) > 1:
                _in_part(draft, lambda need=need: by_cases(draft, need, 1) or None)
        elif need.head in ("psd", "pd", "invertible"):
            Definite(draft, _signs(draft)).show(need)
        elif need.head == "Equality":
            Equation(draft, need).show()
        elif need.head == "every":
            _at_every_index(draft, need)
        elif need.head == "spectral":
            _at_every_eigenvalue(draft, need)
        elif need.head == "entries":
            _signs(draft).show(put(need.args[0], {pair.args[0]: entry(pair.args[1], 0) for pair in need.args[1:]}))


def _signs_of_sums(draft: Draft, fact: Term) -> None:
    """Sums of what is not negative at any index."""
    for node in [part for part in parts(fact) if part.head == "Sum" and nonneg(part) not in draft.split]:
        draft.split.add(nonneg(node))
        body, *limits = node.args
        _at_every_index(draft, term("every", (nonneg(body), *limits)), 0)
        with suppress(Refused):
            draft.line("summed", draft.number(nonneg(node)))


def _squares(draft: Draft, fact: Term) -> None:
    """Squared lengths that a fact speaks of, which are letters no more once they are multiplied out."""
    for node in parts(fact):
        if node.head == "Dot" and node.args[0] is node.args[1] and any(part.head == "MatAdd" for part in parts(node)):
            draft.line("lemma", "dot_nonneg", [draft.number(node.args[0])])


def _at_every_index(draft: Draft, need: Term, splits: int = SPLITS) -> bool:
    """Whether what is asked at every index of ranges is shown at any."""
    inner, *limits = need.args
    with suppress(Refused):
        case = at_any_index(draft, limits, valued)
        if shown(case, inner, splits):
            draft.line("every", draft.number(need), case.lines)
            return True
    return False


def _at_every_eigenvalue(draft: Draft, fact: Term) -> bool:
    """Whether a fact about the eigenvalues of a matrix is shown, by what is known of the matrix."""
    letter, matrix, inner = fact.args
    means = eigenvalue(matrix, 0)
    for known in [*draft.goal.hypotheses, *draft.goal.given]:
        if known.head in ("pd", "psd") and known.args[0] is matrix or known.head == "spectral" and known.args[1] is matrix:
            with suppress(Refused):
                draft.line("mode", draft.place(known), draft.number(means))
    said = put(inner, {letter: means})
    return draft.known.knows(said) or _signs(draft, *spoken(said)).show(said) is not None


def _is_circle(draft: Draft, rule: list) -> bool:
    return rule[0] == "modulo" and draft.terms[rule[2]].head == "sin"


_WITHOUT_BOUNDS = ("tan", "cot", "sec", "csc", "coth", "sech", "csch", "erfc", "atanh", "acoth", "asinh", "acosh", "acos", "Expm1", "Log1p")
"""Functions of which no lemma is known: their signs are those of what they mean."""
_HYPERBOLIC = "cosh", "sinh", "tanh"
"""Functions that are looked at as they stand, and by exponentials; these come first where a logarithm of one is bounded from below."""


def _signs(draft: Draft, *formulas: Term) -> Signs:
    """Signs under the equations of the domain, moduli and larger ones written out where it is known which they are."""
    _whole_ones(draft)
    solved = Equation(draft, NEVER)
    solved.solve()
    own = list(solved.rules)
    factors_apart(draft)
    everywhere = [*formulas, *(node for known in draft.held for node in spoken(known))]
    solved._areas(everywhere)
    solved._meanings(everywhere, _WITHOUT_BOUNDS)
    Angles(solved).take_apart(everywhere)
    said = [node for known in draft.goal.hypotheses for node in spoken(known)]
    moduli.of_formulas(solved, [*everywhere, *said])
    _powers_of_one(solved, [*everywhere, *said])
    related.steps_of_powers(solved, everywhere)
    solved._logarithms(everywhere)
    solved.exponentials([*everywhere, *said])
    before = len(draft.held)
    found = _under(draft, solved, own, everywhere)
    with suppress(Refused):  # what was found are equations to be solved, too
        return found if len(draft.held) == before else _signs(draft, *formulas)
    return found


def _whole_ones(draft: Draft) -> None:
    """A whole number that is positive is at least 1."""
    for known in [*draft.goal.hypotheses, *draft.held]:
        if known.head == "pos" and known.args[0].head != "number" and is_whole(known.args[0]):
            with suppress(Refused):
                place = draft.line("lemma", "whole_from_one", [draft.number(known.args[0])])
                said = draft.shown[place]
                if said not in draft.held and said not in draft.goal.hypotheses:
                    draft.held.append(said)


def _powers_of_one(solved: Equation, formulas: list[Term]) -> None:
    """Powers of what is 1, as exponentials of a multiple of its logarithm."""
    for node in solved.nodes(formulas, "Pow"):
        if node.args[1].head != "number" and solved.draft.known.knows(equal(node.args[0], ONE)):
            with suppress(Refused):
                solved.take(solved.draft.line("lemma", "power_as_exp", [solved.draft.number(part) for part in node.args]))


def _under(draft: Draft, solved: Equation, own: list, formulas: list[Term]) -> Signs:
    """Signs under the rules; facts are freed of factors under them, and equations under those that are not the domain's own."""
    rules = [["range", line] for line in known_of_ranges(draft)] if any(map(speaks_of_sums, formulas)) else []
    rules += [rule for rule in solved.ordered() if rule[0] == "letter" or _is_circle(draft, rule)]
    freed(draft, Signs(draft, rules=rules), Signs(draft, rules=[rule for rule in rules if rule not in own]))
    found = Signs(draft, rules=rules)
    found.again, found.equals = _signs, lambda said: Equation(draft, said).show()
    found.definite = lambda signs: Definite(signs.draft, signs)
    return found


def _signs_rewritten(draft: Draft, *formulas: Term) -> Signs | None:
    """As `_signs`, with roots and logarithms over what has no known factor; None where that is as they stand."""
    solved = Equation(draft, NEVER)
    solved.solve()
    own = list(solved.rules)
    everywhere = [*formulas, *(node for known in [*draft.goal.hypotheses, *draft.held] for node in spoken(known))]
    moduli.of_formulas(solved, everywhere)
    before = len(solved.rules)
    roots.of_formulas(solved, everywhere)
    solved._meanings(everywhere, _HYPERBOLIC)
    solved._logarithms(everywhere)
    if len(solved.rules) == before:
        return None
    solved.exponentials(everywhere)
    return _under(draft, solved, own, everywhere)


def _by_atoms(draft: Draft, fact: Term) -> bool:
    """Whether a sign is shown with sums as letters, in part of the steps; where it is not, nothing of that stays, and none is counted."""
    def way() -> int | None:
        signs = None if fact is NEVER else _signs_of_atoms(draft, *spoken(fact))
        return None if signs is None else signs.show(fact)

    return _in_part(draft, way)


def _in_part(draft: Draft, way: Callable[[], int | None]) -> bool:
    """Whether a way finds something in part of the steps; where it does not, nothing of it stays."""
    stands = draft.stands()
    with suppress(Refused, TooManyLetters):
        if draft.effort.in_part(way) is not None:
            return True
    draft.returns(stands)
    return False


def _signs_of_atoms(draft: Draft, *formulas: Term) -> Signs | None:
    """As `_signs`, with sums of known sign that formulas hold as letters; None where there are none."""
    within = {part for formula in formulas for part in parts(formula)}
    below = {part.args[0] for part in within if part.head == "Pow" and part.args[1].head == "number" and part.args[1].mark.denominator > 1}
    inside = {part for part in within - below if part.head == "Add"} - {*formulas}
    atoms = [known.args[0] for known in [*draft.goal.hypotheses, *draft.held]
             if known.head in ("pos", "nonneg") and known.args[0] in inside and len(free(known)) > 1]
    if not atoms:
        return None
    found = _signs(draft, *formulas)
    found.atoms = atoms
    return found


def _in_one_degree(draft: Draft, fact: Term, deep: int = LETTERS) -> bool:
    """Whether a sign is shown of formulas of one degree, or of roots by bounds of them; these in the cases of letters that may be 0."""
    asked = fact, "of one degree", frozenset(known for known in draft.held if any(part.args for node in spoken(known) for part in (
        node.args if node.head == "Mul" else [node]) if part.head != "number"))
    if deep == LETTERS:
        if asked in draft.effort.in_vain:
            return False
        draft.effort.in_vain.add(asked)
    if _anew(draft, lambda: by_one_degree(draft, fact, _signs)):
        return True
    if not holds_roots(fact):
        return False
    if _anew(draft, lambda: by_bounds_of_roots(_signs(draft, *spoken(fact)), fact) is not None):
        return True
    letter = next((node for node in sorted(free(fact), key=repr) if shape(node) is None and draft.known.knows(nonneg(node))
                   and _is_open(draft, node) and node not in draft.split), None)
    if letter is None or not deep:
        return False
    cases: list[list] = []
    for held, way in zip(reversed(signs_of(letter)), (_in_one_degree, directly, _contradicted)):
        inner = draft.inside(held)
        inner.split.add(letter)
        if not _found(inner, lambda inner=inner, way=way: way(inner, fact, *([deep - 1] if way is _in_one_degree else []))):
            return False
        cases.insert(0, inner.lines)
    draft.line("cases", draft.number(fact), draft.number(letter), *cases)
    return True


def _contradicted(draft: Draft, fact: Term) -> bool:
    return _signs(draft).contradiction()


def _anew(draft: Draft, way: Callable[[], bool]) -> bool:
    """Whether a way finds something with steps of its own; where it does not, nothing of it stays, and none is counted."""
    stands = draft.stands()
    with suppress(Refused, TooManyLetters):
        if draft.effort.anew(lambda: way() or None):
            return True
    draft.returns(stands)
    return False


def _by_freed(draft: Draft, fact: Term) -> bool:
    """Whether an equation follows from what the domain's are, freed of factors and of roots."""
    before = len(draft.held)
    for made in (_signs, _signs_rewritten) if shape(fact.args[0]) is None else ():
        made(draft, *spoken(fact))
        if len(draft.held) > before and (draft.ends(fact) or Equation(draft, fact).show()):
            return True
    return False


def _bare(node: Term) -> bool:
    """Whether a term holds neither roots nor logarithms."""
    return not any(part.head == "log" or part.head == "Pow" and part.args[1].head == "number" and part.args[1].mark.denominator > 1
                   for part in parts(node))


def _by_signs(draft: Draft, fact: Term) -> bool:
    """Whether a sign, or the contradiction, is shown: along a whole number that it counts with, as the formulas stand, or rewritten."""
    if fact.head in ("pos", "nonneg") and sign_in_closed_form(Equation(draft, fact), directly):
        return True
    if compared(fact) and (_by_logarithms(draft, fact) or by_counting(draft, fact, Equation, directly, valued)):
        return True
    simpler = _signs_rewritten(draft, *spoken(fact))
    said = [draft.shown[rule[1]].args for rule in simpler.rules] if simpler is not None else []
    rid = any(_bare(value) and not _bare(node) for node, value in said) or any(
        part.head == "log" and any(inner.head in _HYPERBOLIC for inner in parts(part)) for node in spoken(fact) for part in node.args)
    ways = (lambda: simpler, lambda: _signs(draft, *spoken(fact)))[::1 if rid else -1]
    if fact.head in ("pos", "nonneg") and _in_one_degree(draft, fact) or _by_atoms(draft, fact):
        return True
    for made in ways:
        signs = made()
        if signs is not None and (signs.contradiction() if fact is NEVER else signs.show(fact) is not None):
            return True
    return fact.head in ("pos", "nonneg") and by_counting(draft, fact, Equation, directly, valued)


def _by_logarithms(draft: Draft, fact: Term) -> bool:
    """Whether two products of powers are compared by their logarithms, in part of the steps."""
    return _in_part(draft, lambda: of_two(_signs(draft, *spoken(fact)), fact))


def _denied(signs: Signs, held: Term) -> bool:
    """Whether in a case the opposite is shown of something known that holds functions, of which a linear programme sees little."""
    draft = signs.draft
    for known in draft.goal.hypotheses:
        if known.head in ("pos", "nonneg") and known.args[0].head in ("Add", "Mul") and free(held) & free(known) \
                and _holds_functions(known.args[0]):
            opposite = (nonneg if known.head == "pos" else pos)(mul(MINUS, known.args[0]))
            apart = _signs_of_atoms(draft, *known.args)
            other = None if apart is None else apart.show(opposite)
            other = signs.show(opposite) if other is None else other
            place = draft.place(known)
            if other is not None and place is not None:
                summands = [["1", [["line", one]]] for one in (place, other)]
                draft.line("absurd", draft.line("sign", draft.number(pos(ZERO)), [], summands, []), [])
                return True
    return False


def _holds_functions(node: Term) -> bool:
    return any(part.head in ("exp", "log") or part.head == "Pow" and (part.args[1].head != "number" or part.args[1].mark.denominator > 1)
               for part in parts(node))
