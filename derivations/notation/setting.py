r"""What a manuscript says before a formula: its macros, and the names that it declares, such as `\kappa = \sqrt{\delta^2 + 4\mu^2}`,
`\bs = \beta_*` or `f(x) = x^2`. A declared name stands for its right-hand side, which is read over the claim's own names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property

import sympy as sp
from sympy import Dummy, MatrixSymbol

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.spoken import Spoken
from theoremtest.derivations.language.statement import Statement

from .build import build
from .canonical import canonical
from .declared import CONSTANT, WHOLE, Constant, DeclaredFunction
from .displays import display
from .entries import declared_entry, entry_of
from .errors import NotationError
from .names import Names, names_of, without_turns
from .open_functions import OpenMap
from .parser import parse
from .tex import Meaning
from .tokens import Tex, tex_tokens
from .vocabulary import FONTS

BOLD = (r"\mathbf", r"\boldsymbol", r"\vec", r"\mathsf")


@dataclass(frozen=True)
class Declaration:
    """`left` = `right`, both in LaTeX; `line` is where a file says so, 0 for nowhere."""

    left: str
    right: str
    line: int = 0


@dataclass(frozen=True)
class Setting:
    """Macros by name, declared names in the order in which they were declared, and what the claim says of its printed formula: letters that
    it only defines, and signs that stand for another relation, by part. functions: those without a formula, by their LaTeX."""

    macros: Mapping[str, Meaning] = field(default_factory=dict)
    declared: tuple[Declaration, ...] = ()
    defines: tuple[sp.Basic, ...] = ()
    spoken: Mapping[str, Spoken] = field(default_factory=dict)
    functions: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def sides(self) -> tuple[tuple[Declaration, str, str], ...]:
        """Every declared name with both of its sides written out."""
        return tuple((item, _side(item.left, self.macros), _side(item.right, self.macros)) for item in self.declared)

    def with_more(self, declared: Sequence[Declaration]) -> Setting:
        """The setting with further names."""
        return replace(self, declared=(*self.declared, *declared))


_CURRENT: ContextVar[Setting | None] = ContextVar("setting", default=None)


@contextmanager
def within(setting: Setting) -> Iterator[None]:
    """Formulas read meanwhile may use the names of a setting."""
    token = _CURRENT.set(setting)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def current() -> Setting:
    """The setting that formulas are read in now."""
    return _CURRENT.get() or Setting()


def declaration(text: str, line: int = 0) -> Declaration:
    """`name = formula` taken apart. Raises NotationError for anything else."""
    depth = 0
    for place, character in enumerate(text):
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(character, 0)
        if character == "=" and depth == 0:
            left, right = text[:place].rstrip().removesuffix(":").strip(), text[place + 1:].strip()
            if left and right:
                return Declaration(left, right, line)
    raise NotationError(f"a declared name reads `name = formula`; this is {text.strip()!r}")


def refuse_unread(parts: Sequence[Statement], text: str) -> None:
    """Raise NotationError where a formula names a letter of a claim that is declared as what cannot be read over any of its parts: the
    claim's own meaning would stand in silence for the declared one."""
    unread: list[dict[str, str]] = []
    own = set()
    for part in parts:
        plain, spoken = names_of(part), spoken_of(part)
        own |= {key for key, meaning in plain.by_tokens.items() if meaning.value in spoken}
        try:
            unread.append(with_declared(plain, part, text).unread)
        except NotationError:  # said again where the formula is read
            return
    for left, reason in unread[0].items():
        if all(left in other for other in unread) and tuple(token.text for token in tex_tokens(left)) in own:
            raise NotationError(f"{left} is declared, but not over this claim's names, which have a {left} of their own: {reason}")


def _side(text: str, macros: Mapping[str, Meaning]) -> str:
    shown = display(text, macros)
    if shown.labels or shown.noted:
        raise NotationError(f"what is declared holds no labels and no references; this is {text}")
    return shown.formula.text


def with_declared(names: Names, like: Statement, text: str) -> Names:
    """The names, those that the setting declares and the formula uses added, and bold letters where only the plain one is declared."""
    tokens = [token.text for token in tex_tokens(text)]
    setting = _CURRENT.get()
    if setting is not None and (setting.declared or setting.functions):
        names = _copied(names)
        for name, function in setting.functions.items():
            key = tuple(token.text for token in tex_tokens(name))
            if key in names.by_tokens and isinstance(names.by_tokens[key].value, sp.Identity):
                del names.by_tokens[key]  # I_1 is the function that is declared, and no identity of size 1
            names.offer(name, function)
            for spelled, slope in slopes(name, function).items():
                names.offer(spelled, slope)
        _declare(names, like, setting, tokens)
    return _bold(names, tokens)


