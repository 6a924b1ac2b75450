r"""Spellings of one thing made alike, token by token: `:=`, `_\star`, empty groups, `\partial_t`, `||x||`, `\arg\min ... \text{s.t.}`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from .errors import NotationError
from .layout import SPACES, WIDE
from .source import Source
from .tex import Kind, Token, spelled
from .tex.spans import Spans, depths, trimmed
from .vocabulary import FONTS

_FRACTIONS = (r"\frac", r"\dfrac", r"\tfrac")
_OVER = {r"\over": r"\frac", r"\choose": r"\binom"}
_WORDS = (r"\text", r"\mathrm", r"\textrm", r"\mbox")
ENDS_SIDE = {r"\leq", r"\geq", r"\le", r"\ge", r"\leqslant", r"\geqslant", "<", ">", r"\\", "&", r"\quad", r"\qquad", r"\to", r"\approx"}
"""What may stand behind an integrand."""
MODULO = (r"\pmod", r"\mod", r"\bmod")
"""Beside these, \\equiv is no equation."""
EQUIVALENT = (r"\iff", r"\Leftrightarrow", r"\Longleftrightarrow")
SUBJECT_TO = {"s.t.", "subject to", "such that"}


def respelled(tokens: Sequence[Token], noted: list[Source]) -> Source:
    """The tokens with such spellings replaced, as a text; what they say beside it goes into `noted`."""
    tokens, over = _minimum(_spelling(_system(_in_braces(_over(_cases(_joined(_math_of_words(_around_words(list(tokens))))))))))
    noted += [Source.made(over)] if over else []
    return Source.made(_double_bars(tokens))


def _around_words(tokens: list[Token]) -> list[Token]:
    r"""`\text{\quad and \quad}` as `\quad \text{and} \quad`."""
    spans, made, place = Spans(tokens), [], 0
    while place < len(tokens):
        at = spans.past_blank(place + 1)
        inner = tokens[at + 1:spans.closing[at]] if tokens[place].text in _WORDS and at in spans.closing else []
        inked = [where for where, one in enumerate(inner) if not _is_space(one)]
        if inked and any(one.text in WIDE for one in (*inner[:inked[0]], *inner[inked[-1] + 1:])):
            words = [tokens[place], tokens[at], *inner[inked[0]:inked[-1] + 1], tokens[spans.closing[at]]]
            made += [*inner[:inked[0]], *words, *inner[inked[-1] + 1:]]
            place = spans.closing[at] + 1
            continue
        made.append(tokens[place])
        place += 1
    return made


def _math_of_words(tokens: list[Token]) -> list[Token]:
    r"""`\text{for any $d \geq 1$}` as `\text{for any } d \geq 1`."""
    spans, made, place = Spans(tokens), [], 0
    while place < len(tokens):
        token, at = tokens[place], spans.past_blank(place + 1)
        inner = tokens[at + 1:spans.closing[at]] if token.text in _WORDS and at in spans.closing else []
        dollars = [where for where, one in enumerate(inner) if one.text == "$"]
        if not dollars or len(dollars) % 2 or any(second == first + 1 for first, second in zip(dollars[::2], dollars[1::2], strict=True)):
            made.append(token)
            place += 1
            continue
        for part, (first, last) in enumerate(pairwise([-1, *dollars, len(inner)])):
            piece = inner[first + 1:last]
            if part % 2 or all(one.blank or one.text in (",", ".", ";") for one in piece):
                made += piece
            else:
                made += [token, tokens[at], *piece, tokens[spans.closing[at]]]
        place = spans.closing[at] + 1
    return made


def _joined(tokens: list[Token]) -> list[Token]:
    r"""`a = b \text{ or } a = -b` with \vee, and `and` with \wedge beside an equivalence's sign, where one of both words stands alone."""
    spans = Spans(tokens)
    found = [(place, *words_at(tokens, place, spans)) for place, depth in enumerate(depths(tokens)) if depth == 0]
    found = [(place, words, after) for place, words, after in found if words in ("or", "and") and _between_formulas(tokens, place, after)]
    if len({words for _, words, _ in found}) != 1 or found[0][1] == "and" and not any(token.text in EQUIVALENT for token in tokens):
        return tokens
    for place, words, after in reversed(found):
        sign = Token(Kind.COMMAND, r"\vee" if words == "or" else r"\wedge", tokens[place].at)
        tokens = [*tokens[:place], sign, Token(Kind.SPACE, " ", tokens[place].at), *tokens[after:]]
    return tokens


