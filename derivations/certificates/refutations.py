"""The script that refutes a theorem at a point: every variable gets its value, and what is then said of numbers is false.

Two values that differ are told apart by intervals; that two are the same is shown by a proof that is looked for. What holds and what does
not is seen from rounded values, and each step is an obligation of the script.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

import mpmath

from .derivatives import derivative
from .printing.numbers import same
from .reasons import NoScript
from .samples import numeric
from .slopes import Slopes
from .sums import renamed
from .terms import Term, app, mapped, num, parts, put, text, var
from .theorems import Theorem

DIGITS = 60
SAME = mpmath.mpf(10) ** -40
"""Below this, two values are taken for the same."""
LARGE = 20
"""From here on a natural number is not written as a sum of ones."""

BY_SIGN = {("Rabs", 1): "Rabs_right", ("Rabs", -1): "Rabs_left", ("sign", 1): "sign_eq_1", ("sign", -1): "sign_eq_m1"}
"""What a modulus, or a sign, of a number is, by the number's sign."""


def refutation(theorem: Theorem, point: Mapping[str, str]) -> str:
    """The script that refutes the theorem at a point of its domain; point: the value of each variable as Coq text. Raises NoScript."""
    values = completed(theorem, point)
    work = Point(theorem, values)
    conclusion = work.at(theorem.conclusion)
    made = [*work.opening(), *work.absurd(conclusion, "H")]
    return "Proof.\n" + "\n".join(made) + "\nQed.\n"


def completed(theorem: Theorem, point: Mapping[str, str]) -> dict[str, Term]:
    """The value of each variable that is no abbreviation. Raises NoScript where the point lacks one, or a hypothesis fails there."""
    kinds, abbreviated = dict(theorem.binders), {name for name, _ in theorem.equations}
    asked = [name for name, kind in theorem.binders if not is_array(kind) and name not in abbreviated]
    if not all(name in point and kinds[name] in ("R", "nat", "Z") for name in asked):
        raise NoScript("point")
    return {name: number(point[name]) for name in asked}


def is_array(kind: str) -> bool:
    """Whether that is the type of an array, which is one everywhere at a point; numbers, and functions of time, are none."""
    *places, last = kind.split(" -> ")
    return last == "R" and bool(places) and set(places) <= {"nat", "Z"}


def constant(kind: str) -> str:
    """The array of a kind, `nat -> R` or so, whose entries are all one."""
    return f"fun {' '.join(f'(_ : {place})' for place in kind.split(' -> ')[:-1])} => 1"


def number(shown: str) -> Term:
    """The number that Coq's text of a value says."""
    value = Fraction(shown.removesuffix("%nat").removesuffix("%Z").strip("()").replace(" ", "").replace("(", "").replace(")", ""))
    return num(value.numerator, value.denominator)


def summed(term: Term) -> Term:
    """A sum between two numbers as Coq's own steps leave it; one of binomial weights stays as it is."""
    if term.head != "total" or not all(re.fullmatch(r"\d+|\(\d+ [-+] \d+\)", end) for end in term.args[2:]):
        return term
    index, body, low, high = term.args
    first, last = (sum(int(part) for part in re.findall(r"-?\d+", end.replace("- ", "-"))) for end in (low, high))
    if last - first > LARGE or any(item.head == "Binomial.C" for item in parts(body)):
        return term
    found = num(0)
    for value in range(last, first - 1, -1):
        found = app("add", renamed(body, index, str(value)), found)
    return found