def slopes(name: str, of: object) -> dict[str, DeclaredFunction]:
    """f' and f'' of a function of one number without a formula."""
    if not isinstance(of, OpenMap) or of.shapes != ((),) or of.values:
        return {}
    known = DeclaredFunction(name, of.variables, of(*of.variables))
    return {f"{name}'": known.derived(1), f"{name}''": known.derived(2)}


def _copied(names: Names) -> Names:
    return replace(names, by_tokens=dict(names.by_tokens), clashes=dict(names.clashes), starts=set(names.starts))


def _declare(names: Names, like: Statement, setting: Setting, tokens: list[str]) -> None:
    waiting, spoken, reasons = [], [tokens, without_turns(tokens)], {}
    for item, left, right in setting.sides:
        waiting.append((item, tex_tokens(left), left, right))
    wanted: list = []
    grown = True
    while grown:  # what the formula names, and what those name in turn
        grown = False
        for entry in list(waiting):
            head = [token.text for token in _head(entry[1])]
            if any(_within(head, words) for words in spoken):
                waiting.remove(entry)
                wanted.append(entry)
                spoken.append([token.text for token in tex_tokens(entry[3])])
                grown = True
    while wanted:
        done = None
        for entry in wanted:
            try:
                _add(names, like, *entry)
            except NotationError as error:
                if error.message.endswith("of its own"):
                    raise
                reasons[entry[2]] = error.message
            else:
                done = entry
                break
        if done is None:
            break
        wanted.remove(done)
    names.unread.update({left: reasons.get(left, "") for _, _, left, _ in wanted})


def _within(piece: list[str], words: list[str]) -> bool:
    return any(words[place:place + len(piece)] == piece for place in range(len(words) - len(piece) + 1))


def _head(tokens: list[Tex]) -> list[Tex]:
    """The name of a declared function without its variables; any other name as it is."""
    return tokens[:-(len(tokens) - _opening(tokens))] if _opening(tokens) else tokens


def _opening(tokens: list[Tex]) -> int:
    """Where the variables of `f(x, y)` begin; 0 for a name without any, such as a or w(0) or \\beta(\\infty)."""
    if len(tokens) < 4 or tokens[-1].text != ")":
        return 0
    place = next((k for k, token in enumerate(tokens) if token.text == "("), 0)
    letters = [token.text for token in tokens[place + 1:-1] if token.text != ","]
    return place if letters and all(letter.isalpha() or letter[:1] == "\\" and letter != r"\infty" for letter in letters) else 0


def _add(names: Names, like: Statement, item: Declaration, head: list[Tex], left: str, right: str) -> None:
    spelled = tuple(token.text for token in head)
    if right.replace(" ", "") == WHOLE:
        names.whole = names.whole | {spelled}
        return
    if right.replace(" ", "") in CONSTANT:
        known = names.by_tokens.pop(spelled, None)
        if known is not None and known.value in spoken_of(like):
            raise NotationError(f"{left} is declared as a constant, and this claim has a {left} of its own")
        constant = Constant(left, real=True)
        begins = re.fullmatch(r"(.+)\(\s*0\s*\)", left)
        constant.start = _value(begins.group(1), names) if begins else None
        names.offer(left, constant)
        return
    entry = entry_of(right)
    if entry is not None:
        value = declared_entry(names, entry, _value(entry["matrix"], names))
        if names.has(left) and not _same(names.by_tokens[tuple(token.text for token in head)].value, value, like):
            raise NotationError(f"{left} is declared as {right}, and this claim has a {left} of its own")
        names.offer(left, value)
        return
    opening = _opening(head)
    over = tuple(token.text for token in head[opening + 1:-1])
    if opening and over != names.time:
        name, inner, variables = left[:left.index("(")].strip(), _copied(names), []
        for token in head[opening + 1:-1]:
            if token.text == ",":
                continue
            known = names.by_tokens.get((token.text,))
            variable = MatrixSymbol(f"_{token.text}", *known.value.shape) if known and isinstance(known.value, MatrixSymbol) \
                else Dummy(token.text, real=True)
            inner.by_tokens.pop((token.text,), None)
            inner.add(token.text, variable)
            variables.append(variable)
        body = _value(right, inner)
        if any(variable in atoms_of(body) for variable in variables):
            value: object = DeclaredFunction(name, tuple(variables), body)
            left = name
        else:  # x(T) = y names one value; where x means nothing anywhere, that of every argument
            value = body
            told = {item.left.strip() for item in current().declared}
            if not any(letter in told or (letter,) in names.by_tokens for letter in over):
                names.offer(name, DeclaredFunction(name, tuple(variables), body))
    else:
        alias = names.match(tex_tokens(right), 0)
        value = alias[0].value if alias and alias[1] == len(tex_tokens(right)) else _value(right, names)
    known = names.by_tokens.get(tuple(token.text for token in tex_tokens(left)))
    if known is not None and not _same(known.value, value, like):
        if known.value in spoken_of(like):
            raise NotationError(f"{left} is declared as {right}, and this claim has a {left} of its own")
        names.by_tokens.pop(tuple(token.text for token in tex_tokens(left)))  # the claim's domain names it, its statement does not
    names.offer(left, value)
    if isinstance(value, DeclaredFunction) and len(value.variables) == 1 and not isinstance(value.variables[0], MatrixSymbol) \
            and not getattr(value.body, "shape", ()):
        first, second = value.derived(1), value.derived(2)
        for spelled, derived in ((f"{left}'", first), (f"{left}''", second), (rf"\nabla {left}", first), (rf"\nabla^2 {left}", second)):
            names.offer(spelled, derived)
    if names.time and not opening:
        names.offer(f"{left}({' '.join(names.time)})", value)