def _between_formulas(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether words join what stands before and behind them: set apart by wide space or a comma they may begin a statement of its own."""
    before = next((one for one in reversed(tokens[:start]) if not one.blank), None)
    behind = next((one for one in tokens[end:] if not one.blank), None)
    return all(one is not None and one.text not in (*WIDE, ",", ";", "&", r"\\") for one in (before, behind))


def _cases(tokens: list[Token]) -> list[Token]:
    r"""`0, & \text{otherwise}.` of cases without the punctuation at the ends of its cells."""
    made: list[Token] = []
    depth, marks = 0, []
    for token in tokens:
        if token.name == "cases" and token.kind in (Kind.BEGIN, Kind.END):
            depth += 1 if token.kind is Kind.BEGIN else -1
        if marks and (token.text in ("&", r"\\") or token.kind is Kind.END):
            del made[marks[0]:marks[-1] + 1]
        if not token.blank and token.text not in SPACES:
            marks = []
        if depth and token.text in (",", ".", ";") and (made[-1].text if made else "") not in (r"\left", r"\right"):
            marks = [*marks, len(made)]
        made.append(token)
    return made


def _over(tokens: list[Token]) -> list[Token]:
    r"""`{a \over b}` as `\frac{a}{b}`, `{n \choose k}` as `\binom{n}{k}`. Raises NotationError where no group says how far it reaches, or
    two stand in one."""
    while (at := next((place for place, token in enumerate(tokens) if token.text in _OVER), None)) is not None:
        closing = Spans(tokens).closing
        start, end = max(((first, last) for first, last in closing.items() if first < at < last), default=(-1, -1))
        spans = [range(first, last + 1) for first, last in closing.items() if start < first]
        inside = [place for place in range(start + 1, end) if tokens[place].text in _OVER and not any(place in span for span in spans)]
        before = next((one for one in reversed(tokens[:max(start, 0)]) if not one.blank), None)
        if start < 0 or len(inside) > 1 or before is not None and before.text in _FRACTIONS:
            raise NotationError(rf"how far {tokens[at].text} reaches is not seen; write {_OVER[tokens[at].text]}{{...}}{{...}}",
                                tokens[at].at)
        opening, close = Token(Kind.OPEN, "{", tokens[at].at), Token(Kind.CLOSE, "}", tokens[at].at)
        sign = Token(Kind.COMMAND, _OVER[tokens[at].text], tokens[start].at)
        made = [sign, opening, *tokens[start + 1:at], close, opening, *tokens[at + 1:end], close]
        argument = before is not None and (before.is_word and before.text != r"\cdot" or before.text in ("^", "_"))
        tokens = [*tokens[:start + argument], *made, *tokens[end + 1 - argument:]]
    return tokens


def _in_braces(tokens: list[Token]) -> list[Token]:
    r"""`x^\frac12` and `\sqrt\frac{a}{b}` with the braces that TeX does without."""
    spans, made, closes = Spans(tokens), [], set()
    for place, token in enumerate(tokens):
        if place in closes:
            made.append(Token(Kind.CLOSE, "}", token.at))
        made.append(token)
        at = spans.past_blank(place + 1)
        if token.text in ("^", "_", r"\sqrt") and at < len(tokens) and tokens[at].text in _FRACTIONS and not closes & set(range(place, at)):
            made.append(Token(Kind.OPEN, "{", tokens[at].at))
            closes.add(spans.argument(spans.argument(at + 1, tokens[at])[2], tokens[at])[2])
    return [*made, *(Token(Kind.CLOSE, "}", tokens[-1].at) for place in closes if place >= len(tokens))]


def _spelling(tokens: list[Token]) -> list[Token]:
    spans = Spans(tokens)
    made: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        after = spans.past_blank(place + 1)
        following = tokens[after].text if after < len(tokens) else ""
        before = next((one for one in reversed(made) if not one.blank), None)
        if (token.text, following) == (":", "="):
            if before is not None and before.text == ":":
                raise NotationError("a second colon stands before this one", token.at)
            made.append(tokens[after])
            place = after + 1
        elif token.text == r"\equiv" and not any(one.text in MODULO for one in tokens):
            made.append(Token(Kind.CHARACTER, "=", token.at))
            place += 1
        elif (token.text, following) == ("=", ":") and not _stands(tokens, spans.past_blank(after + 1), "="):
            made.append(token)
            place = after + 1
        elif token.text in ("_", "^") and (end := _star(spans, after)):
            made += [token, Token(Kind.CHARACTER, "*", tokens[after].at)]
            place = end
        elif token.name == "array" and token.kind in (Kind.BEGIN, Kind.END) and (end := _columns(spans, place)):
            made.append(replace(token, text=token.text.replace("array", "matrix"), name="matrix"))
            place = end
        elif token.text in FONTS and (inner := _in_one_bracket(spans, after)):
            tokens = [*tokens[:place], *inner, *tokens[spans.closing[after] + 1:]]
            spans = Spans(tokens)
        elif token.kind is Kind.OPEN and following == "}" and _says_nothing(before):
            place = after + 1
        elif token.text == "^" and (end := _transposed(spans, place, made)):
            place = end
        elif token.text == r"\int" and (moved := _differential_last(spans, place)):
            tokens = moved
            spans = Spans(tokens)
            made.append(tokens[place])
            place += 1
        elif token.kind is Kind.OPEN and _plain(spans, place, before):
            tokens = [*tokens[:place], *tokens[place + 1:spans.closing[place]], *tokens[spans.closing[place] + 1:]]
            spans = Spans(tokens)
        elif token.text == r"\partial" and following == "_":
            place = _by_time(spans, place, after, made)
        else:
            made.append(token)
            place += 1
    return made


def _columns(spans: Spans, place: int) -> int:
    r"""Behind `\begin{array}{cc}` or `\end{array}`; 0 where lines or more stand between the columns."""
    if spans.tokens[place].kind is Kind.END:
        return place + 1
    at = spans.past_blank(spans.optional(place + 1))
    inner = {token.text for token in spans.tokens[at + 1:spans.closing.get(at, at)] if not token.blank}
    return spans.closing[at] + 1 if inner and inner <= {"l", "c", "r"} else 0


def _in_one_bracket(spans: Spans, place: int) -> list[Token]:
    r"""What a font is put on, where that is a formula in one pair of brackets, no name, `\mathrm{\left\| x \right\|}`; else nothing."""
    if place not in spans.closing:
        return []
    inner = trimmed(spans.tokens[place + 1:spans.closing[place]])
    rights = [at for at, token in enumerate(inner) if token.text == r"\right"]
    whole = len(inner) > 4 and inner[0].text == r"\left" and rights and rights[-1] >= len(inner) - 3
    opened = 0
    for at, token in enumerate(inner):
        opened += (token.text == r"\left") - (token.text == r"\right")
        if not rights or opened == 0 and at < rights[-1]:
            return []
    return inner if whole else []


def _stands(tokens: Sequence[Token], place: int, text: str) -> bool:
    return place < len(tokens) and tokens[place].text == text


def _star(spans: Spans, place: int) -> int:
    r"""Behind a \star, with braces or without; 0 where none stands."""
    inner = place
    if place in spans.closing:
        inner = spans.past_blank(place + 1)
    if not _stands(spans.tokens, inner, r"\star"):
        return 0
    if inner == place:
        return inner + 1
    return spans.closing[place] + 1 if spans.past_blank(inner + 1) == spans.closing[place] else 0


def _transposed(spans: Spans, place: int, made: list[Token]) -> int:
    """W^T_2 as W_2^T, which TeX sets alike; behind both, 0 where no subscript follows a transpose."""
    first, last, after = spans.argument(place + 1, spans.tokens[place])
    words = [token.text for token in spans.tokens[first:last] if not token.blank]
    below = spans.past_blank(after)
    if words not in ([r"\top"], [r"\intercal"]) or not _stands(spans.tokens, below, "_"):
        return 0
    end = spans.argument(below + 1, spans.tokens[below])[2]
    made += [*spans.tokens[below:end], *spans.tokens[place:after]]
    return end


def _differential_last(spans: Spans, place: int) -> list[Token]:
    r"""`\int_a^b \frac{du}{f}` with the differential behind the fraction; empty where no numerator of the whole integrand ends with one."""
    tokens, at = spans.tokens, spans.past_blank(place + 1)
    while at < len(tokens) and (tokens[at].text in ("_", "^", r"\limits", r"\!", r"\,")):
        at = spans.past_blank(spans.argument(at + 1, tokens[at])[2] if tokens[at].text in ("_", "^") else at + 1)
    if at >= len(tokens) or tokens[at].text not in (r"\frac", r"\dfrac", r"\tfrac"):
        return []
    first, last, after = spans.argument(at + 1, tokens[at])
    end = spans.argument(after, tokens[at])[2]
    inner = trimmed(tokens[first:last])
    behind = spans.past_blank(end)
    whole = behind >= len(tokens) or tokens[behind].text in ("=", "+", "-", ",", ".", ")", "]", "}") or tokens[behind].text in ENDS_SIDE
    if len(inner) < 2 or inner[-2].text != "d" or not (inner[-1].text.isalpha() or inner[-1].is_word) or not whole \
            or tokens[at + 1:at + 2] == tokens[first:last]:
        return []
    rest = trimmed([token for token in inner[:-2] if token.text not in SPACES]) or [Token(Kind.CHARACTER, "1", inner[0].at)]
    space = Token(Kind.SPACE, " ", inner[-1].at)
    return [*tokens[:first], *rest, *tokens[last:end], space, *inner[-2:], space, *tokens[end:]]


def _plain(spans: Spans, place: int, before: Token | None) -> bool:
    """Whether a group is only there for its spacing: it is no argument, has no script, and is no sum beside a factor."""
    end = spans.closing.get(place)
    after = spans.past_blank(end + 1) if end is not None else 0
    if end is None or not (before is None or before.text in ("=", "+", "-", "(", ",", r"\leq", r"\geq", "<", ">", r"\le", r"\ge")):
        return False
    if all(token.blank or token.text in (",", ".") or token.text in SPACES for token in spans.tokens[place + 1:end]):
        return False
    if before is not None and before.text == "(" and _stands(spans.tokens, after, r"\right" if _sized(spans.tokens, place) else ")"):
        return True
    inner = depths(spans.tokens[place + 1:end])
    if any(token.text in ("+", "-") and depth == 0 for token, depth in zip(spans.tokens[place + 1:end], inner, strict=True)):
        return before is not None and before.text == "=" and after >= len(spans.tokens)
    return after >= len(spans.tokens) or spans.tokens[after].text not in ("_", "^", "'")


def _sized(tokens: Sequence[Token], place: int) -> bool:
    r"""Whether the bracket before a place is one of \left."""
    inked = [token.text for token in tokens[:place] if not token.blank]
    return inked[-2:-1] == [r"\left"]


def _says_nothing(before: Token | None) -> bool:
    """Whether an empty group behind this token is there for its spacing, and is no argument, script or base."""
    return before is None or not (before.is_word or before.text in ("}", "]", "_", "^") or before.text.isalpha())


def _by_time(spans: Spans, place: int, below: int, made: list[Token]) -> int:
    first, last, after = spans.argument(below + 1, spans.tokens[below])
    at = spans.tokens[place].at
    inner = trimmed(spans.tokens[first:last])
    if len(inner) != 1 or not (inner[0].text.isalpha() or inner[0].is_word):
        made.append(spans.tokens[place])
        return place + 1
    opening, close, d = Token(Kind.OPEN, "{", at), Token(Kind.CLOSE, "}", at), Token(Kind.COMMAND, r"\partial", at)
    made += [Token(Kind.COMMAND, r"\frac", at), opening, d, close, opening, d, *inner, close, Token(Kind.SPACE, " ", at)]
    return after


def _system(tokens: list[Token]) -> list[Token]:
    r"""A whole display in \begin{cases} without `&` is a system: equations one below the other."""
    tokens = trimmed(tokens)
    end = len(tokens) - 1
    while end > 0 and (tokens[end].blank or tokens[end].text in (".", ",", ";")):
        end -= 1
    inner = tokens[1:end]
    if end < 1 or (tokens[0].kind, tokens[0].name) != (Kind.BEGIN, "cases") or (tokens[end].kind, tokens[end].name) != (Kind.END, "cases"):
        return tokens
    if any(token.text == "&" or token.name == "cases" for token in inner):
        return tokens
    return trimmed(inner)


def words_at(tokens: Sequence[Token], place: int, spans: Spans) -> tuple[str, int]:
    r"""The words of a \text{...} at a place, and the place behind it; the place itself where none stands."""
    if place >= len(tokens) or tokens[place].text not in _WORDS or tokens[place].kind is not Kind.COMMAND:
        return "", place
    at = spans.past_blank(place + 1)
    if at not in spans.closing:
        return "", place
    words, after = " ".join(spelled(tokens[at + 1:spans.closing[at]])[0].split()), spans.closing[at] + 1
    follows = tokens[after].text if after < len(tokens) else ""
    if tokens[place].text == r"\mathrm" and (len(words) < 2 or follows in ("_", "^")):
        return "", place  # an upright letter
    return words, after


def _minimum(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    r"""`\arg\min_{b \in ...} f \quad \text{s.t.} \quad X b = y` as \arg\min_{X b = y} f, and what stood below the sign."""
    spans = Spans(tokens)
    for place, token in enumerate(tokens):
        if token.text != r"\arg" or token.kind is not Kind.COMMAND:
            continue
        at = spans.past_blank(place + 1)
        at = _past(tokens, at, _is_space)
        if not _stands(tokens, at, r"\min"):
            continue
        at = _past(tokens, at + 1, lambda one: one.text == r"\limits" or one.blank)
        below = spans.past_blank(at + 1)
        if not _stands(tokens, at, "_") or below not in spans.closing or not any(
                one.text == r"\in" for one in tokens[below:spans.closing[below]]):
            continue
        for subject in range(spans.closing[below], len(tokens)):
            words, after = words_at(tokens, subject, spans)
            if words in SUBJECT_TO:
                start = subject
                while start > 0 and (_is_space(tokens[start - 1]) or tokens[start - 1].text == ","):
                    start -= 1
                after = _past(tokens, after, _is_space)
                end = spans.closing[below]
                return [*tokens[:below + 1], *tokens[after:], *tokens[end:start]], tokens[below + 1:end]
    return tokens, []


def _is_space(token: Token) -> bool:
    return token.blank or token.text in SPACES or token.text in WIDE


def _past(tokens: Sequence[Token], place: int, passed: Callable[[Token], bool]) -> int:
    while place < len(tokens) and passed(tokens[place]):
        place += 1
    return place


def _double_bars(tokens: list[Token]) -> list[Token]:
    r"""`||x||` as \|x\|, where bars come in pairs only."""
    bars = [place for place, token in enumerate(tokens) if token.text == "|" and token.kind is Kind.CHARACTER]
    pairs = list(zip(bars[::2], bars[1::2], strict=False))
    if not bars or len(bars) % 2 or any(second != first + 1 for first, second in pairs):
        return tokens
    doubled, skipped = {first for first, _ in pairs}, {second for _, second in pairs}
    return [Token(Kind.COMMAND, r"\|", token.at) if place in doubled else token
            for place, token in enumerate(tokens) if place not in skipped]