class Point:
    """A theorem at one point."""

    def __init__(self, theorem: Theorem, values: Mapping[str, Term]) -> None:
        self.theorem, self.values, self.kinds = theorem, values, dict(theorem.binders)
        self.count = 0
        self.arrays = {name for name, kind in theorem.binders if is_array(kind)}
        self.given = {name: self._shown(name, value) for name, value in values.items()}
        self.given |= {name: f"({constant(self.kinds[name])})" for name in self.arrays}
        self.put: dict[Term, Term] = {var(name): value for name, value in values.items() if self.kinds[name] == "R"}
        self.put |= {app("IZR", name): value for name, value in values.items() if self.kinds[name] == "Z"}
        for name, value in theorem.equations:
            self.put[var(name)] = self.at(value)
            self.given[name] = f"({text(self.put[var(name)])})"
        self.slopes = Slopes("first [assumption | positive | numeric]", self.fresh)

    def _shown(self, name: str, value: Term) -> str:
        kind = self.kinds[name]
        return f"({text(value)})" if kind == "R" else f"({value.args[0]})%{kind}"

    def fresh(self, letter: str) -> str:
        """A name for the script's own use."""
        self.count += 1
        return f"{letter}__{self.count}"

    def at(self, term: Term, but: str = "") -> Term:
        """The term with all values put in, but that of one variable."""
        plain = mapped(term, lambda item: num(1) if item.head in self.arrays else item) if self.arrays else term
        found = put(plain, {key: value for key, value in self.put.items() if key != var(but)})
        for name, value in self.values.items():
            if self.kinds[name] == "nat":
                found = renamed(found, name, str(value.args[0]))
            elif self.kinds[name] == "Z":
                found = renamed(found, name, f"({value.args[0]})%Z")
        large = {app("INR", str(value)): num(value) for value in self._large()}
        return mapped(put(found, large), summed)

    def _large(self) -> list[int]:
        return [value.args[0] for name, value in self.values.items() if self.kinds[name] == "nat" and value.args[0] >= LARGE]

    # ---- guesses ----
    def truth(self, said: Term) -> bool | None:
        """Whether a proposition on numbers holds, as rounded values tell; None where they do not tell."""
        head, args = said
        if head in ("True", "False"):
            return head == "True"
        if head in ("and", "or"):
            found = [self.truth(item) for item in args]
            settles = head == "or"
            return settles if settles in found else None if None in found else not settles
        if head in ("not", "imp", "iff"):
            found = [self.truth(item) for item in args]
            if head == "imp" and (found[0] is False or found[1] is True):
                return True
            if None in found:
                return None
            return not found[0] if head == "not" else found[1] if head == "imp" else found[0] == found[1]
        gap = self.gap(said)
        if gap is None:
            return None
        return {"lt": gap < 0, "le": gap <= 0, "gt": gap > 0, "ge": gap >= 0, "eq": gap == 0, "ne": gap != 0}[head]

    def gap(self, said: Term):
        """Left less right side of a relation, zero where they are taken for the same; None where there is no value."""
        if said.head not in ("lt", "le", "gt", "ge", "eq", "ne"):
            return None
        try:
            with mpmath.workdps(DIGITS):
                one, other = (numeric(self.slopes.plain(side), {}) for side in said.args)
                gap = one - other
                if not mpmath.isfinite(gap):
                    return None
                return gap * 0 if abs(gap) < SAME * (1 + abs(one)) else gap
        except (ArithmeticError, ValueError, KeyError, TypeError, NoScript):
            return None

    # ---- scripts ----
    def opening(self) -> list[str]:
        """The lines up to where H says the conclusion at the point."""
        theorem = self.theorem
        given = " ".join(self.given[name] for name, _ in theorem.binders)
        lines = ["intro H.", f"specialize (H {given})." if given else "idtac."]
        for value in self._large():
            name = self.fresh("N")
            lines.append(f"assert ({name} : INR {value} = {value}) by (rewrite INR_IZR_INZ; apply f_equal; vm_compute; reflexivity). "
                         f"rewrite ?{name} in H. clear {name}.")
        said = [self.at(item) for item in (*theorem.hypotheses, theorem.conclusion)]
        if any(part.head == "total" for item in (*theorem.hypotheses, theorem.conclusion) for part in parts(item)):
            lines.append("unfold total in H. cbn [total_of Nat.sub] in H.")
        lines += [f"try change (- ({value})) with (-{value}) in H." for value in sorted(_turned(said))]
        lines += self.slopes.say(said)
        for item in said[:-1]:
            if item.head == "eq" and item.args[0] == item.args[1]:
                lines.append("specialize (H eq_refl).")
            elif self.truth(item):
                name = self.fresh("A")
                lines.append(f"assert ({name} : {text(item)}).")
                lines += ["{ " + "\n  ".join(self.shown(item)) + " }", f"specialize (H {name}). clear {name}."]
            elif item.head == "raw":
                name = self.fresh("A")
                lines.append(f"assert ({name} : {text(item)}) by (clear; first [ lia | apply Nat.leb_le; vm_compute; reflexivity ]). "
                             f"specialize (H {name}). clear {name}.")
            elif item.head == "ex_derive":
                lines.append(self.slopes.exists(item))
            else:
                lines.append("give H.")
        return [*lines, *self.slopes.written("H")]

    def absurd(self, said: Term, name: str) -> list[str]:
        """The lines that end a goal False, where the hypothesis of that name says what does not hold."""
        head, args = said
        said = self.slopes.plain(said)
        if head == "and":
            names = [self.fresh("K") for _ in args]
            pattern = names[-1]
            for item in reversed(names[:-1]):
                pattern = f"[{item} {pattern}]"
            told = [(self.truth(item), item, key) for item, key in zip(args, names)]
            wrong = [(item, key) for true, item, key in told if true is False]
            if not wrong and self.theorem.motion is not None:
                return self._solved(said, name)
            wrong = wrong or [(item, key) for true, item, key in told if true is None]
            if not wrong:
                raise NoScript("point")
            return [f"destruct {name} as {pattern}.", *self.absurd(*wrong[0])]
        if head == "or":
            names = [self.fresh("K") for _ in args]
            lines = []
            for place, (item, key) in enumerate(zip(args, names)):
                if place + 1 < len(args):
                    lines.append(f"destruct {name} as [{key}|{names[place + 1]}].")
                    lines.append("{ " + "\n  ".join(self.absurd(item, key)) + " }")
                else:
                    lines += self.absurd(item, key)
                name = names[min(place + 1, len(args) - 1)]
            return lines
        if head == "not":
            return [f"apply {name}.", *self.shown(args[0])]
        if head in ("imp", "iff"):
            forth = head == "imp" or self.truth(args[0]) is True
            one, other = args if forth else args[::-1]
            key, pattern = self.fresh("K"), f"[{name} _]" if forth else f"[_ {name}]"
            way = "" if head == "imp" else f"destruct {name} as {pattern}. "
            return [f"{way}assert ({key} : {text(one)}).", "{ " + "\n  ".join(self.shown(one)) + " }", f"specialize ({name} {key}).",
                    *self.absurd(other, name)]
        if head == "False":
            return [f"exact {name}."]
        return self._solved(said, name) if head == "is_derive" else self._compared(said, name)

    def _solved(self, said: Term, name: str) -> list[str]:
        """What is said of a solution is false: a derivative is unique."""
        motion = self.theorem.motion
        if motion is None:
            raise NoScript("point")
        tries, time = [], self.put[var(motion.time)]
        for value in motion.quantity:
            change = self.at(derivative(value, {motion.time: num(1)}))
            function = f"(fun {motion.time} : R => {text(self.at(value, motion.time))})"
            tries.append(f"(match goal with K : is_derive {function} _ _ |- _ => apply is_derive_unique in K; "
                         f"assert (L : is_derive {function} ({text(time)}) ({text(change)})) by "
                         f"(eapply D_is; [ derive; cbv beta; numeric | cbv beta; reflexivity ]); apply is_derive_unique in L; "
                         f"rewrite K in L; clear -L; false_number end)")
        return [r"repeat match goal with H : _ /\ _ |- _ => destruct H end.", f"first [ {' | '.join(tries)} ]."]

    def _compared(self, said: Term, name: str) -> list[str]:
        """A relation between numbers is false."""
        gap = self.gap(said)
        if gap is not None:
            numbers, said = worked_out(said, self)
            known = [f"{line} rewrite ?{key} in {name}." for key, line in numbers]
            return [*known, *self._told(gap, *said.args), f"clear -{name} E__0. against {name} E__0."]
        heads = {item.head for item in parts(said)}
        counts = [f"unfold Binomial.C in {name}. cbn in {name}."] if "Binomial.C" in heads else []
        return [*counts, f"clear -{name}. refuted_number."]

    def _told(self, gap, left: Term, right: Term) -> list[str]:
        """The line that says how two numbers compare."""
        if gap == 0:
            return [f"assert (E__0 : {text(left)} = {text(right)}).", "{ clear. " + "\n  ".join(same(left, right)) + " }"]
        less, more = (left, right) if gap < 0 else (right, left)
        return [f"assert (E__0 : {text(less)} < {text(more)}) by (clear; known_signs; number)."]

    def shown(self, said: Term) -> list[str]:
        """The lines for a goal that holds."""
        head, args = said
        if head == "and":
            last = self.shown(args[-1])
            for item in reversed(args[:-1]):
                last = ["split.", "{ " + "\n  ".join(self.shown(item)) + " }", *last]
            return last
        if head == "or":
            place = next((place for place, item in enumerate(args) if self.truth(item)), None)
            if place is None:
                raise NoScript("point")
            return [*(["right."] * place), *(["left."] if place + 1 < len(args) else []), *self.shown(args[place])]
        if head in ("iff", "imp", "not"):
            ways = [args, args[::-1]] if head == "iff" else [args] if head == "imp" else [(args[0], app("False"))]
            found = []
            for one, other in ways:
                key = self.fresh("K")
                body = self.shown(other) if self.truth(other) else self.absurd(one, key)
                found.append("{ " + f"intro {key}. " + "\n  ".join(body) + " }")
            return ["split.", *found] if head == "iff" else found
        if head == "True":
            return ["exact I."]
        gap = self.gap(said)
        if gap == 0 and head in ("eq", "le", "ge"):
            return [*self._told(gap, *said.args), "clear -E__0. lra."]
        return ["clear. first [ number | known_signs; number ]."]


