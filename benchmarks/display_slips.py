"""Slips of one token in the papers' displays: each is an error, reads otherwise, or is proved to say the same; none passes in silence.

`python -m benchmarks.display_slips --slips 20000` deletes, inserts, doubles or replaces one of TeX's tokens in a display of
`manuscripts.json` that is read, reads what comes of it in its claim's place, and prints what became of all. A slip passes in silence where
the same is read with the same notes, where more than layout was changed, and where yet the grammar was given no other token. What reads
otherwise is another statement, which is decided like any other; `--decide` does that too. `--seed` draws others; `--show` prints those of
one outcome.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from benchmarks.manuscripts import displays
from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.notation import Setting, declaration, parser, same_formula
from theoremtest.derivations.notation.tex import Kind, Mouth, Token, listed, spelled

ERROR, OTHERWISE, NOTED, LAYOUT = "error", "reads otherwise", "read with other notes", "layout alone"
SAME, SILENT = "parsed otherwise, and the same formula", "passes in silence"
FAILS, UNDECIDED, PROVED = "reads otherwise and fails", "reads otherwise and is undecided", "reads otherwise and is proved to say the same"
ANOTHER = "reads otherwise and holds, as another statement than the claim"
FURTHER = listed(r"\quad \, \! \\ \left \right \big \text \displaystyle \nonumber \label \tag \phantom \color \hspace \pm \mp \overset "
                 r"\underbrace \hat \bar \mathbf \ast \star \prime \eqref \boxed \forall \limits \cancel \not \sim \mathrm \dots \circ")
"""Commands that are put in beside those of the papers."""
CHARACTERS = "&%~'!?:;,.|*/<>=$#@\"`"
NO_INK = {*listed(r"\, \; \: \! \> ~ \displaystyle \textstyle \nonumber \notag \left \right \big \limits \nolimits \boxed & { } "
                  r"\underbrace \overbrace \mathbf \boldsymbol \mathsf \vec"), "\\ ", r"\\"}
"""What prints nothing, nothing but a frame or a brace, or a letter in bold; by itself, so that the reader's own lists are not asked."""
WIDE = (r"\quad", r"\qquad")
WITH_ARGUMENT = {r"\label", r"\tag", r"\phantom", r"\color", r"\textcolor", r"\vspace"}
ALIKE = {r"\rightarrow": r"\to", r"\longrightarrow": r"\to", r"\coloneqq": "=", ";": ",",
         **dict.fromkeys((r"\times", r"\ast", "*"), r"\cdot")}
FOLLOWERS = {**dict.fromkeys((",", "."), ([], [","], ["."], [r"\end"])), ":": (["="],)}
"""What says nothing before what."""


@dataclass(frozen=True)
class Slip:
    """A display with one token changed."""

    entry: int
    kind: str
    old: str
    new: str
    formula: str


@dataclass
class Slips:
    """Draws slips, and tells what becomes of each."""

    place: object
    entries: list[dict]
    decide: bool = False
    original: dict[int, tuple] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tokens = [list(Mouth(entry["formula"])) for entry in self.entries]
        words = {token.text: token for tokens in self.tokens for token in tokens if not token.blank}
        words |= {text: Token(Kind.COMMAND, text, 1) for text in FURTHER} | {text: Token(Kind.CHARACTER, text, 1) for text in CHARACTERS}
        self.pool = [words[text] for text in sorted(words)]

    def draw(self, chance: random.Random) -> Slip:
        """One slip."""
        number = chance.randrange(len(self.entries))
        tokens = self.tokens[number]
        at = chance.choice([place for place, token in enumerate(tokens) if not token.blank])
        kind, new = chance.choice(("delete", "insert", "double", "replace")), chance.choice(self.pool)
        changed = {"delete": [], "insert": [new, tokens[at]], "double": [tokens[at], tokens[at]], "replace": [new]}[kind]
        return Slip(number, kind, tokens[at].text, new.text if kind in ("insert", "replace") else "",
                    spelled([*tokens[:at], *changed, *tokens[at + 1:]])[0])

    def outcome(self, slip: Slip) -> str:
        """What becomes of a slip."""
        typed = self.entries[slip.entry]["formula"]
        if slip.entry not in self.original:
            self.original[slip.entry] = self._read(slip.entry, typed)
        before, parsed_before = self.original[slip.entry]
        try:
            found, parsed = self._read(slip.entry, slip.formula)
        except TheoremtestError:
            return ERROR
        if [_said(one) for one in found] != [_said(one) for one in before] and not _same(found, before):
            return self._decided(slip) if self.decide else OTHERWISE
        if [one.typed.notes for one in found] != [one.typed.notes for one in before]:
            return NOTED
        if set(printed(slip.formula)) & set(printed(typed)):
            return LAYOUT
        return SAME if parsed != parsed_before else SILENT

    def _setting(self, number: int) -> Setting:
        return Setting({}, tuple(declaration(text) for text in self.entries[number].get("where", ())))

    def _read(self, number: int, formula: str) -> tuple:
        """What a display says in its claim's place, and all that the grammar was given on the way."""
        from theoremtest.reports.edits.attempt import readings

        entry = self.entries[number]
        with _parsed() as parsed:
            found = readings(self.place.find(entry["claim"])[0], formula, entry.get("part", ""), self._setting(number))
        return found, tuple(parsed)

    def _decided(self, slip: Slip) -> str:
        from theoremtest.reports.edits.attempt import attempt

        entry = self.entries[slip.entry]
        try:
            found = attempt(self.place.find(entry["claim"])[0], slip.formula, entry.get("part", ""), self.place.cache,
                            setting=self._setting(slip.entry))
        except TheoremtestError:
            return ERROR
        if found.verdict != "holds":
            return FAILS if found.verdict == "fails" else UNDECIDED
        return PROVED if found.equivalent_to in ("printed", "corrected") else ANOTHER


