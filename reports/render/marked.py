"""What differs between a printed statement and its correction, set apart in the LaTeX of both: `\\class{gone}{...}`, `\\class{come}{...}`.

The formulas are compared as text that has structure: rows, conditions, sides of relations, terms, factors, then inside fractions, roots,
brackets and exponents. Marks stand around whole pieces only, so that without them each formula is as it was; where most of a
formula is new, nothing is marked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from theoremtest.reports.formulas.formula import fault, split_top, tokens

from .units import Unit, braced, spelled, units

ALIKE = 0.3
"""Formulas and terms that share a smaller part of their tokens are one gone and another come."""
MOST = 0.75
"""Where more than this part of a formula would be marked, marks show nothing."""
_RELATIONS = ("=", ":=", "<", ">", r"\leq", r"\geq", r"\neq", r"\in", r"\to", r"\sim", r"\succeq")
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("\\\\",), (r"\Rightarrow", r"\implies", r"\iff"), (",", ":", r"\quad"), (r"\vee",), (r"\wedge",), _RELATIONS, ("+", "-"))
"""What parts a formula at its top level, the loosest first."""
_MARK = re.compile(r"\\class\{(?:gone|come)\}")


@dataclass(frozen=True)
class MarkedForms:
    """Marked LaTeX by what it was unmarked, for a record's printed fields (prefix empty) and its corrected ones."""

    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def of(self, latex: str, prefix: str) -> str:
        """The marked form of a formula of the fields with this prefix; empty where nothing in it is marked."""
        return self.forms.get(prefix, {}).get(latex, "")


def marked_forms(record: Mapping) -> MarkedForms:
    """The marked forms of a ledger record with an erratum, part beside part; none for a record without one."""
    erratum = record.get("erratum")
    if not erratum:
        return MarkedForms()
    forms: dict[str, dict[str, str]] = {"": {}, "corrected_": {}}
    for old, new in _pairs(_stated(record, ""), _stated(erratum, "corrected_")):
        forms[""][old], forms["corrected_"][new] = marked(old, new)
    return MarkedForms({prefix: {latex: form for latex, form in found.items() if form != latex} for prefix, found in forms.items()})


def _stated(record: Mapping, prefix: str) -> list[tuple[str, str]]:
    """Name and LaTeX of each part; a statement without parts is one without a name."""
    parts = [(part["name"], part["latex"]) for part in record.get(prefix + "parts") or ()]
    return parts or [("", record.get(prefix + "latex") or "")]