def _turned(said: Sequence[Term]) -> set[int]:
    """Positive whole numbers that stand behind a sign: what Coq reads there is a negative number, and no longer the opposite of one."""
    behind = (part.args[0] for item in said for part in parts(item) if part.head == "opp")
    return {item.args[0] for item in behind if item.head == "num" and item.args[1] == 1 and item.args[0] > 0}


def slopes_exist(theorem: Theorem, supposed: Sequence[Term], given: Mapping[str, str]) -> str:
    """The lines that show, at a point, what is supposed, that derivatives within derivatives exist among it."""
    place = Point(theorem, {name: number(shown) for name, shown in given.items() if name not in dict(theorem.equations)})
    said = [place.at(item) for item in supposed]
    lines = [*place.slopes.say(said), "cbv beta."]
    for item in said:
        name = place.fresh("A")
        proof = place.slopes.proof(item) if item.head == "ex_derive" else "clear; number"
        lines.append(f"assert ({name} : {text(item)}) by ({proof}).")
    return "\n".join([*lines, "repeat split; assumption."])


def worked_out(term: Term, place: Point) -> tuple[list[tuple[str, str]], Term]:
    """Moduli and signs of numbers as numbers: the name and the lines of each equation, inner ones first, and the term that is left."""
    found: list[tuple[str, str]] = []

    def change(item: Term) -> Term:
        if item.head not in ("Rabs", "sign"):
            return item
        with mpmath.workdps(DIGITS):
            try:
                value = numeric(item.args[0], {})
            except (ArithmeticError, ValueError, KeyError, TypeError):
                return item
            plain = app("opp", item.args[0]) if value < 0 else item.args[0]
            other = plain if item.head == "Rabs" else num(int(mpmath.sign(value)))
        name = place.fresh("B")
        rule = BY_SIGN.get((item.head, int(mpmath.sign(value))))
        shown = f"rewrite {rule}; [ lra | first [ number | known_signs; number ] ]." if rule else " ".join(same(item, other))
        found.append((name, f"assert ({name} : {text(item)} = {text(other)}). {{ clear. {shown} }}"))
        return other
    return found, mapped(term, change)
