"""Formulas that running text spells plainly, found as wholes and given as LaTeX: `s(t) = s~ (1 - e^(-|lambda| t/tau))`.

The text is cut into the pieces that formulas are spelled with; words end a formula. What is kept has balanced brackets, an operand at
either end, and more than a single name, which `prose` reads. Nothing is computed or put in another order: each piece becomes its LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from theoremtest.reports.formulas.formula import fault

GREEK = ("alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|chi|psi|omega|"
         "Gamma|Delta|Theta|Lambda|Xi|Sigma|Phi|Psi|Omega|pi|Pi|ell")
_NAMED = {"exp": r"\exp", "log": r"\log", "ln": r"\ln", "sin": r"\sin", "cos": r"\cos", "tan": r"\tan", "sinh": r"\sinh", "cosh": r"\cosh",
          "tanh": r"\tanh", "coth": r"\coth", "det": r"\det", "sqrt": r"\sqrt", "sum": r"\sum", "prod": r"\prod", "int": r"\int",
          "grad": r"\nabla"}
_UPRIGHT = ("sgn", "sign", "tr", "Tr", "diag", "rank", "max", "min", "artanh", "arsinh", "atanh", "asinh", "vec",
            "erf", "Var", "Cov")
_SIGNS = {"->": r"\to", "<=": r"\leq", ">=": r"\geq", "!=": r"\neq", "-+": r"\mp", "+-": r"\pm", ":=": ":=", "<<": r"\ll", ">>": r"\gg",
          "*": r"\cdot", "...": r"\dots", "~": r"\sim"}
_SCRIPTS = {"perp": r"\perp", "oo": r"\infty", "inf": r"\infty", "infty": r"\infty"}
_TOKEN = re.compile(
    rf"""(?P<space>\ +)
    |(?P<word>I/O|(?:Eqs?|Figs?|Secs?|Apps?)\.\ ?\(?[A-Z]?[\d.]+[a-z]?\)?(?:(?:,|\ and|\ to|-)\ ?\([A-Z]?[\d.]+\))*
        |(?:Theorem|Lemma|Proposition|Corollary|Section|Appendix|Table|Footnote|Definition|Assumption)s?\ [A-Z]?\.?\d[\d.]*
        |(?<=[A-Za-z0-9)])'s(?![A-Za-z]))
    |(?P<rate>d/d[a-z](?![A-Za-z]))
    |(?P<times>(?<=\ )(?:\(x\)|kron)(?=\ ))
    |(?P<outer>(?<=[A-Za-z0-9])><(?=[A-Za-z0-9]))
    |(?P<sign><=|>=|!=|->|-\+|\+-|:=|<<|>>|\.\.\.|(?<=\ )~(?=\ )|[-+*/=<>])
    |(?P<endless>oo(?![A-Za-z0-9])|(?:(?<=[+-])|(?<=->\ ))infinity(?![A-Za-z]))
    |(?P<number>\d+(?:\.\d+)?(?:e[-+]?\d+(?![A-Za-z0-9]))?(?![\d.]*\d))
    |(?P<named>(?:sqrt|exp|sinh|cosh|tanh|coth|sin|cos|ln|tr|Tr|sgn|det|diag|artanh|arsinh|atanh|asinh|vec|erf|Var|Cov)
            (?=[(\[^_]|\ ?[0-9(|A-Za-z])(?![A-Za-z0-9])
        |(?:log|tan|max|min|sign|rank)(?=[({{^_])|(?:sum|prod|grad)(?=_)|sum(?=\ [a-z]_)|binomial(?=\()
        |int(?=\ [A-Za-z0-9(])|log(?=\ [A-Za-z0-9](?![A-Za-z])))
    |(?P<name>(?:hat\ |\\)?(?:{GREEK})(?![A-Za-z0-9])|[A-Za-z](?![A-Za-z0-9])|[A-Z]x(?![A-Za-z0-9])
        |(?<=/)d[A-Za-z](?![A-Za-z0-9])|d[A-Za-z](?=(?:_[A-Za-z0-9]+)?/d[A-Za-z](?![A-Za-z0-9]))|(?<=sqrt\()[A-Z]{{2}}(?=\))
        |[A-Z]{{2}}(?=\^(?:T|-?\d|\{{)|/(?:tau|[a-z]\b))|(?<=[-+=]\ )(?!EF|MF|NC)[A-Z]{{2}}(?![A-Za-z0-9])
        |[A-Z]{{3}}(?=\ =\ |/[a-z|])|[a-d]{{2}}(?=\ =\ |/[A-Z])|(?<=[-+]\ )[a-z]{{2}}(?=\)\^))
    |(?P<open>[(\[{{])|(?P<close>[)\]}}])|(?P<bar>(?<![A-Za-z0-9)])\|\||\|\|(?![A-Za-z0-9(\\])|\|)|(?P<inner>[,;])|(?P<dot>\.(?=(?:{GREEK}|[A-Z]x|[A-Za-z])(?![A-Za-z.])))
    |(?P<mark>'(?![A-Za-z])|!)|(?P<other>[A-Za-z][A-Za-z0-9]*|.)""", re.VERBOSE | re.DOTALL)
_TILDE_HAT = re.compile(r"~(?!=)|\^(?=[_^)\],;:'\s/]|$)")
_SCRIPT = re.compile(rf"([_^])(?:\{{((?:[^{{}}]|\{{[^{{}}]*\}})*)\}}|(?<=\^)(-?)\(((?:[^()]|\([^()]*\))*)\)|"
                     rf"(?<=\^)(-?\d+|[+*-](?![A-Za-z0-9(])|-?(?:{GREEK})(?![A-Za-z0-9])|-?[A-Za-z](?:_[A-Za-z0-9])?(?![A-Za-z0-9])"
                     rf"|[a-z]{{2}}(?![A-Za-z0-9])|(?:max|min)\{{[^{{}}]*\}})"
                     rf"|(?<=_)((?:{GREEK})_[A-Za-z0-9](?![A-Za-z0-9])|(?:{GREEK})(?![a-z])|[A-Za-z0-9]+|[*+-](?![A-Za-z0-9(])))")
_STAR = re.compile(r"\*(?=[\])>,|.;:\s]|$)")
"""A star that hangs on a name: a space, or nothing to multiply, follows it."""
_PRIME = re.compile(r"'(?![A-Za-z])")
_ANGLE = re.compile(r"<(?=\S)[^<>=]{1,40}?[|,][^<>=]{1,40}?(?<=\S)>")
_LOOSE = re.compile(r"(?<=^-) |(?<=[(\[{/|]) | (?=[)\]},/;|])")
"""Spaces that LaTeX does not need and a reader of its source does not want."""
_WORDS = re.compile(rf"(?<![A-Za-z\\])(?!(?:{GREEK}|{'|'.join((*_NAMED, *_UPRIGHT))}|perp)(?![A-Za-z]))[A-Za-z]{{4,}}")
"""Words, which are no letters side by side."""
_NO_FACTORS = frozenset({"0", "1", "oo", "infinity"})
_RELATIONS = frozenset({"=", "<", ">", "<=", ">=", "!=", "->"})
_VERBS = "is|are|has|have|and|or|of|in|at|to|by|for|with|that|which|where|as|on|does|from|so|but|then|be|not|must|may|can|alone|itself"
_ARTICLE = re.compile(rf" (?!(?:{_VERBS})\b)[a-z]{{2,}}")
"""A word behind `a` before which it is an article, `A^T A a multiple of the identity`."""
_OPERANDS = frozenset({"name", "number", "endless", "rate"})


@dataclass(frozen=True)
class Piece:
    """What a formula is spelled with. start, end: where it stands in the text; scripted: whether scripts or marks hang on it."""

    kind: str
    start: int
    end: int
    text: str
    latex: str
    scripted: bool = False


def formulas(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and LaTeX of each formula in a text; single names and what cannot be typeset are left out."""
    run: list[Piece] = []
    depth = 0
    for piece in [*_pieces(text), Piece("other", len(text), len(text), "", "")]:
        if piece.kind in ("word", "other") or (piece.kind == "inner" and depth <= 0):
            yield from _found(run, text)
            run, depth = [], 0
        elif depth <= 0 and piece.kind == "name" and _ends_a_relation(run):
            yield from _found(run, text)
            run = [piece]
        else:
            run.append(piece)
            depth += (piece.kind == "open") - (piece.kind == "close")


def _ends_a_relation(run: list[Piece]) -> bool:
    """Whether 0, 1 or infinity stands behind a relation and a space: no factor of what follows, `as delta -> oo beta grows`."""
    words = [piece for piece in run[-4:] if piece.kind != "space"]
    return len(words) > 1 and run[-1].kind == "space" and not words[-1].scripted and words[-1].text in _NO_FACTORS \
        and words[-2].text in _RELATIONS | {"+", "-", "+-"} and (words[-1].kind == "endless" or words[-2].text in _RELATIONS)


def _pieces(text: str) -> Iterator[Piece]:
    """The text in pieces, scripts taken up by what they hang on."""
    angles = {place for found in _ANGLE.finditer(text) for place in (found.start(), found.end() - 1)}
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        assert found is not None and found.lastgroup is not None
        kind, token, end = found.lastgroup, found.group(), found.end()
        if place in angles:
            kind, token, end = ("open" if token[0] == "<" else "close"), text[place], place + 1
        piece = Piece(kind, place, end, token, _latex(kind, token, place in angles))
        if kind in ("name", "named", "close", "bar") or (kind == "number" and text[end:end + 1] == "^"):
            piece = _with_scripts(piece, text)
        yield piece
        place = piece.end


def _latex(kind: str, token: str, angle: bool) -> str:
    """A piece without its scripts."""
    if angle:
        return r"\langle" if token == "<" else r"\rangle"
    if kind == "name":
        if token.startswith("hat "):
            return rf"\hat{{\{token[4:]}}}"
        plain = token.removeprefix("\\")
        if plain.isupper() or (len(plain) == 2 and not re.fullmatch(GREEK, plain)):
            return " ".join(plain) if len(plain) < 3 else rf"\mathrm{{{plain}}}"
        return "\\" + plain if len(plain) > 1 else plain
    if kind == "named":
        return _NAMED.get(token) or rf"\operatorname{{{token}}}"
    if kind == "rate":
        return rf"\frac{{d}}{{d{token[-1]}}}"
    if kind == "bar":
        return r"\|" if token == "||" else "|"
    fixed = {"endless": r"\infty", "outer": r"\rangle \langle", "times": r"\otimes", "dot": r"\cdot", "{": r"\{", "}": r"\}"}
    return fixed.get(kind) or fixed.get(token) or _SIGNS.get(token, token)


def _with_scripts(piece: Piece, text: str) -> Piece:
    """A piece with the tilde, hat, primes and scripts that follow it without a space; TeX takes one of each side, so they are gathered."""
    end, base, below, above, primes = piece.end, piece.latex, "", "", 0
    accent = _TILDE_HAT.match(text, end) if piece.kind == "name" else None
    if accent:
        base, end = (r"\tilde{" if accent.group() == "~" else r"\hat{") + base + "}", accent.end()
    while found := _SCRIPT.match(text, end) or _PRIME.match(text, end):
        if found.group() == "'":
            primes += 1
        else:
            mark, *groups = found.groups()
            inner = "".join(group for group in groups if group is not None)
            if found.group().startswith("^-("):
                inner = found.group()[1:]  # a minus before brackets is of all that is in them
            if (mark == "^" and (above or _WORDS.search(inner))) or (mark == "_" and below):
                break
            time = piece.text == "e" and inner in ("T", "-T")  # an exponent, and no transpose
            above, below = (inner if time else _script(inner, True), below) if mark == "^" else (above, _script(inner, False))
        end = found.end()
    if piece.kind == "name" and not above and _STAR.match(text, end):
        above, end = "*", end + 1
    latex = base + (f"_{{{below}}}" if below else "")
    latex += "^{" + r"\prime " * primes + above + "}" if above else "'" * primes
    return replace(piece, end=end, latex=latex, scripted=end > piece.end)


def _script(text: str, raised: bool) -> str:
    """What is raised or lowered; letters side by side are a product there, longer words are names, a raised T is a transpose."""
    if text in ("*", "+", "-"):
        return text
    if raised and text in ("T", "-T"):
        return text.replace("T", r"\top")
    if text in _SCRIPTS:
        return _SCRIPTS[text]
    if re.fullmatch(r"[A-Za-z]{3,}", text) and not re.fullmatch(GREEK, text):
        return rf"\mathrm{{{text}}}"
    return _joined(list(_pieces(_spaced(text))))


def _spaced(text: str) -> str:
    """Letters side by side parted: `2Ft` is `2 F t`; names of letters and of functions stay whole."""
    def parted(found: re.Match[str]) -> str:
        return found.group() if re.fullmatch(rf"{GREEK}|oo|{'|'.join((*_NAMED, *_UPRIGHT))}", found.group()) else " ".join(found.group())

    return re.sub(r"(?<=\d)(?=[A-Za-z])", " ", re.sub(r"(?<![A-Za-z\\])[A-Za-z]{2,}(?![A-Za-z])", parted, text))


def _found(run: list[Piece], text: str) -> Iterator[tuple[int, int, str]]:
    """The formulas of a run without words: cut at brackets that have no partner, trimmed to operands."""
    lone = _lone(run)
    part: list[Piece] = []
    for place, piece in enumerate([*run, None]):
        if piece is not None and place not in lone:
            part.append(piece)
            continue
        trimmed = _trimmed(part, text)
        if _says_something(trimmed):
            latex = _joined(_sized(trimmed))
            if not fault(latex):
                yield trimmed[0].start, trimmed[-1].end, latex
        part = []


def _sized(part: list[Piece]) -> list[Piece]:
    """With the cross of a size, `d x n`, in the place of the letter."""
    operands = [piece for piece in part if piece.kind != "space"]
    alone = len(operands) == 3 and not operands[1].scripted
    if any((piece.scripted and not alone) or piece.kind not in ("name", "number", "space") for piece in part):
        return part
    last = len(part) - 1
    return [replace(piece, latex=r"\times") if piece.text == "x" and 0 < place < last else piece for place, piece in enumerate(part)]


def _lone(run: list[Piece]) -> set[int]:
    """Places of brackets and bars without a partner; an interval may open with one kind and close with the other."""
    waiting: list[int] = []
    lone: set[int] = set()
    bars = [place for place, piece in enumerate(run) if piece.kind == "bar"]
    for place, piece in enumerate(run):
        if piece.kind == "open":
            waiting.append(place)
        elif piece.kind == "close":
            if waiting:
                waiting.pop()
            else:
                lone.add(place)
    angled = any(piece.latex.startswith(r"\langle") for piece in run)
    return lone | set(waiting) | (set(bars[-1:]) if len(bars) % 2 and not angled else set())


def _trimmed(part: list[Piece], text: str) -> list[Piece]:
    """Without what cannot begin or end a formula: spaces, signs but a minus that is close to what follows, an article."""
    part = list(part)
    while part:
        first, after = part[0], part[1] if len(part) > 1 else None
        signed = first.text in ("-", "+", "+-") and after is not None and after.kind in (*_OPERANDS, "open", "bar", "named")
        article = first.text in (("a", "A") if _begins(text, first.start) else "a") and not first.scripted and after is not None and (
            after.kind == "space" and len(part) > 2 and part[2].kind != "sign" and part[2].text != first.text)
        if first.kind in ("space", "inner", "times", "dot", "mark") or (first.kind == "sign" and not signed) or article:
            part.pop(0)
        else:
            break
    while part:
        last, before = part[-1], part[-2] if len(part) > 1 else None
        article = last.text == "a" and not last.scripted and before is not None and before.kind == "space" and (
            len(part) > 2 and part[-3].kind != "sign" and bool(_ARTICLE.match(text, last.end)))
        if last.kind in ("space", "sign", "inner", "times", "dot", "named") or last.text == "'" or article:
            part.pop()
        else:
            break
    return part


def _begins(text: str, place: int) -> bool:
    """Whether a sentence begins here, where a capital is an article."""
    return not place or bool(re.search(r"[.:(] ?$", text[max(0, place - 2):place]))


def _says_something(part: list[Piece]) -> bool:
    """Whether a run is a formula and no mere number or name: a letter, and a sign, a script or a second operand beside it."""
    letters = [piece for piece in part if piece.kind in ("name", "named", "rate", "endless")]
    if not letters or len([piece for piece in part if piece.kind != "space"]) < 2:
        return any(piece.scripted for piece in part)
    if part[0].kind == "number" and len(part) == 3 and re.fullmatch(GREEK, part[2].text.lstrip("\\")):
        return True  # `2 alpha`
    if any(piece.kind in ("sign", "named", "times", "dot", "rate", "mark", "outer") for piece in part):
        return True
    return len(letters) > 1 or any(piece.scripted for piece in part) or any(
        one.kind == "name" and other.text == "(" for one, other in zip(part, part[1:], strict=False))


def _joined(part: list[Piece]) -> str:
    """The LaTeX of pieces in a row; a root's argument in brackets, or the operand after it, goes below the root."""
    words: list[str] = []
    roots: list[int] = []
    depth, below = 0, False
    for piece in part:
        latex = piece.latex
        if piece.kind == "open":
            depth += 1
            if below:
                roots.append(depth)
                latex, below = "{", False
        elif piece.kind == "close":
            if roots and roots[-1] == depth:
                roots.pop()
                latex = "}" + latex[1:]
            depth -= 1
        elif below and piece.kind != "space":
            latex, below = f"{{{latex}}}", False
        below = below or piece.latex == r"\sqrt"
        if piece.kind != "space":
            words.append(latex)
    return _LOOSE.sub("", " ".join(words)).replace(r"\sqrt {", r"\sqrt{")
