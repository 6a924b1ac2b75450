"""From TeX's tokens to the grammar's: names are found, brackets are paired, every script and argument gets its braces, and what a
reader could take two ways is refused with the column where it stands. What single words begin is in `words`."""

from __future__ import annotations

from dataclasses import replace

from lark import Token
from sympy import Symbol
from sympy.core.function import UndefinedFunction

from theoremtest.derivations.language.open_functions import OpenFunction

from .declared import DeclaredFunction
from .errors import NotationError
from .groups import continues, group, made, matching, spell, spelled_to
from .indexed import entry_index
from .integrals import between, integration_variables
from .limits import DEPTH, DIGITS
from .names import Meaning, Names
from .open_functions import OpenMap
from .tokens import CLOSE, OPEN, Tex, tex_tokens
from .two_ways import (
    coefficient_behind,
    lone_argument,
    refuse_bars,
    refuse_bracketed_exponent,
    refuse_exponent_of_ten,
    refuse_iterate,
    refuse_other_argument,
)
from .vocabulary import COMMANDS, FONTS
from .words import NOT_READ, read_word, which_norm

_CLOSES = {r"\langle": r"\rangle", "(": ")", "[": "]", r"\{": r"\}", "|": "|", r"\|": r"\|", r"\begin": r"\end"}
_OPENERS = {r"\langle": "LANGLE", "(": "LPAR", "[": "LSQUARE", r"\{": "LSET", "|": "LABS", r"\|": "LNORM"}
_CLOSERS = {r"\rangle": "RANGLE", ")": "RPAR", "]": "RSQUARE", r"\}": "RSET", "|": "RABS", r"\|": "RNORM"}
_BRACKETS = {*_OPENERS, *_CLOSERS}


def lex(text: str, names: Names) -> list[Token]:
    """The grammar's tokens of a formula, each with the column of the text where it begins."""
    tokens = tex_tokens(text)
    if not tokens:
        raise NotationError("the formula is empty", 1)
    return Lexer(_with_indices(names, tokens), tokens).run(tokens)


def summation_indices(tokens: list[Tex]) -> list[str]:
    r"""The letters that stand below a sign of a sum, `\sum_{k=1}`, in a formula."""
    return [tokens[place + 3].text for place, token in enumerate(tokens[:-4])
            if token.text in (r"\sum", r"\prod") and tokens[place + 1].text == "_" and tokens[place + 2].text == "{"
            and tokens[place + 4].text == "=" and tokens[place + 3].text.isalpha()]


def _with_indices(names: Names, tokens: list[Tex]) -> Names:
    """The names; the index of every sum, the variable of every integral and the eigenvalue of every function of a matrix as names."""
    eigenvalues = [tokens[place].text for place in range(len(tokens) - 1) if tokens[place + 1].text == r"\mapsto"]
    eigenvalues = [name for name in dict.fromkeys(eigenvalues) if (name,) not in names.by_tokens and name.lstrip("\\").isalpha()]
    indices = [index for index in dict.fromkeys(summation_indices(tokens)) if (index,) not in names.by_tokens]
    variables = [letter for letter in integration_variables(tokens) if (letter,) not in names.by_tokens and letter not in indices]
    if not indices and not eigenvalues and not variables:
        return names
    names = replace(names, by_tokens=dict(names.by_tokens), clashes=dict(names.clashes), starts=set(names.starts))
    for index in indices:
        names.add(index, Symbol(index, integer=True))
    for name in dict.fromkeys([*eigenvalues, *variables]):
        names.add(name, Symbol(name, real=True))
    return names


def _ket_and_bra(tokens: list[Tex], place: int) -> tuple[int, int] | None:
    r"""Where a ket that begins here closes, and where the bra behind it does: of |u\rangle \langle v|; None for anything else."""
    middle = next((at for at in range(place + 1, len(tokens)) if tokens[at].text in (r"\rangle", "|", r"\langle")), len(tokens))
    if middle + 1 >= len(tokens) or tokens[middle].text != r"\rangle" or tokens[middle + 1].text != r"\langle" or middle == place + 1:
        return None
    end = next((at for at in range(middle + 2, len(tokens)) if tokens[at].text in (r"\rangle", "|", r"\langle")), len(tokens))
    return (middle, end) if end < len(tokens) and tokens[end].text == "|" and end > middle + 2 else None