def _pairs(old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Parts of one name, then of what is left those that are most alike."""
    names = dict(new)
    pairs = [(latex, names.pop(name)) for name, latex in old if name in names]
    left = [latex for name, latex in old if name not in dict(new)]
    for likeness, one, other in sorted(((_likeness(one, other), one, other) for one in left for other in names.values()), reverse=True):
        if likeness >= ALIKE and all(one != first and other != second for first, second in pairs):
            pairs.append((one, other))
    return pairs


def marked(old: str, new: str) -> tuple[str, str]:
    """Two formulas with what only one of them has set apart; as they are where they are one, are faulty, or share too little."""
    if old == new or fault(old) or fault(new):
        return old, new
    found = _differ(braced(old), braced(new))
    whole = all(spelled(unmarked(form)) == spelled(latex) and not fault(form) for form, latex in zip(found, (old, new), strict=True))
    much = [_marked_part(form) > MOST for form in found]
    return found if whole and not all(much) else (old, new)


def unmarked(latex: str) -> str:
    """LaTeX without its marks; the braces of a mark stay, as a group."""
    return _MARK.sub("", latex)


def _marked_part(latex: str) -> float:
    """The part of a formula's tokens that stands inside marks."""
    inside = sum(len(tokens(piece)) for mark, piece in _marked_pieces(latex) if mark)
    return inside / max(1, len(tokens(unmarked(latex))))


def _marked_pieces(latex: str) -> list[tuple[bool, str]]:
    pieces, end = [], 0
    for match in _MARK.finditer(latex):
        depth = 0
        for place in range(match.end(), len(latex)):
            depth += {"{": 1, "}": -1}.get(latex[place], 0)
            if depth == 0:
                break
        pieces += [(False, latex[end:match.start()]), (True, latex[match.end():place + 1])]
        end = place + 1
    return [*pieces, (False, latex[end:])]


def _gone(text: str) -> str:
    return rf"\class{{gone}}{{{text}}}" if text else ""


def _come(text: str) -> str:
    return rf"\class{{come}}{{{text}}}" if text else ""


def _likeness(old: str, new: str) -> float:
    one, other = (Counter(word for word in tokens(text) if not word.isspace() and word not in "{}") for text in (old, new))
    return sum((one & other).values()) / max(1, sum(one.values()), sum(other.values()))


def _differ(old: str, new: str) -> tuple[str, str]:
    if spelled(old) == spelled(new):
        return old, new
    for words in _LEVELS:
        one, other = (split_top(text, lambda word, words=words: word in words) for text in (old, new))
        if len(one) > 1 or len(other) > 1:
            return _sequences(one, other, unordered=words[0] in ("+", r"\wedge", r"\vee"))
    return _products(units(old), units(new))


Piece = tuple[str, str]
"""What parts a piece from the one before it, and the piece."""


def _sequences(old: list[Piece], new: list[Piece], unordered: bool) -> tuple[str, str]:
    """Pieces matched where they are the same, entered where they are alike, marked where they are not."""
    same = _matched([(sign, spelled(body)) for sign, body in old], [(sign, spelled(body)) for sign, body in new], unordered)
    partner = dict(same)
    taken = set(partner.values())
    for likeness, i, j in sorted(((_likeness(old[i][1], new[j][1]), -i, -j) for i in range(len(old)) if i not in partner
                                  for j in range(len(new)) if j not in taken), reverse=True):
        if likeness >= ALIKE and -i not in partner and -j not in taken:
            partner[-i] = -j
            taken.add(-j)
    entered = {i: _differ(old[i][1], new[j][1]) for i, j in partner.items()}
    back = {j: i for i, j in partner.items()}
    rows: tuple[list[str], list[str]] = ([], [])
    for i, (sign, body) in enumerate(old):
        other = partner.get(i)
        turned = other is None or not _one_sign(new[other][0], sign)
        rows[0].append(_piece(sign, body if other is None else entered[i][0], _gone, other is None, turned))
    for j, (sign, body) in enumerate(new):
        other = back.get(j)
        turned = other is None or not _one_sign(old[other][0], sign)
        rows[1].append(_piece(sign, body if other is None else entered[other][1], _come, other is None, turned))
    return " ".join(rows[0]), " ".join(rows[1])


def _one_sign(old: str, new: str) -> bool:
    """Whether two signs are one; the first term of a sum has none where it would have a plus."""
    return old == new or {old, new} == {"", "+"}


def _piece(sign: str, body: str, mark: Callable[[str], str], whole: bool, turned: bool) -> str:
    """A piece with its sign; row and list separators are no part of what is marked."""
    shown = mark(sign) if turned and sign not in ("\\\\", ",", r"\quad", ":") else sign
    return f"{shown} {mark(body) if whole else body}".strip()


def _matched(old: Sequence, new: Sequence, unordered: bool) -> list[tuple[int, int]]:
    """Pairs of places that hold the same."""
    if not unordered:
        blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        return [(block.a + k, block.b + k) for block in blocks for k in range(block.size)]
    free = list(range(len(new)))
    pairs = []
    for i, piece in enumerate(old):
        j = next((j for j in free if new[j][1] == piece[1] and _one_sign(new[j][0], piece[0])), None)
        if j is not None:
            free.remove(j)
            pairs.append((i, j))
    return pairs


def _products(old: list[Unit], new: list[Unit]) -> tuple[str, str]:
    """Factors in their order; a factor that became another of its sort is entered."""
    rows: tuple[list[str], list[str]] = ([], [])
    keys = [[spelled(unit.text) for unit in side] for side in (old, new)]
    for tag, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if tag == "equal":
            rows[0].extend(unit.text for unit in old[a:b])
            rows[1].extend(unit.text for unit in new[c:d])
        elif b - a == d - c:
            for one, other in zip(old[a:b], new[c:d], strict=True):
                pair = _entered(one, other)
                rows[0].append(pair[0])
                rows[1].append(pair[1])
        else:
            rows[0].extend(_gone(unit.text) for unit in old[a:b])
            rows[1].extend(_come(unit.text) for unit in new[c:d])
    return " ".join(rows[0]), " ".join(rows[1])


def _entered(old: Unit, new: Unit) -> tuple[str, str]:
    """Two factors: compared inside where they are of one build and not wholly different, else marked."""
    if old.frame != new.frame or (len(old.inner) == 1 and _likeness(old.text, new.text) < ALIKE):
        return _gone(old.text), _come(new.text)
    pairs = [_differ(one, other) for one, other in zip(old.inner, new.inner, strict=True)]
    return old.filled([pair[0] for pair in pairs]), new.filled([pair[1] for pair in pairs])
