"""What a word of TeX begins: roots, sums, limits, functions, environments, each read up to its end.

Every function takes the lexer, the tokens, the place of the word and the list that the grammar's tokens are added to; it returns
the place where reading goes on, and raises NotationError where the word could be taken two ways or lacks what belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark import Token
from sympy import E, MatrixSymbol, Symbol, exp, log
from sympy.core.function import UndefinedFunction

from theoremtest.derivations.language.open_functions import OpenFunction

from .declared import DeclaredFunction
from .differentials import fraction
from .entries import is_unit, of_vector
from .errors import NotationError
from .extrema import USAGE as OF_EXTREMA
from .groups import continues, group, made, past_bracket, spell
from .indexed import kronecker_delta
from .integrals import integral
from .names import Meaning
from .open_functions import OpenMap
from .places import ENDS, over_places
from .tokens import Tex
from .two_ways import refuse_other_argument
from .vocabulary import BEFORE_BRACKETS, EIGENVALUES, FONTS, FUNCTIONS, INVERSES, MOMENTS, NORMS, OPERATOR_NAMES, ROWS, log_to

if TYPE_CHECKING:
    from .lexer import Lexer

_FACTOR_FOLLOWS = {"(", "[", r"\{", r"\frac", r"\sqrt", "^", "_", "{", "'", "!"}


def root(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """A root and its degree."""
    owner = tokens[place]
    out.append(made("SQRT", owner))
    place += 1
    if place < len(tokens) and tokens[place].text == "[":
        closing = next((i for i in range(place, len(tokens)) if tokens[i].text == "]"), None)
        if closing is None or closing != place + 2 or not tokens[place + 1].text.isdigit():
            raise NotationError(r"\sqrt[n] takes a whole number n", tokens[place].column)
        out += [made("LSQUARE", tokens[place]), Token("NUMBER", tokens[place + 1].text, column=tokens[place + 1].column),
                made("RSQUARE", tokens[closing])]
        place = closing + 1
    return lexer.argument(tokens, place, out, owner)


def binomial(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """What is chosen from, and how many are."""
    owner = tokens[place]
    out.append(made("BINOM", owner))
    return lexer.argument(tokens, lexer.argument(tokens, place + 1, out, owner), out, owner)


def series(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """A sum over an index from one number to another, or over the columns of a matrix of neurons."""
    token = tokens[place]
    words = [item.text for item in tokens[place + 1:place + 5]]
    if token.text == r"\sum" and words[:1] == ["_"]:
        inner, after = group(tokens, place + 2)
        summed = over_places(lexer, inner, tokens, after, token)
        if summed is not None:
            indices, after = summed
            for index in indices:
                out += [made("SUM", token), made("LBRACE", token), Token("NAME", index, column=token.column), made("RBRACE", token)]
            return after
        unit = lexer.names.match(inner, 0)
        if unit is not None and unit[1] == len(inner) and isinstance(unit[0].value, MatrixSymbol):
            out.append(made("SUM", token))
            return lexer.argument(tokens, place + 2, out, token)
    if token.text == r"\prod":
        raise NotationError(r"products over an index are not read; say it of their logarithm, \sum_{i=1}^{n} \log a_i", token.column)
    if len(words) < 4 or words[0] != "_" or words[1] != "{" or words[3] != "=":
        raise NotationError(r"a sum reads \sum_{i=1}^{n}, with its index declared below it", token.column)
    inner, after = group(tokens, place + 2)
    found = lexer.names.match(inner, 0)
    if found is None or found[1] != 1 or not isinstance(found[0].value, Symbol):
        raise NotationError("the index of a sum is a letter that means nothing else here", inner[0].column)
    _refuse_indexed_letters(lexer, tokens, after, words[2])
    out += [made("SUM", token), Token("LBRACE", "{", column=inner[0].column),
            Token("IDENT", found[0], column=inner[0].column), made("EQ", inner[1])]
    out += lexer.run(inner[2:])
    out.append(Token("RBRACE", "}", column=inner[0].column))
    if after >= len(tokens) or tokens[after].text != "^":
        raise NotationError("a sum has an upper limit, ^{n}", token.column)
    return lexer.argument(tokens, after + 1, out, token)


def _refuse_indexed_letters(lexer: Lexer, tokens: list[Tex], place: int, index: str) -> None:
    """Raise NotationError where a sum is of one letter whose name holds the index, x_i, which would be the same in every term."""
    while place < len(tokens) and tokens[place].text not in ENDS - {","}:
        found = lexer.names.match(tokens, place)
        if found is not None and isinstance(found[0].value, (Symbol, MatrixSymbol)) and not is_unit(found[0].value):
            words = [token.text for token in tokens[place:place + found[1]]]
            if "_" in words and index in words[words.index("_"):]:
                base = spell(tokens[place:place + words.index("_")], 0)
                raise NotationError(f"{found[0].latex} is declared as one letter, which is the same in every term of a sum over {index}; "
                                    rf"declare the sequence, let {base} : \mathbb{{N}} \to \mathbb{{R}}", tokens[place].column)
        place += found[1] if found is not None else 1


def under(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token], kind: str, usage: str) -> int:
    """A word with something below it that it cannot do without; kind: its token, usage: how it is written."""
    token = tokens[place]
    if place + 2 >= len(tokens) or tokens[place + 1].text != "_":
        raise NotationError(usage, token.column)
    out.append(made(kind, token))
    return lexer.argument(tokens, place + 2, out, token)


def nabla(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """A gradient by a variable, of a function that it is a variable of where no argument stands there, or a Hessian."""
    token = tokens[place]
    after = tokens[place + 1].text if place + 1 < len(tokens) else ""
    if after == "^":
        inner, end = group(tokens, place + 2)
        if [item.text for item in inner] != ["2"]:
            raise NotationError(r"\nabla^2 is the Hessian; no other power is read", token.column)
        if (of := lexer.names.match(tokens, end)) is not None and isinstance(of[0].value, OpenFunction):
            raise NotationError(f"say that {of[0].latex} has a Hessian, % theoremtest: let \\nabla^2 {of[0].latex} "
                                r": \mathbb{R}^{d} \to \mathbb{R}^{d \times d}", token.column)
        out.append(made("NABLA2", token))
        return lexer.argument(tokens, end + 1, out, token) if continues(tokens, end, ("_",)) else end
    if after == "_":
        if (end := gradient_at(lexer, tokens, place, out)) is not None:
            return end
        before = len(out)
        out.append(made("NABLA", token))
        end = lexer.argument(tokens, place + 2, out, token)
        if continues(tokens, end, ("^",)) and [item.text for item in group(tokens, end + 1)[0]] == ["2"]:
            out[before] = made("NABLA2", token)
            return group(tokens, end + 1)[1]
        found = lexer.names.match(tokens, end) if end < len(tokens) else None
        function = found[0].value if found is not None else None
        if not isinstance(function, DeclaredFunction) or continues(tokens, end + found[1], ("(",)):
            return end
        letters = [lexer.names.by_tokens.get((variable.name.removeprefix("_"),)) for variable in function.variables]
        if None in letters or out[-2].value not in letters:
            raise NotationError(f"{found[0].latex} is no function of {out[-2]}; say at what it is taken, {found[0].latex}(...)",
                                tokens[end].column)
        at = [one for letter in letters for one in (made("COMMA", tokens[end]), Token("NAME", letter, column=tokens[end].column))][1:]
        out += [made("LPAR", tokens[end]), Token("FUNCTION", found[0], column=tokens[end].column), made("LPAR", tokens[end]), *at,
                made("RPAR", tokens[end]), made("RPAR", tokens[end])]
        return end + found[1]
    if (end := gradient_at(lexer, tokens, place, out)) is not None:
        return end
    of = lexer.names.match(tokens, place + 1)
    if of is not None and isinstance(of[0].value, OpenMap):
        raise NotationError(f"say that {of[0].latex} has a gradient, % theoremtest: let \\nabla {of[0].latex} : ..., of the size of what "
                            "it is by", token.column)
    raise NotationError(r"\nabla takes a variable, \nabla_{x}, is \nabla^2, or stands before a function that is declared without a "
                        r"formula, `let f : \mathbb{R}^{d} \to \mathbb{R}`", token.column)


def gradient_at(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int | None:
    r"""The gradient of a function without a formula at a point, \nabla f(x) or \nabla_x f(x); None where no such function follows."""
    by, at = group(tokens, place + 2) if continues(tokens, place + 1, ("_",)) else ([], place + 1)
    found = lexer.names.match(tokens, at) if at < len(tokens) else None
    if found is None or not isinstance(found[0].value, OpenFunction):
        return None
    end = at + found[1]
    if not continues(tokens, end, ("(",)):
        raise NotationError(f"say at which point, \\nabla {found[0].latex}(x)", tokens[place].column)
    inside = [item.text for item in tokens[end + 1:past_bracket(tokens, end) - 1]]
    if by and [item.text for item in by] != inside:
        raise NotationError(f"by what this gradient is reads two ways: by the argument of {found[0].latex}, or by {spell(by, 0)} in it; "
                            f"write \\nabla {found[0].latex}(...) for the former", tokens[place].column)
    behind = past_bracket(tokens, end)
    factor = lexer.names.match(tokens, behind) if by and behind < len(tokens) else None
    if factor is not None and (isinstance(factor[0].value, (OpenFunction, DeclaredFunction)) or [factor[0].latex] == inside):
        raise NotationError(f"of what this is the gradient reads two ways: of {found[0].latex}, or of the product; write \\nabla "
                            f"{found[0].latex}(...), or brackets", tokens[place].column)
    out += [made("GRADIENT", tokens[place]), Token("FUNCTION", found[0], column=tokens[at].column)]
    return end


def environment(lexer: Lexer, token: Tex, out: list[Token]) -> None:
    """The beginning or the end of an environment."""
    begins, name = token.text.startswith(r"\begin"), token.text[token.text.index("{") + 1:-1]
    kind = "CASES" if name == "cases" else "ROWS" if name in ROWS else None
    if kind is None:
        raise NotationError(f"the environment {name} is not read; cases, {', '.join(ROWS)} are", token.column)
    if begins:
        lexer.open.append((r"\begin", token.column))
    elif lexer.innermost != r"\begin":
        raise NotationError(rf"\end{{{name}}} closes nothing", token.column)
    else:
        lexer.open.pop()
    out.append(Token(("BEGIN_" if begins else "END_") + kind, name, column=token.column))


def special(tokens: list[Tex], place: int, out: list[Token]) -> int | None:
    """Expectations, orders, normal laws and ranks: words that a bracket must follow."""
    token, size = tokens[place], 1
    spelled = token.text
    if token.text in FONTS and place + 1 < len(tokens):
        inner, end = group(tokens, place + 1)
        spelled, size = token.text + "{" + "".join(item.text for item in inner) + "}", end - place
    opener = tokens[place + size].text if place + size < len(tokens) else ""
    if spelled in MOMENTS and opener == "[":
        out.append(Token("MOMENT", MOMENTS[spelled], column=token.column))
    elif spelled in BEFORE_BRACKETS and opener == "(":
        out.append(made(BEFORE_BRACKETS[spelled], token))
    else:
        return None
    return place + size


def which_norm(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    r"""What stands below a norm: 2 for the spectral norm of a matrix, F for the Frobenius norm, a matrix A for \sqrt{x^\top A x}."""
    inner, end = group(tokens, place + 1)
    name = "".join(item.text for item in inner)
    if name in NORMS:
        out.append(Token("WHICH", NORMS[name], column=tokens[place].column))
        return end
    out += [Token("WEIGHT", name, column=tokens[place].column), made("LBRACE", tokens[place]), *lexer.run(inner),
            made("RBRACE", tokens[end - 1])]
    return end


def eigenvalue(tokens: list[Tex], place: int) -> tuple[Any, int]:
    r"""The function `\lambda_{\max}`, `\lambda_{\min}` or `\sigma_{\max}` that stands at a place, and its length; None and 0 where none
    does."""
    if tokens[place].text not in EIGENVALUES or place + 1 >= len(tokens) or tokens[place + 1].text != "_":
        return None, 0
    inner, end = group(tokens, place + 2)
    return EIGENVALUES[tokens[place].text].get("".join(item.text for item in inner)), end - place


def function_word(tokens: list[Tex], place: int) -> tuple[Any, int]:
    """The function that is named at a place, and how many tokens name it; None and 0 where none is."""
    word = tokens[place].text
    if word.startswith(r"\operatorname{"):
        name = word[len(r"\operatorname{"):-1]
        if name in ("max", "min", "parity"):
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
        inner, end = group(tokens, place + 1)
        name = "".join(item.text for item in inner)
        if name in OPERATOR_NAMES:
            return OPERATOR_NAMES[name], end - place
    return None, 0


def function(lexer: Lexer, named: Any, tokens: list[Tex], place: int, size: int, out: list[Token]) -> int:
    """A function with its exponent, up to its argument, or to the bracket that opens it."""
    token, place = tokens[place], place + size
    if isinstance(named, str):
        out.append(Token("EXTREME", named, column=token.column))
        return place
    script: list[Token] = []
    if named is log and continues(tokens, place, ("_",)):
        inner, place = group(tokens, place + 1)
        if not (base := "".join(item.text for item in inner)).isdigit() or not 1 < int(base) < 1000:
            raise NotationError("a logarithm is to a whole number from 2 on; to another base write a quotient of two", token.column)
        named = log_to(int(base))
    if place < len(tokens) and tokens[place].text == "^":
        inner, end = group(tokens, place + 1)
        words = [item.text for item in inner]
        if words and words[0] == "-":
            if words != ["-", "1"] or named not in INVERSES:
                raise NotationError(f"{token.text} with this exponent reads two ways; write the power around the brackets",
                                    tokens[place].column)
            named, place = INVERSES[named], end
        else:
            place = lexer.script(tokens, place, script)
    out.append(Token("ELEMENTARY", named, column=token.column))
    out += script
    if place >= len(tokens):
        raise NotationError(f"{token.text} lacks its argument", token.column)
    if tokens[place].text == "{":  # braces do not show: what is in them must be an argument without them
        inner, end = group(tokens, place)
        tokens[place:end] = inner
    if place < len(tokens) and tokens[place].text in ("(", "[", r"\{"):
        return place  # the bracket follows by itself
    return _simple(lexer, tokens, place, out, token)


def _simple(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token], owner: Tex) -> int:
    """An argument without brackets: a number, a name, both, or a function of what its brackets hold or of such an argument; nothing behind
    it."""
    inner: list[Token] = []
    if place >= len(tokens):
        raise NotationError(f"{owner.text} lacks its argument", owner.column)
    column = tokens[place].column
    if tokens[place].text[0].isdigit():
        place = lexer.number(tokens, place, inner)
    bars = not inner and tokens[place].text in ("|", r"\|") and lexer.innermost != tokens[place].text
    if bars and (end := next((at for at in range(place + 1, len(tokens)) if tokens[at].text == tokens[place].text), 0)):
        inner += lexer.run(tokens[place:end + 1])
        place, found = end + 1, None
    elif not inner and tokens[place].text in (r"\frac", r"\sqrt"):
        place = _BY_WORD[tokens[place].text](lexer, tokens, place, inner)
        found = None
    elif not inner and not isinstance((nested := function_word(tokens, place))[0], (str, type(None))):  # \log \det A
        place, found = function(lexer, nested[0], tokens, place, nested[1], inner), None
        end = past_bracket(tokens, place) if place < len(tokens) else place
        inner += lexer.run(tokens[place:end])
        place = end
    else:
        found = lexer.names.match(tokens, place) if place < len(tokens) else None
    if found is not None and isinstance(found[0].value, (UndefinedFunction, DeclaredFunction, OpenFunction, OpenMap)):
        end = past_bracket(tokens, place + found[1])
        if end > place + found[1]:
            inner += lexer.run(tokens[place:end])
            place = end
    elif found is not None and not found[0].mark:
        lexer.name(found[0], tokens[place], inner)
        place += found[1]
    follows = place < len(tokens) and (
        tokens[place].text in _FACTOR_FOLLOWS or tokens[place].text[0].isdigit() or lexer.names.match(tokens, place) is not None
        or (tokens[place].text in ("|", r"\|") and lexer.innermost != tokens[place].text))
    if not inner or follows:
        raise NotationError(f"put the argument of {owner.text} in brackets", column)
    out += [Token("SIMPLE", "", column=column), *inner, Token("END_SIMPLE", "", column=column)]
    return place


def exponential(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """Euler's number, alone or with its exponent."""
    token = tokens[place]
    if not continues(tokens, place + 1, ("^",)):
        out.append(Token("NAME", Meaning(E, "e"), column=token.column))
        return place + 1
    out.append(Token("ELEMENTARY", exp, column=token.column))
    scripted: list[Token] = []
    end = lexer.script(tokens, place + 1, scripted)
    if not scripted or scripted[0].type != "CARET":
        raise NotationError("e is Euler's number here; this exponent is none", token.column)
    if continues(tokens, end, ("^", "_")):
        raise NotationError("a second exponent; use brackets", tokens[end].column)
    out += scripted[1:]
    return end