class Lexer:
    """Reads one formula over the names that it may use; open brackets and the depth of nesting are kept between its calls."""


    def __init__(self, names: Names, whole: list[Tex]):
        self.names, self.whole = names, whole
        self.open: list[tuple[str, int]] = []
        self.depth = 0
        self.outer = 0
        """How many of the open brackets stand around the group that is read: nothing inside closes them."""

    @property
    def innermost(self) -> str:
        """What opens the bracket that is closed next; empty where none is open in the group that is read."""
        return self.open[-1][0] if len(self.open) > self.outer else ""

    def run(self, tokens: list[Tex]) -> list[Token]:
        """The grammar's tokens of a self-contained run of TeX tokens."""
        out: list[Token] = []
        around, self.outer, self.depth = self.outer, len(self.open), self.depth + 1
        if self.depth > DEPTH:
            raise NotationError(f"nested more than {DEPTH} deep", tokens[0].column if tokens else 0)
        place = 0
        while place < len(tokens):
            place = self._one(tokens, place, out)
        if self.innermost:
            opener, column = self.open[-1]
            raise NotationError(f"{opener} is never closed", column)
        self.outer, self.depth = around, self.depth - 1
        return out


    def _one(self, tokens: list[Tex], place: int, out: list[Token]) -> int:
        """Add the tokens of what begins at a place; returns where to go on."""
        token = tokens[place]
        found = self.names.match(tokens, place)
        if found is not None:
            meaning, size = found
            self.name(meaning, token, out)
            if out[-1].type == "NAME":
                self._refuse_call(tokens, place, size, meaning)
            return place + size
        if (after := self._member(tokens, place, out)) is not None:
            return after
        if token.text[0].isdigit() or token.text == ".":
            if coefficient_behind(self.names, tokens, place, out):
                out.append(Token("CDOT", "", column=token.column))
            return self.number(tokens, place, out)
        ends = _ket_and_bra(tokens, place) if token.text == "|" and self.innermost != r"\langle" else None
        if ends is not None:
            return self._outer_product(tokens, place, ends, out)
        if token.text in _BRACKETS:
            self._bracket(tokens, place, out)
            return place + 1
        if token.text == "_" and out and out[-1].type == "RNORM":
            return which_norm(self, tokens, place, out)
        if token.text in COMMANDS:
            out.append(made(COMMANDS[token.text], token))
            return place + 1
        if token.text == "_" and out and out[-1].type == "RSQUARE":
            return between(self, tokens, place, out) or entry_index(self, tokens, place, out)
        if token.text == "_" and out and out[-1].type == "RPAR":
            return entry_index(self, tokens, place, out)
        if token.text == "^":
            return self.script(tokens, place, out)
        if token.text == "{":
            after = self.braced(tokens, place, inner := [])
            out += inner[1:-1] if len(inner) == 3 and inner[1].type == "NAME" else inner
            return after
        after = read_word(self, tokens, place, out)
        if after is None:
            raise self.unknown(tokens, place)
        return after


    def _outer_product(self, tokens: list[Tex], place: int, ends: tuple[int, int], out: list[Token]) -> int:
        r"""|u\rangle \langle v| as the column u times the row of v."""
        middle, end = ends
        for first, last in ((place + 1, middle), (middle + 2, end)):
            out += [made("LPAR", tokens[first]), *self.run(tokens[first:last]), made("RPAR", tokens[last])]
        out.append(made("TRANSPOSE", tokens[end]))
        return end + 1

    def braced(self, tokens: list[Tex], place: int, out: list[Token]) -> int:
        """A group with its braces."""
        end = matching(tokens, place)
        out.append(made("LBRACE", tokens[place]))
        out += self.run(tokens[place + 1:end])
        out.append(made("RBRACE", tokens[end]))
        return end + 1

    def name(self, meaning: Meaning, token: Tex, out: list[Token]) -> None:
        """A declared name: of a function, of a quantity, or one that only marks another."""
        function = isinstance(meaning.value, (UndefinedFunction, DeclaredFunction, OpenFunction, OpenMap))
        kind = "MARK" if meaning.mark else "FUNCTION" if function else "NAME"
        out.append(Token(kind, meaning, column=token.column))

    def _member(self, tokens: list[Tex], place: int, out: list[Token]) -> int | None:
        """A member of a sequence by its indices, x_{k + 1} or w_{i j}; None where no sequence with an index begins here."""
        for key, meaning in self.names.by_tokens.items():
            size = key.index("^") if "^" in key else len(key)  # the index of x^{(h)} stands before what is above it, x_i^{(h)}
            spelled = tuple(token.text for token in tokens[place:place + size])
            if not getattr(meaning.value, "indexed", False) or spelled != key[:size] or not continues(tokens, place + size, ("_",)):
                continue
            inner, after = group(tokens, place + size + 1)
            if tuple(token.text for token in tokens[after:after + len(key) - size]) != key[size:] or (
                    size == len(key) and self._has_longer(key, tokens, after)):
                continue
            after += len(key) - size
            wanted, commas = len(meaning.value.shapes), sum(token.text == "," for token in inner)
            self.name(meaning, tokens[place], out)
            out.append(made("LPAR", tokens[place + size]))
            if commas or wanted == 1:
                out += self.run(inner)
            elif len(inner) == wanted:  # w_{ij}, an index for each
                out += [one for at, token in enumerate(inner)
                        for one in ([made("COMMA", token)] if at else []) + self.run([token])]
            else:
                raise NotationError(f"{meaning.latex} has {wanted} indices; write commas between them", tokens[place + size].column)
            out.append(made("RPAR", tokens[place + size]))
            return after
        return None

    def _has_longer(self, key: tuple[str, ...], tokens: list[Tex], place: int) -> bool:
        """Whether a sequence of this letter with something above it is meant, which stands behind the index."""
        behind = tuple(token.text for token in tokens[place:place + self.names.longest])
        return any(other[:len(key)] == key and other[len(key):][:1] == ("^",) and behind[:len(other) - len(key)] == other[len(key):]
                   for other, meaning in self.names.by_tokens.items() if getattr(meaning.value, "indexed", False))

    def _refuse_call(self, tokens: list[Tex], begin: int, size: int, meaning: Meaning) -> None:
        """A name and a lone name or a number in brackets look like a function and its argument; read as a product they would mislead."""
        at = place = begin + size
        if tokens[place - 1].text != ")":
            refuse_other_argument(self.names, self.names.over.get(meaning.value, ()), tokens, meaning.latex, place)
        if continues(tokens, at, ("^",)) and isinstance(meaning.value, Symbol):  # x^2(t)
            _, at = group(tokens, at + 1)
        inside = lone_argument(self.names, tokens, at)
        if inside:
            power = "" if at == place else "^{" + "".join(token.text for token in group(tokens, place + 1)[0]) + "}"
            raise NotationError(f"{meaning.latex}{power}({inside}) reads two ways: {meaning.latex} at {inside}"
                                f"{', raised to a power,' if power else ''} or a product; for the product write "
                                f"{meaning.latex}{power} \\cdot {inside}, for the value declare a name", tokens[at].column)

    def number(self, tokens: list[Tex], place: int, out: list[Token]) -> int:
        """Digits that stand side by side, with a decimal point or without."""
        column, digits, end = tokens[place].column, "", tokens[place].column
        while place < len(tokens) and (tokens[place].text.isdigit() or tokens[place].text == ".") and tokens[place].column == end:
            digits += tokens[place].text
            end += len(tokens[place].text)
            place += 1
        if len(digits) > 1 and set(digits) == {"."}:
            raise NotationError(NOT_READ[r"\dots"], column)
        if digits.count(".") > 1 or digits.startswith(".") or digits.endswith("."):
            raise NotationError(f"{digits!r} is no number; write 0.5 or \\frac{{1}}{{2}}", column)
        if len(digits) > 1 and digits[0] == "0" and digits[1] != ".":
            raise NotationError(f"{digits!r} is no number; it begins with 0", column)
        if len(digits) > DIGITS:
            raise NotationError(f"a number of {len(digits)} digits; at most {DIGITS} are read", column)
        refuse_exponent_of_ten(tokens, place, digits, end)
        out.append(Token("NUMBER", digits, column=column))
        return place

    def _bracket(self, tokens: list[Tex], place: int, out: list[Token]) -> None:
        token, word = tokens[place], tokens[place].text
        closes = self.innermost and _CLOSES[self.innermost] == word
        if word == "|" and self.innermost == r"\langle":
            out.append(Token("COMMA", "|", column=token.column))  # <u | v> is <u, v>
            return
        if word in ("|", r"\|"):
            if closes and not token.side:
                refuse_bars(tokens, place)
            opening = token.side == OPEN or (token.side != CLOSE and not closes)
        else:
            opening = word in _OPENERS
        if token.side and token.side != (OPEN if opening else CLOSE):
            raise NotationError(f"{word} cannot stand here", token.column)
        if opening:
            self.open.append((word, token.column))
            if len(self.open) + self.depth > DEPTH:
                raise NotationError(f"nested more than {DEPTH} deep", token.column)
            out.append(made(_OPENERS[word], token))
        elif not self.innermost:
            raise NotationError(f"{word} closes nothing", token.column)
        elif not closes:
            raise NotationError(f"{word} does not close {self.open[-1][0]} of column {self.open[-1][1]}", token.column)
        else:
            self.open.pop()
            out.append(made(_CLOSERS[word], token))

    def argument(self, tokens: list[Tex], place: int, out: list[Token], owner: Tex) -> int:
        """A group, or the one token that TeX takes as an argument, in braces."""
        if place >= len(tokens) or tokens[place].text in ("}", "&", r"\\", "^", "_"):
            raise NotationError(f"{owner.text} lacks an argument", owner.column)
        token = tokens[place]
        if token.text == "{":
            return self.braced(tokens, place, out)
        rest = None
        if token.text.isdigit() and len(token.text) > 1:  # TeX takes one digit
            rest = replace(token, text=token.text[1:], column=token.column + 1)
            token = replace(token, text=token.text[0])
        if token.text in FONTS:
            raise NotationError(f"put the argument of {owner.text} in braces", token.column)
        out.append(made("LBRACE", token))
        out += self.run([token])
        out.append(made("RBRACE", token))
        if rest is not None:
            tokens[place] = rest
            return place
        return place + 1

    def script(self, tokens: list[Tex], place: int, out: list[Token]) -> int:
        """An exponent, or the mark that it is: a transpose, an inverse transpose, a limit from above."""
        token = tokens[place]
        if place + 1 >= len(tokens):
            raise NotationError("an exponent is missing", token.column)
        inner, end = group(tokens, place + 1)
        words = [item.text for item in inner]
        column = token.column
        refuse_bracketed_exponent(self.names, inner, out[-1] if out else None)
        refuse_iterate(self.names, inner, out[-1] if out else None)
        if words in ([r"\top"], ["T"], [r"\mathsf", "T"], [r"\mathrm", "T"]) and not (words == ["T"] and self._scalar("T")):
            out.append(Token("TRANSPOSE", "T", column=column))
        elif words in (["-", r"\top"], ["-", "T"]) and not (words[-1] == "T" and self._scalar("T")):
            out.append(Token("INVERSE_TRANSPOSE", "-T", column=column))
        elif words == ["+"] and _ends_a_matrix(out):
            out.append(Token("PSEUDO_INVERSE", "+", column=column))
        elif words == ["+"]:
            out.append(Token("FROM_ABOVE", "+", column=column))
        elif len(inner) == 1 and inner[0].text.isdigit() and len(inner[0].text) > 1 and tokens[place + 1].text != "{":
            raise NotationError(f"TeX raises one digit only; write ^{{{inner[0].text}}} or ^{inner[0].text[0]} \\cdot "
                                f"{inner[0].text[1:]}", inner[0].column)
        elif words and words[0] in (r"\prime", "*", r"\dagger"):
            raise NotationError(f"the exponent {words[0]} belongs to no declared name", inner[0].column)
        else:
            out.append(made("CARET", token))
            out.append(Token("LBRACE", "{", column=column))
            out += self.run(inner)
            out.append(Token("RBRACE", "}", column=column))
        return end

    def _scalar(self, name: str) -> bool:
        """Whether a name stands for a scalar, which may be an exponent; T as an exponent is the transpose otherwise."""
        meaning = self.names.by_tokens.get((name,))
        return meaning is not None and not getattr(meaning.value, "shape", ())

    def unknown(self, tokens: list[Tex], place: int) -> NotationError:
        """What to raise of a token that has no meaning here, with the nearest names that do."""
        token = tokens[place]
        if token.text == "_":
            near = self.names.nearest(spell(tokens, max(place - 1, 0)))
            return NotationError("this subscript belongs to no declared name", token.column, near)
        if token.text == "'":
            return NotationError("a prime belongs to no declared name; write a derivative as \\frac{d}{dx}", token.column)
        spelled, end = spelled_to(tokens, place)
        known = self.names.nearest(spelled)
        if token.text.isalpha() or token.text[0] == "\\":
            listed = () if known else self.names.listed()
            more = f"; known are {', '.join(listed[:12])}" if listed else ""
            declared = next((f"; it is declared, but not over this claim's names: {reason}" for left, reason in self.names.unread.items()
                             if left.replace(" ", "").startswith(spelled.replace(" ", ""))), "")
            if declared:
                return NotationError(f"unknown name {spelled}{declared}", token.column)
            return NotationError(f"unknown name {spelled}{more}", token.column, known, continues(tokens, end, ("(",)))
        return NotationError(f"{token.text!r} has no meaning here", token.column)


def _ends_a_matrix(out: list[Token]) -> bool:
    """Whether an exponent + behind these tokens is a pseudo-inverse: behind a matrix's name, or a bracket that is no limit's point."""
    last = out[-1] if out else None
    if last is None:
        return False
    if last.type == "NAME":
        return bool(getattr(getattr(last.value, "value", None), "shape", ()))
    return last.type in ("RPAR", "RSQUARE", "END_ROWS") and not any(token.type == "TO" for token in out)