def _said(frame) -> tuple:
    typed = frame.typed
    return frame.role, typed.statement, typed.also, typed.conditions, typed.defined


def _same(found: list, before: list) -> bool:
    """Whether two lists of readings say the same, formula by formula."""
    return len(found) == len(before) and all(
        one.role == other.role and same_formula(one.typed.statement, other.typed.statement)
        and same_formula(one.typed.also, other.typed.also)
        and [read for _, read in one.typed.conditions] == [read for _, read in other.typed.conditions]
        and one.typed.defined == other.typed.defined for one, other in zip(found, before, strict=True))


@contextmanager
def _parsed() -> Iterator[list]:
    """Meanwhile every list of tokens that the grammar is given is kept."""
    kept: list = []
    plain = parser._parse

    def parse(tokens, start):
        kept.append(tuple((token.type, str(getattr(token.value, "latex", token.value))) for token in tokens))
        return plain(tokens, start)

    parser._parse = parse
    try:
        yield kept
    finally:
        parser._parse = plain


def printed(formula: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a formula prints, but for spaces, frames, braces, and the punctuation between its pieces; twice: a wide space divides nothing,
    or as a comma does."""
    tokens = [token for token in Mouth(formula) if not token.blank and token.kind is not Kind.PARAGRAPH]
    words, place = [], 0
    while place < len(tokens):
        word = tokens[place].text
        place += 1
        if word in WITH_ARGUMENT:
            place = _past_argument(tokens, place)
        elif word == ":" and place > 1 and tokens[place - 2].text == "&":
            continue  # before the condition of a case
        elif word == r"\mathrm" and place < len(tokens) and tokens[place].text == "d":
            continue  # of a differential
        elif word not in NO_INK or (word in ("{", "}") and tokens[place - 1].kind is Kind.COMMAND):
            words.append(ALIKE.get(word, word))
    return _without_punctuation([word for word in words if word not in WIDE]), _without_punctuation(
        ["," if word in WIDE else word for word in words])


def _without_punctuation(words: list[str]) -> tuple[str, ...]:
    made = [word for at, word in enumerate(words) if words[at + 1:at + 2] not in FOLLOWERS.get(word, ())]
    return tuple(made[1:] if made[:1] == ["="] else made)


def _past_argument(tokens: list[Token], place: int) -> int:
    depth = 0
    while place < len(tokens):
        depth += (tokens[place].kind is Kind.OPEN) - (tokens[place].kind is Kind.CLOSE)
        place += 1
        if depth <= 0:
            break
    return place


def of_the_papers(place, decide: bool = False) -> Slips:
    """Slips in every display that a claim states and that is read."""
    return Slips(place, [entry for entry in displays() if "apart" not in entry and "unread" not in entry], decide)


def run(slips: Slips, number: int, seed: int = 0) -> Iterator[tuple[Slip, str]]:
    """So many slips, each with its outcome."""
    chance = random.Random(seed)
    for _ in range(number):
        slip = slips.draw(chance)
        yield slip, slips.outcome(slip)


def main() -> None:
    """Print how many slips came to which outcome, and those that passed in silence."""
    from theoremtest.reports.workspace import Workspace

    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--slips", type=int, default=1000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--decide", action="store_true", help="decide what reads otherwise")
    options.add_argument("--show", action="append", default=[SILENT], help="an outcome whose slips are printed")
    asked = options.parse_args()
    slips = of_the_papers(Workspace.here(), asked.decide)
    counts: Counter = Counter()
    for slip, outcome in run(slips, asked.slips, asked.seed):
        counts[outcome] += 1
        if outcome in asked.show:
            print(f"{outcome}: {slips.entries[slip.entry]['claim']}  {slip.kind} {slip.old} {slip.new}  {slip.formula}", flush=True)
    print(", ".join(f"{number} {outcome}" for outcome, number in counts.most_common()))


if __name__ == "__main__":
    main()
