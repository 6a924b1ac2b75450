r"""Spellings that readers take in two ways and that a product or a power would silently misread: `x(0)`, `x^2(t)`, `x^{(2)}`, `1e-3`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lark import Token

from .errors import NotationError
from .groups import continues
from .names import Names
from .tokens import Tex

LONG = 8
"""Tokens of a name that may be an argument; a longer one is a formula that a manuscript declares, and brackets around it are brackets."""
_OF_NUMBERS = {"+", "-", ".", "/", r"\frac", "{", "}", r"\infty"}


def lone_argument(names: Names, tokens: Sequence[Tex], place: int) -> str:
    """What stands between brackets that open at a place, where that is one name or only numbers; empty for anything else."""
    if not continues(tokens, place, ("(",)):
        return ""
    inner = names.match(list(tokens), place + 1)
    if inner is not None and inner[1] <= LONG and continues(tokens, place + 1 + inner[1], (")",)):
        return inner[0].latex
    end = place + 1
    while end < len(tokens) and (tokens[end].text in _OF_NUMBERS or tokens[end].text.isdigit()):
        end += 1
    if end == place + 1 or not continues(tokens, end, (")",)):
        return ""
    return "".join(token.text for token in tokens[place + 1:end])


def refuse_other_argument(names: Names, letters: Collection[str], tokens: Sequence[Tex], latex: str, place: int) -> None:
    """Raise NotationError where brackets behind a name that has values over time hold more than the time: x(t + 1), x(2t)."""
    if not letters or not continues(tokens, place, ("(",)):
        return
    depth, end = 0, place
    while end < len(tokens) and (end == place or depth > 0):
        depth += (tokens[end].text == "(") - (tokens[end].text == ")")
        end += 1
    inside = [token.text for token in tokens[place + 1:end - 1]]
    if _speaks_of(names, letters, tokens[place + 1:end - 1]):
        raise NotationError(f"{latex}({' '.join(inside)}) reads two ways: {latex} at another {min(letters)}, which the claim does not "
                            f"speak of, or a product; for the product write {latex} \\cdot (...)", tokens[place].column)


def _speaks_of(names: Names, letters: Collection[str], tokens: Sequence[Tex]) -> bool:
    """Whether one of these letters stands among tokens by itself, and not in a longer name such as x(t)."""
    place = 0
    while place < len(tokens):
        found = names.match(list(tokens), place)
        if tokens[place].text in letters and (found is None or found[1] == 1):
            return True
        place += found[1] if found else 1
    return False


def refuse_iterate(names: Names, inner: Sequence[Tex], before: Token | None) -> None:
    """Raise NotationError for the time in the exponent of what has values over time: x^{t + 1} is a power to one reader, a step to another.
    """
    if before is None or before.type != "NAME":
        return
    if _speaks_of(names, names.over.get(before.value.value, ()), inner):
        raise NotationError(f"{before.value.latex}^{{{' '.join(token.text for token in inner)}}} reads two ways: a power, or an iterate; "
                            "write the power with brackets around its base", inner[0].column)


def refuse_bars(tokens: Sequence[Tex], place: int) -> None:
    """Raise NotationError for a bar that closes one modulus and may as well open another inside of it: |a|b|c|."""
    pieces: list[list[Tex]] = [[]]
    depth = 0
    for token in tokens[place + 1:]:
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if depth < 0:
            break
        if depth == 0 and token.text == tokens[place].text and not token.side:
            pieces.append([])
            if len(pieces) == 3:
                break
        else:
            pieces[-1].append(token)
    if len(pieces) == 3 and _operand(pieces[0]) and pieces[1] and pieces[1][-1].text not in _JOINING:
        bar = tokens[place].text
        raise NotationError(f"these bars {bar} read two ways, as one modulus behind another or one inside of another; write \\left{bar} "
                            f"and \\right{bar}", tokens[place].column)


_OPENING, _CLOSING = {"(", "[", "{", r"\{", r"\langle"}, {")", "]", "}", r"\}", r"\rangle"}
_JOINING = {"+", "-", "*", "/", r"\cdot", r"\times", r"\pm", r"\mp", "^", "_"}
_PARTING = {"=", "<", ">", r"\leq", r"\geq", r"\neq", r"\to", r"\propto", r"\iff", r"\approx", ",", ";", r"\\", "&"}


def _operand(piece: Sequence[Tex]) -> bool:
    """Whether a piece could stand between bars of its own."""
    words = [token.text for token in piece]
    return bool(words) and words[0] not in _JOINING - {"-"} and words[-1] not in _JOINING and not _PARTING & set(words)


def refuse_bracketed_exponent(names: Names, inner: Sequence[Tex], before: Token | None) -> None:
    """Raise NotationError for an exponent such as (2) or (n): a power to one reader, a derivative or an index to another."""
    if before is None or before.type not in ("NAME", "RPAR", "RSQUARE") or getattr(before.value, "latex", "") == "e":
        return
    inside = lone_argument(names, inner, 0)
    if inside and inner[0].plain and inner[-1].text == ")":
        raise NotationError(f"the exponent ({inside}) reads two ways: the power {inside}, or an index or the order of a derivative; for "
                            f"the power write ^{{{inside}}}, for another quantity declare a name", inner[0].column)


def refuse_exponent_of_ten(tokens: Sequence[Tex], place: int, number: str, end: int) -> None:
    """Raise NotationError where an e stands directly behind a number, with a sign or digits behind it: 1e-3, 2e5."""
    if not continues(tokens, place, ("e",)) or tokens[place].column != end or place + 1 >= len(tokens):
        return
    after = tokens[place + 1]
    if after.column != end + 1 or not (after.text.isdigit() or (after.text in "+-" and place + 2 < len(tokens)
                                                                and tokens[place + 2].text.isdigit())):
        return
    sign = after.text if after.text in "+-" else ""
    digits = tokens[place + 2].text if sign else after.text
    raise NotationError(f"{number}e{sign}{digits} reads two ways: {number} times 10^{{{sign.replace('+', '')}{digits}}}, or {number} times "
                        f"Euler's number{f' {sign} {digits}' if sign else f' times {digits}'}; write the one that is meant",
                        tokens[place].column)


def coefficient_behind(names: Names, tokens: Sequence[Tex], place: int, out: Sequence[Token]) -> bool:
    r"""Whether a number stands between two factors and belongs to the one behind it, as in `\eta_w 2\mu` and `\operatorname{sgn}(\mu)2\mu`.

    Only behind a subscript or a function's argument: `x2y` and `(x + 1)2y` may have lost a script. A power typed apart, `n 2^{n-1}`, has
    lost none.
    """
    after = place
    while after < len(tokens) and tokens[after].text.isdigit():
        after += 1
    if not out or after >= len(tokens):
        return False
    last_typed = tokens[place - 1] if place else tokens[place]
    apart = last_typed.column + len(last_typed.text) < tokens[place].column and last_typed.text != "_" and last_typed.text[0] != "^"
    if apart and tokens[after].text == "^" and (out[-1].type in ("NAME", "RPAR", "BANG") or _before_group(out) in ("CARET", "BINOM")):
        return True
    if names.match(list(tokens), after) is None and tokens[after].text not in (r"\|", r"\sqrt", r"\frac", r"\left", "("):
        return False
    last = out[-1]
    if last.type == "NAME":
        return "_" in getattr(last.value, "latex", "")
    return last.type == "RPAR" and _of_a_function(out)


def _before_group(out: Sequence[Token]) -> str:
    """What the groups in braces at the end of some tokens are arguments of: a sign, a binomial; empty where no brace ends them."""
    depth, at = 0, len(out)
    while at and (depth or out[at - 1].type == "RBRACE"):
        at -= 1
        depth += {"RBRACE": 1, "LBRACE": -1}.get(out[at].type, 0)
    return out[at - 1].type if 0 < at < len(out) else ""


def _of_a_function(out: Sequence[Token]) -> bool:
    depth = 0
    for at in range(len(out) - 1, -1, -1):
        depth += {"RPAR": 1, "LPAR": -1}.get(out[at].type, 0)
        if depth == 0:
            return at > 0 and out[at - 1].type in ("ELEMENTARY", "FUNCTION", "EXTREME")
    return False