def is_big_o(tokens: list[Tex], place: int) -> bool:
    """Whether the O of a rate stands here."""
    after = place + 1
    if tokens[place].text == r"\mathcal":
        if not continues(tokens, after, ("O",)):
            return False
        after += 1
    return continues(tokens, after, ("(",))


def _dotted(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """A time derivative by a dot; the time in brackets after it says nothing more."""
    out.append(made("DOT", tokens[place]))
    inner, end = group(tokens, place + 1)
    if continues(tokens, end, ("_",)):  # \dot{w}_i is the derivative of w_i
        below, after = group(tokens, end + 1)
        braced = [replace(tokens[end], text="{"), *below, replace(tokens[after - 1], text="}")]
        whole = [*inner, tokens[end], *(below if len(below) == 1 else braced)]
        found = lexer.names.match(whole, 0)
        if found is None or found[1] != len(whole):
            raise lexer.unknown(whole, 0)
        out += [made("LBRACE", tokens[place])]
        lexer.name(found[0], whole[0], out)
        out.append(made("RBRACE", tokens[after - 1]))
    else:
        after = lexer.argument(tokens, place + 1, out, tokens[place])
    over = ("(", *lexer.names.time, ")")
    at_time = lexer.names.time and tuple(item.text for item in tokens[after:after + len(over)]) == over
    if not at_time:
        refuse_other_argument(lexer.names, lexer.names.time, tokens, tokens[place].text + "{...}", after)
    return after + len(over) if at_time else after


def _limit(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    return under(lexer, tokens, place, out, "LIM", r"\lim takes `_{x \to value}`")


def _extreme(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    if not continues(tokens, place + 1, ("(", r"\{")):
        raise NotationError(OF_EXTREMA, tokens[place].column)
    out.append(Token("EXTREME", tokens[place].text[1:], column=tokens[place].column))
    return place + 1


def _in_probability(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    return under(lexer, tokens, place, out, "PLIM", r"\operatorname{plim} takes `_{n \to \infty}`")


def _minimiser(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    if tokens[place].text == r"\arg" and continues(tokens, place + 1, (r"\min",)):
        place += 1
    return under(lexer, tokens, place, out, "ARGMIN", r"\arg\min takes `_{condition}`")


_BY_WORD: dict[str, Callable[[Lexer, list[Tex], int, list[Token]], int]] = {
    r"\frac": fraction, r"\binom": binomial, r"\sqrt": root, r"\dot": _dotted, r"\sum": series, r"\int": integral,
    r"\prod": series, r"\lim": _limit,
    r"\operatorname{plim}": _in_probability, r"\delta": kronecker_delta, r"\nabla": nabla,
    r"\max": _extreme, r"\min": _extreme, r"\sup": _extreme, r"\inf": _extreme, r"\arg": _minimiser,
    r"\argmin": _minimiser, r"\operatorname{argmin}": _minimiser,
    r"\operatorname{arg\,min}": _minimiser}


DIAGONAL = r"\operatorname{diag}"
_SETS = "sets are not read; say what a letter lies in behind \\text{for}, x \\in [0, 1], and state what holds of every member"
_DOTS = "dots leave terms out, and which is guessed; write the sum with its index, \\sum_{i=1}^{n}"
NOT_READ = {
    **dict.fromkeys((r"\in", r"\notin", r"\cap", r"\cup", r"\setminus", r"\subset", r"\subseteq", r"\supset", r"\emptyset"), _SETS),
    **dict.fromkeys((r"\dots", r"\ldots", r"\cdots"), _DOTS),
    r"\mid": "what stands behind a bar is given, and no mean or probability under it is read; say in a comment from which law is drawn",
    r"\partial": r"a derivative reads \frac{\partial f}{\partial x}; a boundary and a subgradient are not read",
}
"""Words that are known and not read, each with what to write instead."""


def read_word(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int | None:
    """Read what the word at a place begins; None where it begins nothing that is known."""
    token = tokens[place]
    word = token.text
    if word in _BY_WORD:
        return _BY_WORD[word](lexer, tokens, place, out)
    if word.startswith((r"\begin{", r"\end{")):
        environment(lexer, token, out)
        return place + 1
    if word.startswith((r"\text{", r"\textrm{", r"\mbox{")):
        out.append(Token("TEXT", word[word.index("{") + 1:-1], column=token.column))
        return place + 1
    after = special(tokens, place, out)
    if after is not None:
        return after
    if word in NOT_READ:
        raise NotationError(NOT_READ[word], token.column)
    if word == DIAGONAL:
        return _diagonal(lexer, tokens, place, out)
    named, size = eigenvalue(tokens, place)
    if named is None:
        named, size = function_word(tokens, place)
    if named is not None:
        return function(lexer, named, tokens, place, size, out)
    if word in ("O", r"\mathcal") and is_big_o(tokens, place):
        return _rate(tokens, place, out)
    if word == "e" and not continues(tokens, place + 1, ("_", "'")):
        return exponential(lexer, tokens, place, out)
    return None


def _diagonal(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    r"""`\operatorname{diag}_{s \in \sigma}`, whose formula follows in brackets."""
    usage = r"a diagonal matrix reads \operatorname{diag}(s) of a vector s, or \operatorname{diag}_{s \in \sigma}(...), by its entries"
    if continues(tokens, place + 1, ("(",)):
        vector = lexer.names.match(tokens, place + 2)
        after = place + 2 + vector[1] if vector is not None else 0
        shape = getattr(vector[0].value, "shape", ()) if vector is not None else ()
        if vector is None or not continues(tokens, after, (")",)) or shape[1:] != (1,) or not isinstance(vector[0].value, MatrixSymbol):
            raise NotationError(usage, tokens[place].column)
        out.append(Token("NAME", Meaning(of_vector(vector[0].value), rf"\operatorname{{diag}}({vector[0].latex})"),
                         column=tokens[place].column))
        return after + 1
    if not continues(tokens, place + 1, ("_",)):
        raise NotationError(usage, tokens[place].column)
    inner, after = group(tokens, place + 2)
    pairs, at = [], 0
    while at < len(inner):
        symbol = lexer.names.match(inner, at)
        at += symbol[1] if symbol else len(inner)
        vector = lexer.names.match(inner, at + 1) if continues(inner, at, (r"\in",)) else None
        if vector is None:
            raise NotationError(usage, tokens[place].column)
        pairs.append((symbol[0].value, vector[0].value))
        at += 1 + vector[1]
        if at < len(inner) and inner[at].text != ",":
            raise NotationError(usage, tokens[place].column)
        at += 1
    if not continues(tokens, after, ("(",)):
        raise NotationError(usage, tokens[place].column)
    out.append(Token("DIAGONAL", tuple(pairs), column=tokens[place].column))
    return after


def _rate(tokens: list[Tex], place: int, out: list[Token]) -> int:
    """The O of a rate, which takes the plus before it with it."""
    if not out or out.pop().type != "PLUS":
        raise NotationError("a rate O(...) is added to the limit with +", tokens[place].column)
    out.append(made("BIGO", tokens[place]))
    return place + (1 if tokens[place].text == "O" else 2)
