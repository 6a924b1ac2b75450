r"""What the letters of an unmarked display may be declared as: a number, a vector, a square matrix or a draw, a function of what stands in
brackets behind it with values of these sorts, its gradient or Hessian, or a sequence where a sum runs over its index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from theoremtest.derivations.notation import NotationError, Source
from theoremtest.derivations.notation.displays import bare
from theoremtest.derivations.notation.ground import LETTERS, Line, is_letter, past_script
from theoremtest.derivations.notation.integrals import integration_variables
from theoremtest.derivations.notation.tokens import tex_tokens
from theoremtest.derivations.notation.vocabulary import FONTS
from theoremtest.reports.referee.letters import Key, Name, latex_of, names_among

SORTS = {
    "number": ("let {0}",), "vector": (r"let {0} \in \mathbb{{R}}^{{d_0}}",), "matrix": (r"let {0} \in \mathbb{{R}}^{{d_0 \times d_0}}",),
    "drawn": (r"let {0} \sim \mathcal{{N}}(0, 1)",),
    "vector drawn": (r"let {0} \in \mathbb{{R}}^{{d_0}}", r"let {0} \sim \mathcal{{N}}(0, 1)"),
    "moving": ("let {0}, r_{{{1}}}",),
}
"""What a letter is tried as, and the comments that say so."""
_SPACES = {"vector": r"\mathbb{R}^{d_0}", "matrix": r"\mathbb{R}^{d_0 \times d_0}"}
_MEAN = re.compile(r"\\(?:mathbb|mathrm|operatorname|mathbf|mathsf)\s*\{?\s*(?:E|P|Var|Cov|Pr)\b\s*\}?|\\Pr\b")
_ORDER = re.compile(r"(?:\\mathcal|\\widetilde|\\tilde)?\{?(?:O|o|\\Omega|\\Theta)\}?")
_OPENS, _CLOSES = ("(", "[", "{", r"\{"), (")", "]", "}", r"\}")
_TERM_ENDS = (*_CLOSES, "+", "-", "=", "<", ">", "&", ",", r"\\", r"\leq", r"\le", r"\geq", r"\ge")
_MEANS = {(r"\mathbf", "E"), (r"\mathsf", "E")}
Sorts = dict[Key, str]


@dataclass(frozen=True)
class Letters:
    """The names of a display: those that are letters, functions with their arguments, and sequences with their indices."""

    words: list[str]
    plain: tuple[Key, ...] = ()
    functions: dict[Key, list[list[list[str]]]] | None = None
    sequences: dict[Key, list[list[str]]] | None = None
    averaged: frozenset[Key] = frozenset()
    """Letters that stand in means and probabilities alone; those are drawn."""
    whole: frozenset[Key] = frozenset()
    """Vectors, as a sum adds up their entries."""
    sizes: tuple[str, ...] = ()
    """Those of identity matrices."""
    size: str = "d_0"
    """Of vectors and matrices: what the display says, or, where a sum runs over the entries of one, up to which it runs."""

    @property
    def likely(self) -> Sorts:
        """What each name seems to be by its use, or the values of what it is a function of."""
        called = {key: _sort(self.words, key, past_brackets=True) for key in (self.functions or {})}
        members = {key: _sort(self.words, key, past_brackets=False) for key in (self.sequences or {})}
        found = {key: _sort(self.words, key) for key in self.plain} | called | members
        found |= dict.fromkeys(self.whole & set(found), "vector")
        for key, uses in (self.functions or {}).items():
            if any(r"\nabla" in self.words[max(place - 3, 0):place] for place, _ in _uses(self.words, key)):
                inside = [name for name in found for words in next(one for one in uses if one) if name != key and any(_uses(words, name))]
                found |= {name: "vector" for name in inside if found[name] == "number"}
        return found

    def lines(self, sorts: Sorts) -> list[Line]:
        """The comments that declare the names so."""
        found, rates = [rf"let {size} \in \mathbb{{N}}" for size in self.sizes], []
        for place, key in enumerate(self.plain):
            sort, latex = sorts[key], latex_of(key)
            drawn = {"number": "drawn", "vector": "vector drawn"}.get(sort, sort) if key in self.averaged else sort
            found += [line.format(latex, place) for line in SORTS[drawn]]
            rates += [rf"\dot{{{latex}}} = r_{{{place}}}"] if sort == "moving" else []
        for key, indices in (self.sequences or {}).items():
            found.append(f"let {latex_of(key)} : " + r" \times ".join([r"\mathbb{N}"] * len(indices)) + r" \to " + _space(sorts[key]))
        for key, uses in (self.functions or {}).items():
            given = [one for one in uses if one]
            spaces = [max((self._space_of(one[place], sorts) for one in given if place < len(one)), key=len)
                      for place in range(len(given[0]))]
            found.append(f"let {latex_of(key)} : " + r" \times ".join(spaces) + r" \to " + _space(sorts[key]))
            found += [f"let {gradient} : " + r" \times ".join(spaces) + r" \to " + value for gradient, value in self._slopes(key, spaces)]
        found += [f"along {', '.join(rates)}"] if rates else []
        return [Line(*line.replace("d_0", self.size).split(" ", 1)) for line in found]

    def _space_of(self, words: list[str], sorts: Sorts) -> str:
        """What an argument lies in: where the largest of its names does that stands outside of every bracket in it."""
        inside = {sort for key, sort in sorts.items() if _stands(_opened(words), key)}
        return next((_SPACES[sort] for sort in ("vector", "matrix") if sort in inside), r"\mathbb{R}")

    def _slopes(self, key: Key, spaces: list[str]) -> Iterator[tuple[str, str]]:
        """The gradients and the Hessian of a function that the display speaks of and that are no gradient of one vector."""
        found = set()
        for place, word in enumerate(self.words):
            if word != r"\nabla":
                continue
            if self.words[place + 1:place + 3] == ["^", "2"] and tuple(self.words[place + 3:place + 3 + len(key)]) == key:
                found.add((rf"\nabla^2 {latex_of(key)}", _SPACES["matrix"]))
            elif spaces not in ([_SPACES["vector"]], [r"\mathbb{R}"]):
                end = place + 1 if self.words[place + 1:place + 2] != ["_"] else place + 3
                if self.words[place + 2:place + 3] == ["{"] and end > place + 1:
                    end = self.words.index("}", place) + 1
                if tuple(self.words[end:end + len(key)]) == key:
                    value = next((space for space in spaces if space != r"\mathbb{R}"), _SPACES["vector"])
                    found.add((latex_of(self.words[place:end]) + " " + latex_of(key), value))
        return iter(sorted(found))


def letters(source: Source, factors: bool = True) -> Letters:
    """The names of a display; none where it is no display. factors: whether a name before a sum in brackets is one, and no function."""
    try:
        tokens = tex_tokens(bare(source).text)
        words, names = [token.text for token in tokens], names_among(tokens)
        names += [Name(tuple(words[start:end]), start, end) for start, end in _called_identities(words)]
        names += [name for start, end in _below(words) for name in names_among(tokens[start:end])]
    except (NotationError, ValueError):
        return Letters([])
    keys = list(dict.fromkeys(_with_superscript(words, name) if words[name.start:name.end] == [*name.key] else name.key for name in names
                              if not (name.key[0].startswith(r"\mathbb") or name.key[:2] in _MEANS)))
    keys = [key for key in keys if is_letter(latex_of(key)) and not (_ORDER.fullmatch("".join(key)) and all(
        words[place + len(key):place + len(key) + 1] == ["("] for place, _ in _uses(words, key)))]
    sequences, bound = _sequences(words, keys)
    whole, size = _entries(words, keys, sequences)
    size = size or _said(words)
    keys = [key for key in dict.fromkeys([*keys, *whole]) if _parted(key)[0] not in whole or not _parted(key)[1]]
    keys = [key for key in keys if latex_of(key) != size and key not in {(letter,) for letter in integration_variables(tokens)}]
    kept = [key for key in keys if key not in bound and _parted(key)[0] not in sequences]
    for key in keys:
        base, index = _parted(key)
        if base in sequences:
            kept += [(word,) for word in index if _is_name(word) and (word,) not in (*kept, *bound)]
    sizes = tuple(dict.fromkeys(
        words[place + 2] for place, word in enumerate(words[:-2]) if word == "I" and words[place + 1] == "_" and _is_name(words[place + 2])
        and words[place + 2] != size and words[place + 3:place + 4] not in (["("], ["^"])))
    kept = [key for key in kept if latex_of(key) not in sizes]
    uses = {key: [arguments for _, arguments in _uses(words, key, factors)] for key in kept}
    functions = {key: found for key, found in uses.items() if any(found)}
    kept = [key for key in kept if uses[key] or key != ("T",)]
    return Letters(words, tuple(key for key in dict.fromkeys(kept) if key not in functions), functions, sequences,
                   frozenset(_averaged(words, kept)) if _MEAN.search(source.text) else frozenset(), frozenset(whole), sizes, size or "d_0")


def _said(words: list[str]) -> str:
    r"""The size that the display itself says of a vector, `x \in \mathbb{R}^{n}_{\geq 0}`; empty where it says none."""
    for place, word in enumerate(words):
        at = place + 2
        if word != r"\mathbb" or words[place + 1:at] != ["R"]:
            continue
        at = past_script(words, at) if words[at:at + 1] == ["_"] else at
        inside = [one for one in words[at + 1:past_script(words, at)] if one not in "{}"] if words[at:at + 1] == ["^"] else []
        if len(inside) == 1 and _is_name(inside[0]):
            return inside[0]
    return ""


def _averaged(words: list[str], keys: list[Key]) -> Iterator[Key]:
    """The names all of whose uses stand in a mean or a probability: in the brackets behind its sign, or in the term that it begins."""
    inside: set[int] = set()
    for place, word in enumerate(words):
        at = place + 1 if word == r"\Pr" or word.startswith(r"\operatorname") else past_script(words, place)
        if _MEAN.fullmatch("".join(words[place:at])) is None:
            continue
        at, depth = past_script(words, at) if words[at:at + 1] == ["_"] else at, 0
        inside |= set(range(place, at))
        while at < len(words) and (depth > 0 or words[at] not in _TERM_ENDS):
            depth += (words[at] in _OPENS) - (words[at] in _CLOSES)
            inside.add(at)
            at += 1
    for key in keys:
        uses = [place for place, _ in _uses(words, key)]
        if uses and inside.issuperset(uses):
            yield key


def _called_identities(words: list[str]) -> Iterator[tuple[int, int]]:
    r"""Where a name stands that looks like an identity matrix with its size, `\mathbf{I}_1`, and has brackets behind it as a function."""
    for place, word in enumerate(words):
        if word == "I" and words[place + 1:place + 2] == ["_"]:
            end = past_script(words, place + 1)
            start = place - 1 if place and words[place - 1] in FONTS else place
            end = past_script(words, end) if words[end:end + 1] == ["^"] else end
            if words[end:end + 1] == ["("]:
                yield start, end


def _below(words: list[str]) -> Iterator[tuple[int, int]]:
    """Where the scripts of integrals, of norms and of extreme values stand, whose letters are names, too."""
    for place, word in enumerate(words[:-1]):
        if word in (r"\int", r"\|", r"\min", r"\max", r"\sup", r"\inf") and words[place + 1] == "_":
            end = past_script(words, place + 1)
            yield place + 2, end
            if word == r"\int" and words[end:end + 1] == ["^"]:
                yield end + 1, past_script(words, end)


def _space(sort: str) -> str:
    return _SPACES.get(sort, r"\mathbb{R}")


def _is_name(word: str) -> bool:
    return word in LETTERS or len(word) == 1 and word.isalpha()


def _parted(key: Key) -> tuple[Key, list[str]]:
    """A name without the index below it, and that index."""
    if "_" not in key:
        return key, []
    place = key.index("_")
    end = past_script(key, place)
    return key[:place] + key[end:], [word for word in key[place + 1:end] if word not in ("{", "}")]


def _sequences(words: list[str], keys: list[Key]) -> tuple[dict[Key, list[list[str]]], set[Key]]:
    """The letters with an index that a sum runs over, with their indices, and the indices of sums."""
    bound = {words[place + 3] for place, word in enumerate(words[:-4]) if word == r"\sum" and words[place + 1:place + 3] == ["_", "{"]
             and words[place + 4] == "="}
    found: dict[Key, list[list[str]]] = {}
    for key in keys:
        base, index = _parted(key)
        if index and set(index) & bound and "^" not in index:
            pieces = [[]]
            for word in index:
                pieces = [*pieces, []] if word == "," else [*pieces[:-1], [*pieces[-1], word]]
            found[base] = [[word] for word in index] if len(pieces) == 1 and all(map(_is_name, index)) else pieces
    return found, {(word,) for word in bound}


def _entries(words: list[str], keys: list[Key], sequences: dict[Key, list[list[str]]]) -> tuple[set[Key], str]:
    """The names whose entries a sum from 1 adds up and that stand without an index, too, and the size of these; they are no sequences."""
    whole = {base for base, index in sequences.items() if base in keys and all(len(one) == 1 and _is_name(one[0]) for one in index)
             and sum(_parted(key)[0] == base for key in keys if _parted(key)[1]) == 1}
    ends = set()
    for place, word in enumerate(words):
        if word == r"\sum" and words[place + 4:place + 7] == ["=", "1", "}"] and words[place + 7:place + 8] == ["^"]:
            ends.add("".join(words[place + 8:past_script(words, place + 7)]).strip("{}"))
    if len(ends) != 1 or not is_letter(size := ends.pop()):
        return set(), ""
    for base in whole:
        del sequences[base]
    return whole, size if whole else ""


def _with_superscript(words: list[str], name: Name) -> Key:
    """A name with a star, a sign, an index in brackets or a prime above it, or that of the letter in a norm."""
    key, end = (name.inner, name.end - 1) if name.norm else (name.key, name.end)
    if words[end:end + 1] == ["'"] and words[end + 1:end + 2] != ["("]:
        return (*key, "'")
    if words[end:end + 1] == ["^"]:
        inner = words[end + 1:past_script(words, end)]
        if inner and (inner[-1] in ("*", r"\star", "+", "-") or inner[1:2] == ["("] or inner[1:3] == ["t", "+"]):
            return (*key, "^", *inner)
    return key


def _stands(words: list[str], key: Key) -> bool:
    return any(tuple(words[place:place + len(key)]) == key for place in range(len(words)))


def _opened(words: list[str]) -> list[str]:
    """What stands outside of every round bracket."""
    depth, found, scripts = 0, [], []
    for place, word in enumerate(words):
        script = words[max(place - 2, 0):place] == ["^", "{"] if word == "(" else word == ")" and bool(scripts) and scripts.pop()
        scripts += [script] if word == "(" else []
        depth -= word == ")" and not script
        found += [word] if depth <= 0 else []
        depth += word == "(" and not script
    return found if any(word.isalpha() or word[0] == "\\" for word in found) else words


def _uses(words: list[str], key: Key, factors: bool = True) -> Iterator[tuple[int, list[list[str]]]]:
    """Where a name stands, and the arguments behind it where it is a function there."""
    for place in range(len(words) - len(key) + 1):
        if tuple(words[place:place + len(key)]) == key and not _in_another(words, place, key):
            end = place + len(key)
            while words[end:end + 1] == ["'"]:
                end += 1
            arguments = _arguments(words, end, factors) if words[end:end + 1] == ["("] else []
            behind_one = factors and words[place - 1:place] == ["}"]
            yield place, [] if behind_one or any(_stands(one, key) for one in arguments) else arguments


def _in_another(words: list[str], place: int, key: Key) -> bool:
    """Whether what stands at a place is part of another name: its script, or its letter below a font."""
    before = words[place - 1] if place else ""
    return before in ("_", "^") or words[max(place - 2, 0):place] == ["{", "("] or before in FONTS and key[0] not in FONTS


def _arguments(words: list[str], place: int, factors: bool) -> list[list[str]]:
    """What stands between the commas of brackets; empty where that is a sum or numbers alone, as behind a factor."""
    depth, found = 0, [[]]
    for at in range(place, len(words)):
        depth += (words[at] in "([{") - (words[at] in ")]}")
        if depth == 0:
            break
        if depth == 1 and words[at] in (",", ";"):
            found.append([])
        elif at > place:
            found[-1].append(words[at])
    lettered = all(any(word[-1].isalpha() for word in one) for one in found)
    counted = found == [["0"]] or len(found) == 1 and len(found[0]) == 3 and found[0][1] in "+-" and found[0][2].isdigit()
    factor = factors and len(found) == 1 and {"+", "-"} & set(_outside(found[0])[1:]) and words[place - 2] != r"\nabla" and not counted
    return found if (lettered or counted) and not factor else []


def _outside(words: list[str]) -> list[str]:
    """What stands in no script and no other group; a group around all of it is none."""
    if words[:1] == ["{"] and past_script(["^", *words], 0) == len(words) + 1:
        words = words[1:-1]
    depth, found = 0, []
    for word in words:
        depth += (word == "{") - (word == "}")
        found += [word] if depth == 0 else []
    return found


def _sort(words: list[str], key: Key, past_brackets: bool = False) -> str:
    """What a letter seems to be by its use."""
    found = "number"
    for place, arguments in _uses(words, key):
        end = place + len(key)
        if past_brackets and arguments:
            depth = 0
            while end < len(words) and (depth or words[end] in ("(", "'")):
                depth += (words[end] == "(") - (words[end] == ")")
                end += 1
        before, after = words[max(place - 2, 0):place], words[end:end + 2]
        if (before[-1:] == [r"\dot"] or before == [r"\dot", "{"]) and not past_brackets:
            return "moving"
        if after in (["^", r"\top"], ["^", "T"]) or before[-1:] in ([r"\|"], [r"\langle"]) or after[:1] in ([r"\|"], [r"\rangle"]) \
                or key[0] in (r"\mathbf", r"\boldsymbol", r"\bm", r"\vec") or before == [r"\odot"] or after[:1] == [r"\odot"]:
            found = "matrix" if any(word.isupper() for word in key[:3]) else "vector"
    return found
