r"""What the comments of a manuscript lay down for the displays below them: letters and their sizes, conditions, abbreviations, a flow or a
loss, where a motion starts. Every line lays one thing down and is read over what stands above it; the first word says what it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from sympy import Basic, Integer, MatrixSymbol, Mul, S, Symbol, expand

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.language.flow import TIME, Flow, GradientFlow
from theoremtest.derivations.language.networks import Loss
from theoremtest.derivations.language.open_functions import OpenFunction
from theoremtest.derivations.language.statement import Equal, Evolves, Statement
from theoremtest.derivations.language.symbols import dimension, matrix, real, vector

from .build import build, is_matrix
from .conditions import build_condition
from .displays import bare, sides_and_signs
from .entries import entry_of
from .errors import NotationError
from .in_words import DIAGONAL, formulas, known, sayings
from .kinds_chance import draws_of
from .membership import as_bounds, as_interval
from .names import Names, names_of
from .open_functions import INDEXED, MAPS, OF_A_VECTOR, USAGE, kind_of, mapping, said, spoken
from .parser import parse
from .rates import derivatives_as_letters
from .reading import expression, like_shape, only, sign_column, two_sides
from .setting import CONSTANT, WHOLE, Declaration, Setting, declaration, with_declared, within
from .source import Source
from .tex import Kind, Token, listed
from .tokens import tex_tokens
from .vocabulary import FONTS

VERBS = ("let", "assume", "along", "start", "trained")
"""The first words of the lines, beside `forget`."""
LETTERS = set(listed(
    r"\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa \varkappa \lambda \mu \nu \xi \rho "
    r"\varrho \sigma \varsigma \tau \upsilon \phi \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon "
    r"\Phi \Psi \Omega \ell \hbar \imath \jmath \wp"))
"""Commands that are a letter."""
_DESCENT = re.compile(r"gradient\s+flow\s+of\s+(?P<loss>.+)\s+in\s+(?P<letters>[^=]+)", re.DOTALL)
_TRAINED = re.compile(r"(?P<readings>.+?)\s+by\s+gradient\s+flow\s+of\s+(?P<loss>.+)\s+in\s+(?P<letters>.+)", re.DOTALL)
_NORMAL = re.compile(r"\s*N(?=\s*(?:\\left\s*)?\()")
_IDENTITY = re.compile(r"(?:\\math(?:bf|bb|rm)\s*\{\s*)?(?<![A-Za-z\\])I\s*\}?\s*_\s*(?P<size>\{[^{}]*\}|[A-Za-z0-9]|\\[A-Za-z]+)")
_CLOSED = re.compile(r"\s*(?:\\right\s*)?\)\s*")
_BE = re.compile(r"(?P<what>.+?)\s+(?:(?P<be>be)|with|such\s+that)\s+(?P<words>.+)", re.DOTALL)
_UP_TO = re.compile(r"\\(?:in|colon|sim|[gl]eq?)(?![A-Za-z])|[<>=:]")
_BEGINS = re.compile(r"\s+from\s+")
_RATE = re.compile(r"\s+at\s+")
_SPACE = re.compile(r"\\mathbb\s*\{?\s*(?P<of>[RN])\s*\}?\s*"
                    r"(?:\^\s*(?:\{(?P<sizes>(?:[^{}]|\{[^{}]*\})+)\}|(?P<size>[A-Za-z0-9]|\\[A-Za-z]+)))?\s*")
_FACTORS = re.compile(r"\\times(?![^{]*\})")
_GRADIENT_OF = re.compile(r"\\nabla(?![A-Za-z])\s*(?:(?P<hessian>\^\s*(?:2|\{\s*2\s*\}))|_\s*(?:[A-Za-z]|\\[A-Za-z]+|\{[^{}]*\}))?\s*"
                          r"(?P<of>.+)")
_STARTED = re.compile(r"(?P<state>.+?)\s*\(\s*0\s*\)\s*", re.DOTALL)


@dataclass(frozen=True)
class Line:
    """One line: `let`, `assume`, `along`, `start`, `forget`, or `=` for `name = formula`, and the text behind the word."""

    verb: str
    text: str


@dataclass(frozen=True)
class Ground:
    """letters: symbols by their LaTeX. declared: functions, entries and constants. along: the flow or the loss; initial: where it starts;
    training: by which loss it is trained, for the route that does so.
    draws: letters that are drawn, with their variances or laws. unread: names whose formula could not be read, each with the reason.
    functions: those without a formula, by their LaTeX. terms: means and extreme values of the display that is read, by a name for each."""

    letters: dict[str, Basic] = field(default_factory=dict)
    conditions: tuple[Basic, ...] = ()
    where: dict[Basic, Basic] = field(default_factory=dict)
    declared: tuple[Declaration, ...] = ()
    along: Flow | GradientFlow | None = None
    initial: dict[Basic, Basic] = field(default_factory=dict)
    training: dict = field(default_factory=dict)
    draws: dict[Basic, Basic] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    functions: dict[str, object] = field(default_factory=dict)
    terms: dict[str, Basic] = field(default_factory=dict)

    @property
    def domain(self) -> Domain:
        """All that is laid down at once."""
        return Domain(*self.conditions, over=[*self.letters.values()], where=self.where)

    @property
    def states(self) -> tuple[Basic, ...]:
        """What moves."""
        return () if self.along is None else tuple(self.along.states)

    def letter(self, name: str) -> Basic | None:
        """The letter of a name; None where it is none."""
        return next((symbol for known, symbol in self.letters.items() if _same_spelling(known, name.strip())), None)

    @property
    def setting(self) -> Setting:
        """The names that are no letters."""
        return Setting({}, self.declared, functions=self.functions)

    def template(self) -> Statement:
        """A statement that knows every name that is laid down."""
        if self.along is None:
            return Equal(S.Zero, S.Zero, on=self.domain)
        return Evolves(self.states[0], self.states[0], along=self.along, on=self.domain)

    def names(self, text: str, like: Statement | None = None) -> Names:
        """The names that a text may use. Raises NotationError where it uses one whose formula could not be read."""
        words = [token.text for token in tex_tokens(text)]
        for left, reason in self.unread.items():
            name = [token.text for token in tex_tokens(left)]
            if any(words[place:place + len(name)] == name for place in range(len(words))):
                raise NotationError(f"{left} is declared in a comment above as what cannot be read: {reason}")
        like = like or self.template()
        with within(self.setting):
            found = with_declared(names_of(like), like, text)
        for name, value in self.terms.items():
            found.offer(name, value)
        return found


def laid(lines: Sequence[Line]) -> Ground:
    """What lines lay down, one after the other. Raises NotationError for a line that cannot be read."""
    ground = Ground()
    for line in lines:
        ground = extended(ground, line)
    return ground


def extended(ground: Ground, line: Line) -> Ground:
    """A ground with one more line. Raises NotationError where it cannot be read over what stands above it."""
    try:
        found = _DOES[line.verb](ground, line.text)
        _ = found.domain.symbols, found.template()
    except NotationError as error:
        raise with_repair(error) from None
    except TheoremtestError as error:
        raise NotationError(str(error)) from None
    except (TypeError, ValueError, AttributeError, ArithmeticError, NotImplementedError, RecursionError) as error:
        raise NotationError(f"SymPy refuses this line: {type(error).__name__}: {error}") from None
    return found


def unknown_name(error: NotationError) -> str:
    """The name that an error calls unknown; empty where it is about something else, or is no letter."""
    match = re.match(r"unknown name (\S.*?)(?:;|$)", error.message)
    return match[1] if match is not None and is_letter(match[1]) else ""


def with_repair(error: NotationError) -> NotationError:
    """The error; one of an unknown letter says how that is declared."""
    name = unknown_name(error)
    if not name or "declare" in error.message:
        return error
    function = rf", or let {name} : {OF_A_VECTOR} where it is a function" if error.applied else ""
    return NotationError(f"unknown name {name}; where it is a letter of the paper, declare it in a comment above, "
                         f"% theoremtest: let {name}{function}", error.column, error.near, error.applied)


# letters ---------------------------------------------------------------------------------------------------------------


def _let(ground: Ground, text: str) -> Ground:
    if (match := _BE.fullmatch(text.strip())) is not None:
        named = _UP_TO.split(match["what"], maxsplit=1)[0]
        verb = "is" if match["be"] else "" if sign_column(match["words"]) else "has"
        said_of = f"{named} {verb} {match['words']}" if verb else match["words"]
        return _assume(_let(ground, match["what"]), said_of)
    if r"\sim" in text:
        return _drawn(ground, text)
    if (maps := MAPS.fullmatch(text.strip())) is not None:
        return _with_functions(ground, maps)
    named, _, space = text.partition(r"\in ") if r"\in " in text else text.partition(r"\in" + "\\")
    if space or named != text:
        match = _SPACE.fullmatch(space if space.lstrip().startswith("\\") else "\\" + space)
        if match is None and as_interval(space):
            for name in _listed(named):
                ground = _assume(_with_letter(ground, name, real(name)), rf"{name} \in {space}")
            return ground
        if match is None:
            raise NotationError(rf"a letter lies in \mathbb{{R}}, \mathbb{{R}}^{{d}}, \mathbb{{R}}^{{h \times d}} or \mathbb{{N}}; this is "
                                f"{space.strip()}")
        return _in_space(ground, _listed(named), match)
    sides, signs = sides_and_signs(Source.of(text))
    if "=" in signs:
        raise NotationError("`let` names letters; what a letter stands for is said without it, `name = formula`, and an equation between "
                            "letters by `assume`")
    if len(signs) > 1:
        raise NotationError("`let` takes one bound, such as `let a, b > 0`; write the others with `assume`")
    for name in _listed(sides[0].text):
        ground = _with_letter(ground, name, real(name))
        if signs:
            ground = _assume(ground, f"{name} {signs[0]} {sides[1].text}")
    return ground


def _with_functions(ground: Ground, maps: re.Match) -> Ground:
    """Functions without a formula, of the vectors or numbers of a space."""
    spaces, shapes = [_SPACE.fullmatch(space.strip()) for space in (*_FACTORS.split(maps["from"]), maps["to"])], []
    if any(space is None for space in spaces) or spaces[-1]["of"] != "R" or len({space["of"] for space in spaces[:-1]}) > 1:
        raise NotationError(USAGE)
    indexed = spaces[0]["of"] == "N"
    for space in spaces:
        ground, shape = _sized(ground, space)
        shapes.append(shape)
    if indexed and any(shapes[:-1]):
        raise NotationError(INDEXED)
    for name in _listed_functions(ground, maps["names"], shapes):
        _refuse_taken(ground, name)
        if given := [item.left for item in ground.declared if _same_spelling(name, item.left.partition("(")[0])]:
            raise NotationError(f"{name} has a formula already; take that back first, `forget {given[0]}`")
        if name.endswith("'"):
            raise NotationError(f"{name} reads as the derivative of a function; name it otherwise")
        ground = replace(ground, functions={**ground.functions, name: mapping(name, shapes[:-1], shapes[-1], indexed)})
    return ground


def _listed_functions(ground: Ground, text: str, shapes: Sequence[tuple[Basic, ...]]) -> list[str]:
    r"""The names that a text lists, of functions or of gradients and Hessians of declared ones, `\nabla^2 f`, of these shapes."""
    found = [piece.strip() for piece in split(text)]
    for name in found:
        if (match := _GRADIENT_OF.fullmatch(name)) is None:
            _listed(name)
            continue
        of = next((function for known, function in ground.functions.items() if _same_spelling(known, match["of"])), None)
        if of is None:
            raise NotationError(f"{match['of'].strip()} has a gradient where it is a function itself; declare it first, {USAGE}")
        column = of.anywhere.shape if isinstance(of, OpenFunction) else ()
        arguments = [column] if column else [getattr(variable, "shape", ()) for variable in of.variables]
        given = [(*shape, S.One) if len(shape) == 1 else shape for shape in shapes]
        if match["hessian"]:
            fits = column and given == [column, (column[0], column[0])]
        else:
            fits = not column and not getattr(of, "values", ()) and given[:-1] == arguments and given[-1] in arguments and given[-1]
        if not fits:
            raise NotationError(f"{name} does not fit {match['of'].strip()}: a gradient has the size of an argument, a Hessian is square, "
                                r"and \nabla f of a function of one vector is known without being declared")
    return found


def _in_space(ground: Ground, named: list[str], match: re.Match) -> Ground:
    if match["of"] == "N":
        if match["sizes"] or match["size"]:
            raise NotationError(r"whole numbers are declared one by one, `let n \in \mathbb{N}`; they begin at 1")
        for name in named:
            ground = _with_letter(ground, name, dimension(name))
        return ground
    ground, shape = _sized(ground, match)
    for name in named:
        made = real(name) if not shape else vector(name, *shape) if len(shape) == 1 else matrix(name, *shape)
        ground = _with_letter(ground, name, made)
    return ground


def lies_in(ground: Ground, name: str, space: str) -> bool | None:
    """Whether a letter was declared to lie in a space of numbers, vectors or matrices; None for a set of another kind."""
    match = _SPACE.fullmatch(space.strip())
    if match is None or match["of"] != "R":
        return None
    ground, shape = _sized(ground, match)
    letter = ground.letter(name)
    return letter is not None and getattr(letter, "shape", ()) == ((*shape, S.One) if len(shape) == 1 else shape)


def _sized(ground: Ground, match: re.Match) -> tuple[Ground, tuple[Basic, ...]]:
    """The sizes of a space, with the letters that they bring along."""
    sizes = [piece.strip() for piece in re.split(r"\\times", match["sizes"] or match["size"] or "") if piece.strip()]
    if len(sizes) > 2:
        raise NotationError(rf"a letter has at most rows and columns, \mathbb{{R}}^{{h \times d}}; these are {len(sizes)} sizes")
    shape = []
    for size in sizes:
        if is_letter(size) and size not in ground.letters:
            ground = _with_letter(ground, size, dimension(size))
        value = expression(size, ground.names(size))
        if not value.is_integer or not value.is_positive:
            raise NotationError(rf"the size {size} is no whole number; declare it by `let {size} \in \mathbb{{N}}`")
        shape.append(value)
    return ground, tuple(shape)


def _drawn(ground: Ground, text: str) -> Ground:
    r"""`let x, y \sim \mathcal{N}(0, s)`: independent draws; the letters may have been declared as vectors before."""
    named, _, law = text.partition(r"\sim")
    if (match := _NORMAL.match(law)) is not None and ground.letter("N") is None:
        law = rf"\mathcal{{N}}{law[match.end():]}"
    law, size = _of_equal_entries(ground, named, law)
    for name in _listed(named):
        if ground.letter(name) is None:
            ground = _with_letter(ground, name, real(name) if size is None else vector(name, size))
        if size is not None and getattr(ground.letter(name), "shape", ()) != (size, S.One):
            raise NotationError(f"{name} is no column of {size} entries, as this law draws them")
        drawn = rf"{name} \sim {law}"
        found = draws_of(rf"\mathbb{{E}}[{name}] = 0, {drawn}", ground.names(drawn))
        if any(ground.draws.get(letter, law) != law for letter, law in found.items()):
            raise NotationError(f"{name} is drawn from another law above; take that back first, `forget {name}`")
        ground = replace(ground, draws={**ground.draws, **found})
    return ground


def _of_equal_entries(ground: Ground, named: str, law: str) -> tuple[str, Basic | None]:
    r"""The law of one entry where a law is \mathcal{N}(0, s I_n), and the number of entries; the law itself of another."""
    match = _IDENTITY.search(law)
    factors = re.sub(r"\([^()]*\)|\{[^{}]*\}", "", law[:match.start()].rpartition(",")[2]) if match is not None else "+"
    if match is None or "+" in factors or "-" in factors or _CLOSED.fullmatch(law[match.end():]) is None:
        return law, None
    size = match["size"].strip("{}")
    if is_letter(size) and ground.letter(size) is None:
        raise NotationError(rf"the size {size} of this law is not declared; say before it how long {named.strip()} is, "
                            rf"`let {named.strip()} \in \mathbb{{R}}^{{{size}}}`")
    before = law[:match.start()].rstrip()
    return f"{before}{' 1' if before.endswith(',') else ''}{law[match.end():]}", expression(size, ground.names(size))


def _listed(text: str) -> list[str]:
    found = [piece.strip() for piece in split(text)]
    for name in found:
        if not is_letter(name):
            raise NotationError(f"{name or text.strip()!r} is no letter; a letter is one character or command with its scripts, and "
                                "several are separated by commas")
    return found


def _refuse_taken(ground: Ground, name: str) -> None:
    if any(_same_spelling(name, known) for known in (*ground.letters, *map(str, ground.where), *ground.functions)):
        raise NotationError(f"{name} is declared already; take that back first, `forget {name}`")


def _with_letter(ground: Ground, name: str, symbol: Basic) -> Ground:
    _refuse_taken(ground, name)
    return replace(ground, letters={**ground.letters, name: symbol})


def _same_spelling(one: str, other: str) -> bool:
    return [token.text for token in tex_tokens(one)] == [token.text for token in tex_tokens(other)]


def is_letter(text: str) -> bool:
    """Whether a text is one letter or command, in a font or under an accent, with scripts behind it; a dot is a derivative."""
    words = [token.text for token in tex_tokens(text)]
    place = 0
    while place < len(words) and words[place] in FONTS and words[place] not in (r"\dot", r"\ddot"):
        place += 1
    if words[:place] == [r"\mathbb"]:  # a space or a mean
        return False
    if place and words[place:place + 1] == ["{"]:
        place = _past_group(words, place)
    elif place < len(words) and (words[place].isalpha() or words[place] in LETTERS):
        place += 1
    else:
        return False
    while place + 1 <= len(words) and words[place:place + 1] and words[place] in ("_", "^", "'"):
        if words[place] == "'":
            place += 1
            continue
        if place + 1 == len(words):
            return False
        if words[place] == "^" and words[place + 1].isdigit():
            return False
        place = past_script(words, place)
    return place == len(words)


def past_script(words: Sequence[str], place: int) -> int:
    r"""Behind the script whose sign stands at a place, with its braces or without: `_2`, `_{in}`, `_\mathrm{in}`."""
    place += 1
    while place + 1 < len(words) and words[place] in FONTS:
        place += 1
    return _past_group(words, place) if words[place:place + 1] == ["{"] else place + 1


def _past_group(words: Sequence[str], place: int) -> int:
    depth = 0
    for at in range(place, len(words)):
        depth += (words[at] == "{") - (words[at] == "}")
        if depth == 0:
            return at + 1
    return len(words)


def split(text: str) -> list[str]:
    """The pieces of a text between commas that stand outside every bracket."""
    pieces, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += (character in "({[") - (character in ")}]")
        if character == "," and depth == 0 and text[place - 1:place] != "\\":
            pieces.append(text[start:place])
            start = place + 1
    return [*pieces, text[start:]]


# conditions and abbreviations ------------------------------------------------------------------------------------------


def condition(ground: Ground, text: str) -> Basic:
    """A condition over what is laid down. Raises NotationError where it is none."""
    return build_condition(parse(text, "condition", ground.names(text, Equal(S.Zero, S.Zero, on=ground.domain))).children[0])


def _assume(ground: Ground, text: str) -> Ground:
    found: list[Basic] = []
    for piece in sayings(split(text)):
        if isinstance(piece, str):
            found.append(condition(ground, as_bounds(bare(piece), partial(lies_in, ground)).text))
            continue
        functions = [name for name in piece.who if name in ground.functions or not (known(piece.what) or _is_known(ground, name))]
        if functions and len(functions) < len(piece.who):
            raise NotationError(f"{', '.join(piece.who)} are not of one kind; say of each what it is")
        found += [said(f"{name} is {piece.what}", ground.functions, partial(_valued, ground)) for name in functions]
        for formula, name in [] if functions else formulas(piece, partial(_valued, ground)):
            ground, formula = _diagonal(ground, name) if formula == DIAGONAL else (ground, formula)
            found.append(condition(ground, formula))
    return replace(ground, conditions=(*ground.conditions, *found))


def _valued(ground: Ground, text: str) -> Basic:
    return expression(text, ground.names(text))


def _is_known(ground: Ground, name: str) -> bool:
    """Whether a name that a saying speaks of is a formula, or a letter that would have been declared; functions are declared as such."""
    return not is_letter(name) or ground.letter(name) is not None or ground.names(name).has(name)


def _diagonal(ground: Ground, name: str) -> tuple[Ground, str]:
    """A letter for the diagonal of a matrix that has nothing else, and the equation that says so."""
    found = ground.letter(name)
    if found is None:
        raise NotationError(rf"`diagonal` is said of a letter; of {name} write what is meant, {name} = \operatorname{{diag}}(s)")
    entries = rf"d_{{{name.strip()}}}"
    return _with_letter(ground, entries, vector(entries, found.shape[0])), rf"{name} = \operatorname{{diag}}({entries})"


def _declare(ground: Ground, text: str) -> Ground:
    """`name = formula`; of one that cannot be read the reason is kept, as the name may be meant for a claim with letters of its own."""
    item = declaration(text)
    if any(_same_spelling(item.left, name) for name in ground.letters):
        raise NotationError(f"{item.left} is a letter already; an equation between letters is written `assume {item.left} = {item.right}`")
    try:
        return abbreviated(ground, item)
    except NotationError as error:
        return replace(ground, unread={**ground.unread, item.left: error.message})


def abbreviated(ground: Ground, item: Declaration) -> Ground:
    """A ground with a name for a formula. Raises NotationError where the formula cannot be read, or the name is taken."""
    _refuse_taken(ground, item.left)
    if any(_same_spelling(item.left.partition("(")[0], name) for name in ground.functions):
        raise NotationError(f"{item.left} is a value of a function that is declared without a formula; take that back first, or write "
                            f"`assume {item.left} = {item.right}`")
    right = item.right.replace(" ", "")
    if right == WHOLE or right in CONSTANT or entry_of(item.right) is not None or not is_letter(item.left):
        if is_letter(item.left) and right in CONSTANT:
            return _with_letter(ground, item.left, real(item.left))
        found = replace(ground, declared=(*ground.declared, item))
        if reason := found.names(item.left).unread.get(item.left):
            raise NotationError(reason)
        return found
    text = bare(item.right).text
    value = expression(text, ground.names(text, Equal(S.Zero, S.Zero, on=ground.domain)))
    name = matrix(item.left, *value.shape) if is_matrix(value) else real(item.left)
    return replace(ground, where={**ground.where, name: value})


# motion ----------------------------------------------------------------------------------------------------------------


def _along(ground: Ground, text: str) -> Ground:
    still = replace(ground, along=None, initial={}, training={})
    if match := _DESCENT.fullmatch(text.strip()):
        rates = {}
        for piece in split(match["letters"]):
            name, *at = _RATE.split(piece.strip(), maxsplit=1)
            rates[_letter(still, name)] = expression(at[0], still.names(at[0])) if at else Integer(1)
        text = bare(match["loss"]).text
        loss = still.domain.expand(expression(text, still.names(text)))
        return _joined(ground, replace(still, along=GradientFlow(loss, rates)))
    found: dict[Basic, Basic] = {}
    for piece in split(text):
        piece = typed(piece, still.letters.values()).text
        names = still.names(piece)
        names.time = ("t",)
        names.offer("t", TIME)
        left, right, _ = two_sides(parse(piece, "relation", names))
        factor, state = _moved(left, still)
        if state in found:
            raise NotationError(f"the rate of {state} is given twice")
        if state != TIME and state not in ground.letters.values():
            raise NotationError(f"{state} is no letter that moves; declare it by `let {state}`")
        found[state] = like_shape(build(right), state, right) / factor
    time = {TIME} & set().union(*(value.free_symbols for value in found.values())) - set(found)
    return _joined(ground, replace(still, along=Flow({**found, **{letter: Integer(1) for letter in time}})))


def _joined(ground: Ground, new: Ground) -> Ground:
    """Two lines that move different letters are one motion; one that moves all letters of the line above says their motion anew."""
    old, also = set(ground.states) - {TIME}, set(new.states) - {TIME}
    if not old or old <= also:
        return new
    if isinstance(ground.along, GradientFlow) or isinstance(new.along, GradientFlow) or ground.training or old & also:
        known = ", ".join(map(str, ground.states))
        raise NotationError(f"a line above moves {known} already; give all rates on one line, `along \\dot x = ..., \\dot y = ...`, "
                            f"or take a letter of that motion back first, `forget {next(iter(ground.states))}`")
    return replace(new, along=Flow({**ground.along.rates, **new.along.rates}), initial=ground.initial)


def typed(text: str | Source, states: Iterable[Basic]) -> Source:
    """A formula in the reader's spelling, with x' of a letter that moves as its derivative by time."""
    source = bare(text) if isinstance(text, str) else text
    for state in states:
        name = [token.text for token in Source.of(str(state)).tokens if not token.blank]
        place = 0
        while place < len(source.tokens):
            window = source.tokens[place:place + len(name) + 1]
            second = source.tokens[place + len(name) + 1:place + len(name) + 2]
            if [token.text for token in window] == [*name, "'"] and not (second and second[0].text == "'"):
                dotted = [Token(Kind.COMMAND, r"\dot", window[0].at), Token(Kind.OPEN, "{", window[0].at), *window[:-1],
                          Token(Kind.CLOSE, "}", window[0].at), Token(Kind.SPACE, " ", window[0].at)]
                source = Source.made([*source.tokens[:place], *dotted, *source.tokens[place + len(window):]])
                place += len(name) + 2
            place += 1
    return source


def _moved(left, ground: Ground) -> tuple[Basic, Basic]:
    r"""The letter whose derivative by time a left side is, and the factor before it, as in \tau \dot x, which is nowhere 0."""
    with derivatives_as_letters() as letters:
        value = build(left)
    if len(letters) == 1 and only(left, "dotted") is None and only(left, "derivative") is None:
        (letter, state), = letters.items()
        factor, rest = value.as_coeff_mmul() if is_matrix(value) else (value.coeff(letter), letter)
        whole = (rest.doit() if is_matrix(rest) else rest) == letter and (is_matrix(value) or expand(value - factor * letter) == 0)
        bounds = ground.domain.bounds
        nowhere = all(part.is_Number or (part in bounds and bounds[part].sign) for part in Mul.make_args(factor))
        if whole and factor != 0 and isinstance(state, (Symbol, MatrixSymbol)):
            if not nowhere:
                raise NotationError(f"the factor {factor} before a derivative may be 0; say before this line that it is not, "
                                    f"`let {factor} > 0`")
            return factor, state
    return Integer(1), _moved_alone(left)


def _moved_alone(left) -> Basic:
    """The letter whose derivative by time a left side is."""
    if (dotted := only(left, "dotted")) is not None:
        return next(child for child in dotted.children if child.type == "NAME").value.value
    if (derivative := only(left, "derivative")) is not None:
        variables, operand = derivative.children
        if list(variables.value) == [(TIME, 1)]:
            value = build(operand)
            if isinstance(value, (Symbol, MatrixSymbol)):
                return value
    raise NotationError(r"`along` gives rates, \dot x = ..., \dot y = ..., or `gradient flow of <loss> in <letters>`")


def _letter(ground: Ground, name: str) -> Basic:
    found = ground.letter(name)
    if found is None:
        raise NotationError(f"{name.strip()} is no letter that is declared above; add `let {name.strip()}`")
    return found


def _start(ground: Ground, text: str) -> Ground:
    if ground.along is None:
        raise NotationError(r"a start is one of a motion; say along which, `along \dot x = ...`")
    for piece in split(text):
        ground = started(ground, piece)
    return ground


def started(ground: Ground, text: str) -> Ground:
    """A ground in which one state starts at a value, `x(0) = x_0`."""
    item = declaration(text)
    match = _STARTED.fullmatch(item.left)
    state = _letter(ground, match["state"]) if match else None
    if state is None or state not in ground.states:
        raise NotationError(f"a start reads `x(0) = value` for a letter that moves; this is {text.strip()}")
    like = Equal(S.Zero, S.Zero, on=ground.domain)
    tree = parse(item.right, "expression", ground.names(item.right, like)).children[0]
    value = like_shape(build(tree), state, tree)
    if ground.initial.get(state, value) != value:
        raise NotationError(f"{state} starts at {ground.initial[state]}, and here at {value}")
    return replace(ground, initial={**ground.initial, state: value})


def _trained(ground: Ground, text: str) -> Ground:
    r"""`trained u = ab by gradient flow of \tfrac12 (s - ab)^2 in a from \sqrt{u_0}, b from \sqrt{u_0}`: what a solution is trained by, in
    letters of its own, which a route that trains it goes by; nothing is proved with it."""
    match = _TRAINED.fullmatch(text.strip())
    if match is None or not isinstance(ground.along, Flow):
        raise NotationError(r"`trained` follows the rates of a motion and reads `trained u = a b by gradient flow of <loss> in a from "
                            r"<start>, b from <start>`, with `at <rate>` behind a letter where it is not 1")
    lift, rates, within_it = {}, {}, ground
    for piece in split(match["letters"]):
        named, *start = _BEGINS.split(piece.strip(), maxsplit=1)
        name, *at = _RATE.split(named.strip(), maxsplit=1)
        if len(start) != 1:
            raise NotationError(f"say where {name} begins, `{name} from <start>`")
        within_it = within_it if within_it.letter(name) is not None else _with_letter(within_it, name, real(name))
        letter = _letter(within_it, name)
        lift[letter] = like_shape(value := expression(start[0], ground.names(start[0])), letter, value)
        rates[letter] = expression(at[0], ground.names(at[0])) if at else Integer(1)
    read = {}
    for piece in split(match["readings"]):
        item = declaration(piece)
        read[_letter(ground, item.left)] = expression(item.right, within_it.names(item.right))
    loss = bare(match["loss"]).text
    network = Loss(ground.domain.expand(expression(loss, within_it.names(loss))), rates)
    return replace(ground, training={"network": network, "read": read, "learning_rates": rates, "lift": lift,
                                     "data": (Integer(1), Integer(0))})


# taken back ------------------------------------------------------------------------------------------------------------


def _forget(ground: Ground, text: str) -> Ground:
    """Without a letter or a name, and without the conditions, abbreviations and the motion that speak of it; `all` is everything."""
    if text.strip() == "all":
        return Ground()
    names = {str(key): key for key in ground.where} | ground.letters
    gone = {symbol for name, symbol in names.items() if _same_spelling(name, text)}
    gone |= {kind_of(function) for name, function in ground.functions.items() if _same_spelling(name, text)}
    declared = tuple(item for item in ground.declared if not _same_spelling(item.left, text))
    unread = {left: reason for left, reason in ground.unread.items() if not _same_spelling(left, text)}
    if not gone and declared == ground.declared and unread == ground.unread:
        raise NotationError(f"{text.strip()} is not declared above")

    def stays(*items: Basic) -> bool:
        return not any(gone & (spoken(item) | item.free_symbols) for item in items)

    moving = ground.along is not None and stays(*ground.along.expressions())
    return replace(
        ground, letters={name: symbol for name, symbol in ground.letters.items() if stays(symbol)}, declared=declared, unread=unread,
        conditions=tuple(item for item in ground.conditions if stays(item)),
        where={key: value for key, value in ground.where.items() if stays(key, value)},
        along=ground.along if moving else None,
        initial={key: value for key, value in ground.initial.items() if moving and stays(key, value)},
        training=ground.training if moving else {},
        draws={letter: law for letter, law in ground.draws.items() if stays(letter, law)},
        functions={name: function for name, function in ground.functions.items() if kind_of(function) not in gone
                   and stays(*getattr(getattr(function, "anywhere", None), "shape", ()))})


def with_bound(ground: Ground, letters: Iterable[str]) -> Ground:
    """Without such of these letters, over which a display sums or integrates, that nothing above but their own bounds speaks of."""
    for name in letters:
        symbol = ground.letter(name)
        if not isinstance(symbol, Symbol):
            continue
        less = _forget(ground, name)
        own = tuple(item for item in ground.conditions if item.free_symbols != {symbol})
        alone = len(less.letters) == len(ground.letters) - 1 and less.conditions == own
        if alone and replace(less, letters={}) == replace(ground, letters={}, conditions=own):
            ground = less
    return ground


_DOES = {"forget": _forget, "let": _let, "assume": _assume, "along": _along, "start": _start, "trained": _trained, "=": _declare}


__all__ = ["Ground", "Line", "VERBS", "abbreviated", "condition", "extended", "is_letter", "laid", "lies_in", "past_script", "split",
           "started", "typed", "unknown_name", "with_bound", "with_repair"]
