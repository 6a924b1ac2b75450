"""From TeX's tokens to the grammar's: names are found, every script and argument gets its braces, derivatives and sums are told
from fractions and products, and what a reader could take two ways is refused with the column where it stands."""

from __future__ import annotations

from dataclasses import replace

from lark import Token
from sympy import E, MatrixSymbol, Symbol
from sympy.core.function import UndefinedFunction

from .errors import NotationError
from .limits import DEPTH, DIGITS
from .names import Meaning, Names
from .tokens import CLOSE, OPEN, Tex, tex_tokens
from .vocabulary import BEFORE_BRACKETS, COMMANDS, FONTS, FUNCTIONS, INVERSES, MOMENTS, OPERATOR_NAMES, ROWS

_CLOSES = {"(": ")", "[": "]", r"\{": r"\}", "|": "|", r"\|": r"\|", r"\begin": r"\end"}
_OPENERS = {"(": "LPAR", "[": "LSQUARE", r"\{": "LSET", "|": "LABS", r"\|": "LNORM"}
_CLOSERS = {")": "RPAR", "]": "RSQUARE", r"\}": "RSET", "|": "RABS", r"\|": "RNORM"}
_D = (("d",), (r"\partial",), (r"\mathrm", "d"))
_FACTOR_FOLLOWS = {"(", "[", r"\{", r"\frac", r"\sqrt", "^", "_", "{", "'", "!"}


def lex(text: str, names: Names) -> list[Token]:
    """The grammar's tokens of a formula, each with the column of the text where it begins."""
    tokens = tex_tokens(text)
    if not tokens:
        raise NotationError("the formula is empty", 1)
    return _Lexer(_with_indices(names, tokens)).run(tokens)


def _with_indices(names: Names, tokens: list[Tex]) -> Names:
    """The names, and the index of every sum as a name of its own."""
    indices = []
    for place, token in enumerate(tokens[:-4]):
        if (token.text in (r"\sum", r"\prod") and tokens[place + 1].text == "_" and tokens[place + 2].text == "{"
                and tokens[place + 4].text == "=" and tokens[place + 3].text.isalpha()):
            indices.append(tokens[place + 3].text)
    indices = [index for index in dict.fromkeys(indices) if (index,) not in names.by_tokens]
    if not indices:
        return names
    names = Names(dict(names.by_tokens), dict(names.clashes), names.longest, set(names.starts), names.time)
    for index in indices:
        names.add(index, Symbol(index, integer=True))
    return names