def spoken_of(like: Statement) -> set:
    """Every letter that a statement's formulas speak of."""
    return set().union(*(atoms_of(like.on.expand(item)) | atoms_of(item) for item in like.expressions() if isinstance(item, sp.Basic)))


def _value(text: str, names: Names) -> sp.Basic:
    return build(parse(text, "expression", names).children[0])


def _same(known: object, value: object, like: Statement) -> bool:
    if known == value:
        return True
    if not isinstance(known, sp.Basic) or not isinstance(value, sp.Basic):
        return False
    one, other = (like.on.expand(side) for side in (known, value))
    symbol, quantity = getattr(like, "symbol", None), getattr(like, "quantity", None)
    if symbol is not None and known == symbol:
        one = like.on.expand(quantity)
    if canonical(one) == canonical(other):
        return True
    if getattr(one, "shape", ()) or getattr(other, "shape", ()):
        return False
    return bool(sp.expand(one - other) == 0)


def _bold(names: Names, tokens: list[str]) -> Names:
    """Bold names for plain ones, where the formula writes a letter in bold only. Raises NotationError where it writes both."""
    fonted = {(font, letter) for font, letter in zip(tokens, tokens[1:], strict=False) if font in BOLD and (letter.isalpha() or (
        letter[:1] == "\\" and letter[1:].isalpha()))}
    fonted |= {(font, letter) for font, brace, letter in zip(tokens, tokens[1:], tokens[2:], strict=False)
               if font in BOLD and brace == "{" and (letter.isalpha() or letter[:1] == "\\")}
    fonted = {(font, letter) for font, letter in fonted
              if letter not in FONTS and not any(key[:2] == (font, letter) for key in names.by_tokens)}
    if not fonted:
        return names
    names = _copied(names)
    for font, letter in sorted(fonted):
        plain = [key for key in names.by_tokens if key[0] == letter and isinstance(names.by_tokens[key].value, sp.Basic)]
        stands_plain = letter in {key[0] for place, key in _found(names, tokens) if not _in_font(tokens, place, font)}
        if plain and stands_plain:
            raise NotationError(f"{font}{{{letter}}} and {letter} both stand here, and only {letter} is declared; declare the other, or "
                                "write one of them")
        for key in plain:
            rest = " ".join(key[1:])
            names.offer(f"{font}{{{letter}}} {rest}", names.by_tokens[key].value)
            if rest:
                names.offer(f"{font}{{{letter} {rest}}}", names.by_tokens[key].value)
    return names


def _found(names: Names, tokens: list[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The names that a formula speaks of, where each begins; a letter of a subscript is part of its name."""
    place = 0
    while place < len(tokens):
        window = tuple(tokens[place:place + names.longest])
        key = next((window[:size] for size in range(len(window), 0, -1) if window[:size] in names.by_tokens), ())
        if key:
            yield place, key
        place += max(len(key), 1)


def _in_font(tokens: list[str], place: int, font: str) -> bool:
    return tokens[place - 1:place] == [font] or tokens[max(place - 2, 0):place] == [font, "{"]