class _Lexer:
    def __init__(self, names: Names):
        self.names = names
        self.open: list[tuple[str, int]] = []
        self.depth = 0

    def run(self, tokens: list[Tex]) -> list[Token]:
        """The grammar's tokens of a self-contained run of TeX tokens."""
        out: list[Token] = []
        before, self.depth = len(self.open), self.depth + 1
        if self.depth > DEPTH:
            raise NotationError(f"nested more than {DEPTH} deep", tokens[0].column if tokens else 0)
        place = 0
        while place < len(tokens):
            place = self._one(tokens, place, out)
        if len(self.open) > before:
            opener, column = self.open[-1]
            raise NotationError(f"{opener} is never closed", column)
        self.depth -= 1
        return out

    # one step: emits the tokens of what begins at `place`, returns where to go on

    def _one(self, tokens, place, out) -> int:
        token = tokens[place]
        word = token.text
        found = self.names.match(tokens, place)
        if found is not None:
            meaning, size = found
            self._name(meaning, token, out)
            if out[-1].type == "NAME":
                self._refuse_call(tokens, place + size, meaning)
            return place + size
        if word[0].isdigit() or word == ".":
            return self._number(tokens, place, out)
        if word == "^":
            return self._script(tokens, place, out)
        if word in ("(", ")", "[", "]", r"\{", r"\}", "|", r"\|"):
            self._bracket(token, out)
            return place + 1
        if word == "{":
            after = self._braced(tokens, place, group := [])
            out += group[1:-1] if len(group) == 3 and group[1].type == "NAME" else group
            return after
        if word in COMMANDS:
            out.append(_made(COMMANDS[word], token))
            return place + 1
        if word == r"\frac":
            return self._fraction(tokens, place, out)
        if word == r"\sqrt":
            return self._root(tokens, place, out)
        if word == r"\dot":
            out.append(_made("DOT", token))
            after = self._argument(tokens, place + 1, out, token)
            over = ("(", *self.names.time, ")")
            at_time = self.names.time and tuple(item.text for item in tokens[after:after + len(over)]) == over
            return after + len(over) if at_time else after
        if word in (r"\sum", r"\prod"):
            return self._sum(tokens, place, out)
        if word == r"\lim":
            return self._under(tokens, place, out, "LIM", r"\lim takes `_{x \to value}`")
        if word == r"\nabla":
            return self._nabla(tokens, place, out)
        if word in (r"\max", r"\min"):
            out.append(Token("EXTREME", word[1:], column=token.column))
            return place + 1
        if word in (r"\arg", r"\argmin") or word in (r"\operatorname{argmin}", r"\operatorname{arg\,min}"):
            place += 1 if word == r"\arg" and place + 1 < len(tokens) and tokens[place + 1].text == r"\min" else 0
            return self._under(tokens, place, out, "ARGMIN", r"\arg\min takes `_{condition}`")
        if word.startswith((r"\begin{", r"\end{")):
            self._environment(token, out)
            return place + 1
        if word.startswith((r"\text{", r"\textrm{", r"\mbox{")):
            out.append(Token("TEXT", word[word.index("{") + 1:-1], column=token.column))
            return place + 1
        special = self._special(tokens, place, out)
        if special is not None:
            return special
        function, size = self._function_word(tokens, place)
        if function is not None:
            return self._function(function, tokens, place, size, out)
        if word in ("O", r"\mathcal") and self._big_o(tokens, place):
            if not out or out.pop().type != "PLUS":
                raise NotationError("a rate O(...) is added to the limit with +", token.column)
            out.append(_made("BIGO", token))
            return place + (1 if word == "O" else 2)
        if word == "e" and not self._continues(tokens, place + 1, ("_", "'")):
            return self._exponential(tokens, place, out)
        raise self._unknown(tokens, place)

    def _braced(self, tokens, place, out) -> int:
        end = _matching(tokens, place)
        out.append(_made("LBRACE", tokens[place]))
        out += self.run(tokens[place + 1:end])
        out.append(_made("RBRACE", tokens[end]))
        return end + 1

    def _name(self, meaning: Meaning, token: Tex, out) -> None:
        kind = "MARK" if meaning.mark else "FUNCTION" if isinstance(meaning.value, UndefinedFunction) else "NAME"
        out.append(Token(kind, meaning, column=token.column))

    def _refuse_call(self, tokens, place, meaning: Meaning) -> None:
        """A name and a lone name in brackets look like a function and its argument; read as a product they would mislead."""
        if not self._continues(tokens, place, ("(",)):
            return
        inner = self.names.match(tokens, place + 1)
        if inner is not None and self._continues(tokens, place + 1 + inner[1], (")",)):
            raise NotationError(f"{meaning.latex}({inner[0].latex}) reads two ways: {meaning.latex} is no function here; for the product "
                                f"write {meaning.latex} {inner[0].latex}", tokens[place].column)

    def _number(self, tokens, place, out) -> int:
        column, digits, end = tokens[place].column, "", tokens[place].column
        while place < len(tokens) and (tokens[place].text.isdigit() or tokens[place].text == ".") and tokens[place].column == end:
            digits += tokens[place].text
            end += len(tokens[place].text)
            place += 1
        if digits.count(".") > 1 or digits.startswith(".") or digits.endswith("."):
            raise NotationError(f"{digits!r} is no number; write 0.5 or \\frac{{1}}{{2}}", column)
        if len(digits) > DIGITS:
            raise NotationError(f"a number of {len(digits)} digits; at most {DIGITS} are read", column)
        out.append(Token("NUMBER", digits, column=column))
        return place

    def _bracket(self, token: Tex, out) -> None:
        word = token.text
        closes = self.open and _CLOSES[self.open[-1][0]] == word
        if word in ("|", r"\|"):
            opening = token.side == OPEN or (token.side != CLOSE and not closes)
        else:
            opening = word in _OPENERS
        if token.side and token.side != (OPEN if opening else CLOSE):
            raise NotationError(f"{word} cannot stand here", token.column)
        if opening:
            self.open.append((word, token.column))
            if len(self.open) + self.depth > DEPTH:
                raise NotationError(f"nested more than {DEPTH} deep", token.column)
            out.append(_made(_OPENERS[word], token))
        elif not self.open:
            raise NotationError(f"{word} closes nothing", token.column)
        elif not closes:
            raise NotationError(f"{word} does not close {self.open[-1][0]} of column {self.open[-1][1]}", token.column)
        else:
            self.open.pop()
            out.append(_made(_CLOSERS[word], token))

    def _argument(self, tokens, place, out, owner: Tex) -> int:
        """A group, or the one token that TeX takes as an argument, in braces."""
        if place >= len(tokens) or tokens[place].text in ("}", "&", r"\\", "^", "_"):
            raise NotationError(f"{owner.text} lacks an argument", owner.column)
        token = tokens[place]
        if token.text == "{":
            return self._braced(tokens, place, out)
        rest = None
        if token.text.isdigit() and len(token.text) > 1:  # TeX takes one digit
            rest = replace(token, text=token.text[1:], column=token.column + 1)
            token = replace(token, text=token.text[0])
        if token.text in FONTS:
            raise NotationError(f"put the argument of {owner.text} in braces", token.column)
        out.append(_made("LBRACE", token))
        out += self.run([token])
        out.append(_made("RBRACE", token))
        if rest is not None:
            tokens[place] = rest
            return place
        return place + 1

    def _script(self, tokens, place, out) -> int:
        token = tokens[place]
        if place + 1 >= len(tokens):
            raise NotationError("an exponent is missing", token.column)
        inner, end = _group(tokens, place + 1)
        words = [item.text for item in inner]
        column = token.column
        if words in ([r"\top"], ["T"], [r"\mathsf", "T"], [r"\mathrm", "T"]) and not (words == ["T"] and self.names.has("T")):
            out.append(Token("TRANSPOSE", "T", column=column))
        elif words in (["-", r"\top"], ["-", "T"]) and not (words[-1] == "T" and self.names.has("T")):
            out.append(Token("INVERSE_TRANSPOSE", "-T", column=column))
        elif words == ["+"]:
            out.append(Token("FROM_ABOVE", "+", column=column))
        elif len(inner) == 1 and inner[0].text.isdigit() and len(inner[0].text) > 1 and tokens[place + 1].text != "{":
            raise NotationError(f"TeX raises one digit only; write ^{{{inner[0].text}}} or ^{inner[0].text[0]} \\cdot "
                                f"{inner[0].text[1:]}", inner[0].column)
        elif words and words[0] in (r"\prime", "*", r"\dagger"):
            raise NotationError(f"the exponent {words[0]} belongs to no declared name", inner[0].column)
        else:
            out.append(_made("CARET", token))
            out.append(Token("LBRACE", "{", column=column))
            out += self.run(inner)
            out.append(Token("RBRACE", "}", column=column))
        return end

    def _fraction(self, tokens, place, out) -> int:
        owner = tokens[place]
        differential = self._differential(tokens, place, out)
        if differential is not None:
            return differential
        out.append(_made("FRAC", owner))
        after = self._argument(tokens, place + 1, out, owner)
        return self._argument(tokens, after, out, owner)

    def _root(self, tokens, place, out) -> int:
        owner = tokens[place]
        out.append(_made("SQRT", owner))
        place += 1
        if place < len(tokens) and tokens[place].text == "[":
            closing = next((i for i in range(place, len(tokens)) if tokens[i].text == "]"), None)
            if closing is None or closing != place + 2 or not tokens[place + 1].text.isdigit():
                raise NotationError(r"\sqrt[n] takes a whole number n", tokens[place].column)
            out += [_made("LSQUARE", tokens[place]), Token("NUMBER", tokens[place + 1].text, column=tokens[place + 1].column),
                    _made("RSQUARE", tokens[closing])]
            place = closing + 1
        return self._argument(tokens, place, out, owner)

    def _differential(self, tokens, place, out) -> int | None:
        r"""`\frac{d}{dx}`, `\frac{\partial^2}{\partial x^2}` and `\frac{d\mu}{dt}`; None where the fraction is one."""
        if place + 2 >= len(tokens):
            return None
        above, middle = _group(tokens, place + 1)
        if middle >= len(tokens):
            return None
        below, end = _group(tokens, middle)
        size = _starts_with_d(above)
        if not size or not _starts_with_d(below) or len(below) <= _starts_with_d(below):
            return None
        letter = above[0].text
        order, after = self._order(above, size)
        variables, total, at = [], 0, 0
        while at < len(below):
            step = _starts_with_d(below[at:])
            found = self.names.match(below, at + step) if step and at + step < len(below) else None
            if found is None or not isinstance(found[0].value, Symbol):
                return None if letter == "d" and self.names.has("d") else self._no_variable(below, at + step, letter)
            times, at = self._order(below, at + step + found[1])
            variables.append((found[0].value, times))
            total += times
        rest, taken = above[after:], (letter == "d" and self.names.has("d"))
        if taken and (rest or any(symbol.is_integer for symbol, _ in variables)):
            raise NotationError(r"d is a name here, so this fraction reads two ways; write \mathrm{d} for the derivative",
                                tokens[place].column)
        if total != order:
            raise NotationError(f"a derivative of order {order} by {total} variables", tokens[place].column)
        out.append(Token("DIFF", tuple(variables), column=tokens[place].column))
        if rest:
            found = self.names.match(rest, 0)
            if found is None or found[1] != len(rest):
                raise NotationError(r"write \frac{d}{dx}\left(...\right) for the derivative of more than one name", rest[0].column)
            out.append(_made("SIMPLE", rest[0]))
            self._name(found[0], rest[0], out)
            out.append(_made("END_SIMPLE", rest[-1]))
        return end

    def _no_variable(self, below, place, letter):
        if place >= len(below):
            raise NotationError("a derivative lacks its variable", below[-1].column)
        if letter == "d" and not self._knows_something(below, place):
            raise self._unknown(below, place)
        raise NotationError("a derivative is by a declared scalar", below[place].column)

    def _knows_something(self, tokens, place) -> bool:
        return self.names.match(tokens, place) is not None

    def _order(self, tokens, place) -> tuple[int, int]:
        if place < len(tokens) and tokens[place].text == "^":
            inner, end = _group(tokens, place + 1)
            if len(inner) != 1 or inner[0].text not in "123456789":
                raise NotationError("the order of a derivative is a digit", tokens[place].column)
            return int(inner[0].text), end
        return 1, place

    def _sum(self, tokens, place, out) -> int:
        token = tokens[place]
        words = [item.text for item in tokens[place + 1:place + 5]]
        if token.text == r"\sum" and words[:1] == ["_"]:
            inner, after = _group(tokens, place + 2)
            unit = self.names.match(inner, 0)
            if unit is not None and unit[1] == len(inner) and isinstance(unit[0].value, MatrixSymbol):
                out.append(_made("SUM", token))
                return self._argument(tokens, place + 2, out, token)
        if token.text == r"\prod" or len(words) < 4 or words[0] != "_" or words[1] != "{" or words[3] != "=":
            raise NotationError(r"a sum reads \sum_{i=1}^{n}, with its index declared below it", token.column)
        inner, after = _group(tokens, place + 2)
        found = self.names.match(inner, 0)
        if found is None or found[1] != 1 or not isinstance(found[0].value, Symbol):
            raise NotationError("the index of a sum is a letter that means nothing else here", inner[0].column)
        out += [_made("SUM", token), Token("LBRACE", "{", column=inner[0].column),
                Token("IDENT", found[0], column=inner[0].column), _made("EQ", inner[1])]
        out += self.run(inner[2:])
        out.append(Token("RBRACE", "}", column=inner[0].column))
        if after >= len(tokens) or tokens[after].text != "^":
            raise NotationError("a sum has an upper limit, ^{n}", token.column)
        return self._argument(tokens, after + 1, out, token)

    def _under(self, tokens, place, out, kind: str, usage: str) -> int:
        token = tokens[place]
        if place + 2 >= len(tokens) or tokens[place + 1].text != "_":
            raise NotationError(usage, token.column)
        out.append(_made(kind, token))
        return self._argument(tokens, place + 2, out, token)

    def _nabla(self, tokens, place, out) -> int:
        token = tokens[place]
        after = tokens[place + 1].text if place + 1 < len(tokens) else ""
        if after == "^":
            inner, end = _group(tokens, place + 2)
            if [item.text for item in inner] != ["2"]:
                raise NotationError(r"\nabla^2 is the Hessian; no other power is read", token.column)
            out.append(_made("NABLA2", token))
            return end
        if after == "_":
            out.append(_made("NABLA", token))
            return self._argument(tokens, place + 2, out, token)
        raise NotationError(r"\nabla takes a variable, \nabla_{x}, or is \nabla^2", token.column)

    def _environment(self, token: Tex, out) -> None:
        begins, name = token.text.startswith(r"\begin"), token.text[token.text.index("{") + 1:-1]
        kind = "CASES" if name == "cases" else "ROWS" if name in ROWS else None
        if kind is None:
            raise NotationError(f"the environment {name} is not read; cases, {', '.join(ROWS)} are", token.column)
        if begins:
            self.open.append((r"\begin", token.column))
        elif not self.open or self.open[-1][0] != r"\begin":
            raise NotationError(rf"\end{{{name}}} closes nothing", token.column)
        else:
            self.open.pop()
        out.append(Token(("BEGIN_" if begins else "END_") + kind, name, column=token.column))

    def _special(self, tokens, place, out) -> int | None:
        """Expectations, orders, normal laws and ranks: words that a bracket must follow."""
        token, size = tokens[place], 1
        spelled = token.text
        if token.text in FONTS and place + 1 < len(tokens):
            inner, end = _group(tokens, place + 1)
            spelled, size = token.text + "{" + "".join(item.text for item in inner) + "}", end - place
        opener = tokens[place + size].text if place + size < len(tokens) else ""
        if spelled in MOMENTS and opener == "[":
            out.append(Token("MOMENT", MOMENTS[spelled], column=token.column))
        elif spelled in BEFORE_BRACKETS and opener == "(":
            out.append(_made(BEFORE_BRACKETS[spelled], token))
        else:
            return None
        return place + size

    def _function_word(self, tokens, place):
        word = tokens[place].text
        if word.startswith(r"\operatorname{"):
            name = word[len(r"\operatorname{"):-1]
            if name in ("max", "min"):
                return name, 1
            if name not in OPERATOR_NAMES:
                raise NotationError(f"the function {name!r} is not known; known are {', '.join(sorted(OPERATOR_NAMES))}",
                                    tokens[place].column)
            return OPERATOR_NAMES[name], 1
        if word[0] == "\\" and word[1:] in FUNCTIONS:
            return FUNCTIONS[word[1:]], 1
        if word == r"\det":
            return OPERATOR_NAMES["det"], 1
        if word == r"\mathrm" and place + 1 < len(tokens) and tokens[place + 1].text == "{":
            inner, end = _group(tokens, place + 1)
            name = "".join(item.text for item in inner)
            if name in OPERATOR_NAMES:
                return OPERATOR_NAMES[name], end - place
        return None, 0

    def _function(self, function, tokens, place, size, out) -> int:
        token, place = tokens[place], place + size
        if isinstance(function, str):
            out.append(Token("EXTREME", function, column=token.column))
            return place
        script: list[Token] = []
        if place < len(tokens) and tokens[place].text == "^":
            inner, end = _group(tokens, place + 1)
            words = [item.text for item in inner]
            if words and words[0] == "-":
                if words != ["-", "1"] or function not in INVERSES:
                    raise NotationError(f"{token.text} with this exponent reads two ways; write the power around the brackets",
                                        tokens[place].column)
                function, place = INVERSES[function], end
            else:
                place = self._script(tokens, place, script)
        out.append(Token("ELEMENTARY", function, column=token.column))
        out += script
        if place >= len(tokens):
            raise NotationError(f"{token.text} lacks its argument", token.column)
        if tokens[place].text == "{":  # braces do not show: what is in them must be an argument without them
            inner, end = _group(tokens, place)
            tokens[place:end] = inner
        if place < len(tokens) and tokens[place].text == "(":
            return place  # the bracket follows by itself
        return self._simple(tokens, place, out, token)

    def _simple(self, tokens, place, out, owner: Tex) -> int:
        """An argument without brackets: a number, a name, or a number and a name, with nothing behind it."""
        inner: list[Token] = []
        if place >= len(tokens):
            raise NotationError(f"{owner.text} lacks its argument", owner.column)
        column = tokens[place].column
        if tokens[place].text[0].isdigit():
            place = self._number(tokens, place, inner)
        found = self.names.match(tokens, place) if place < len(tokens) else None
        if found is not None and not isinstance(found[0].value, UndefinedFunction) and not found[0].mark:
            self._name(found[0], tokens[place], inner)
            place += found[1]
        follows = place < len(tokens) and (
            tokens[place].text in _FACTOR_FOLLOWS or tokens[place].text[0].isdigit() or self.names.match(tokens, place) is not None
            or (tokens[place].text in ("|", r"\|") and not (self.open and self.open[-1][0] == tokens[place].text)))
        if not inner or follows:
            raise NotationError(f"put the argument of {owner.text} in brackets", column)
        out += [Token("SIMPLE", "", column=column), *inner, Token("END_SIMPLE", "", column=column)]
        return place

    def _exponential(self, tokens, place, out) -> int:
        from sympy import exp

        token = tokens[place]
        if not self._continues(tokens, place + 1, ("^",)):
            out.append(Token("NAME", Meaning(E, "e"), column=token.column))
            return place + 1
        out.append(Token("ELEMENTARY", exp, column=token.column))
        scripted: list[Token] = []
        end = self._script(tokens, place + 1, scripted)
        if not scripted or scripted[0].type != "CARET":
            raise NotationError("e is Euler's number here; this exponent is none", token.column)
        if self._continues(tokens, end, ("^", "_")):
            raise NotationError("a second exponent; use brackets", tokens[end].column)
        out += scripted[1:]
        return end

    def _big_o(self, tokens, place) -> bool:
        after = place + 1
        if tokens[place].text == r"\mathcal":
            if not self._continues(tokens, after, ("O",)):
                return False
            after += 1
        return self._continues(tokens, after, ("(",))

    @staticmethod
    def _continues(tokens, place, words) -> bool:
        return place < len(tokens) and tokens[place].text in words

    def _unknown(self, tokens, place) -> NotationError:
        token = tokens[place]
        if token.text == "_":
            near = self.names.nearest(_spell(tokens, max(place - 1, 0)))
            return NotationError("this subscript belongs to no declared name", token.column, near)
        if token.text == "'":
            return NotationError("a prime belongs to no declared name; write a derivative as \\frac{d}{dx}", token.column)
        spelled = _spell(tokens, place)
        known = self.names.nearest(spelled)
        if token.text.isalpha() or token.text[0] == "\\":
            listed = () if known else self.names.listed()
            more = f"; known are {', '.join(listed[:12])}" if listed else ""
            return NotationError(f"unknown name {spelled}{more}", token.column, known)
        return NotationError(f"{token.text!r} has no meaning here", token.column)


def _made(kind: str, token: Tex) -> Token:
    return Token(kind, token.text, column=token.column)


def _matching(tokens, place) -> int:
    depth = 0
    for at in range(place, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[at].text, 0)
        if depth == 0:
            return at
    raise NotationError("this brace is never closed", tokens[place].column)


def _group(tokens, place) -> tuple[list[Tex], int]:
    """The tokens of a group (or the one token) at a place, and the place behind it."""
    if place >= len(tokens):
        raise NotationError("an argument is missing at the end", tokens[-1].column)
    if tokens[place].text == "{":
        end = _matching(tokens, place)
        if end == place + 1:
            raise NotationError("this group is empty", tokens[place].column)
        return list(tokens[place + 1:end]), end + 1
    if tokens[place].text in FONTS and place + 1 < len(tokens):
        return list(tokens[place:place + 2]), place + 2
    return [tokens[place]], place + 1


def _starts_with_d(tokens) -> int:
    words = tuple(token.text for token in tokens[:2])
    return next((len(form) for form in _D if words[:len(form)] == form), 0)


def _spell(tokens, place) -> str:
    """An unknown name as it was written: its accent, its letter and its subscript."""
    text = tokens[place].text
    place += 1
    if text in FONTS and place < len(tokens):
        inner, place = _group(tokens, place)
        text += "{" + "".join(item.text for item in inner) + "}"
    while place < len(tokens) and tokens[place].text in ("_", "'"):
        text += tokens[place].text
        if tokens[place].text == "_" and place + 1 < len(tokens):
            inner, end = _group(tokens, place + 1)
            body = " ".join(item.text for item in inner) if any(i.text[0] == "\\" for i in inner) else "".join(i.text for i in inner)
            text += body if len(inner) == 1 else "{" + body + "}"
            place = end
        else:
            place += 1
    return text
