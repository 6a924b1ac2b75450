"""A theorem with its proof: scripts to try, in order, for each kind of theorem. None is trusted; the kernel takes one or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count

from .algebra import TooLarge
from .derivatives import derivative
from .equivalences import sign_table
from .identities import script
from .inequalities import equivalent, guided
from .naming import plain
from .reasons import NoScript
from .rising import rising
from .slopes import Slopes, nested
from .sums import renamed
from .terms import Term, app, mapped, num, parts, put, speaks_of, text, var
from .theorems import Theorem, moving
from .unknowns import as_variables

SIDES = "first [assumption | not_zeros | positive | apply Rgt_not_eq, cosh_pos]"
"""What settles a side condition of a rule of differentiation."""

HELPS = ("try assert (G__", "try (assert_fails")
"""How lines begin that show a sign for what comes after, if they can."""


def proofs(theorem: Theorem, samples: Sequence[dict]) -> Iterator[str]:
    """Scripts that may prove the theorem, each from `Proof.` to `Qed.`; samples: values of the variables at points of the domain.

    Raises NoScript where there is none to try.
    """
    makers = {"Equal": (_equal, partial(_equal, strictly=True), _at_sizes, _by_given), "Evolves": (_evolves,), "Conserved": (_evolves,),
              "Solves": (_solves, partial(_solves, strictly=True), partial(_solves, apart=True)),
              "Holds": (_relation, _plain_relation), "Iff": (_relation, partial(_relation, equal=sign_table), _equivalence),
              "Classifies": (_plain_relation,)}
    reasons: list[str] = []
    told: list[list[str]] = []
    for maker in makers.get(theorem.kind, ()):
        try:
            lines = maker(theorem, samples)
        except TooLarge:
            reasons.append("size")
        except NoScript as reason:
            reasons.append(reason.word)
        except RecursionError:
            reasons.append("size")
        else:
            tries = [lines] if theorem.kind != "Solves" else [_lean(lines), lines]
            for tried in tries:
                if tried not in told:
                    yield "Proof.\n" + "\n".join(tried) + "\nQed.\n"
                told.append(tried)
    if len(reasons) == len(makers.get(theorem.kind, ())):
        raise NoScript(reasons[0] if reasons else theorem.kind.lower())


def _lean(lines: Sequence[str]) -> list[str]:
    """The script without the signs that it only tries to show on the way: where they are not needed, that is many times faster."""
    return [line for line in "\n".join(lines).split("\n") if not line.lstrip().startswith(HELPS)]


def introduced(theorem: Theorem, samples: Sequence[dict] = ()) -> list[str]:
    """The lines that introduce all binders and hypotheses, and say what is seen of the variables' signs."""
    names = " ".join(name for name, _ in theorem.binders)
    sizes = ["sizes."] if any(kind == "nat" for _, kind in theorem.binders) else []
    return [f"intros {names}.", "intros.", *sizes, *_signs(theorem, samples)] if names else ["intros."]


def _signs(theorem: Theorem, samples: Sequence[dict]) -> list[str]:
    """Lines that try to show the sign of each variable that no hypothesis tells in so many words."""
    found, abbreviated = [], {name for name, _ in theorem.equations}
    told = {side.args[0] for item in theorem.hypotheses if item.head in ("gt", "ge", "lt", "le", "eq") for side in item.args
            if side.head == "var" and num(0) in item.args}
    for name, kind in theorem.binders:
        values = [sample[name] for sample in samples if name in sample]
        if kind not in ("R", "R -> R") or name in told or name in abbreviated or not values:
            continue
        if all(value > 0 for value in values):
            found.append(f"try assert (0 < {name}) by first [lra | solve [timeout 2 nra]].")
        elif all(value < 0 for value in values):
            found.append(f"try assert ({name} < 0) by first [lra | solve [timeout 2 nra]].")
    return found


def substitutions(hypotheses: Sequence[Term], equations: Sequence[tuple[str, Term]]) -> tuple[list[str], dict[Term, Term]]:
    """Lines that put in what equations give, and the same for terms: abbreviations, and conditions that fix a variable."""
    lines, values = [], {}
    for name, value in reversed(list(equations)):
        lines.append(f"subst {name}.")
        values = {key: put(item, {var(name): value}) for key, item in values.items()}
        values[var(name)] = value
    taken = {name for name, _ in equations}
    for item in hypotheses:
        if item.head != "eq":
            continue
        for side, other in (item.args, item.args[::-1]):
            if side.head == "var" and side.args[0] not in taken:
                other = settled(other, values)
                if speaks_of(other, {side.args[0]}):
                    continue
                lines.append(f"subst {side.args[0]}.")
                taken.add(side.args[0])
                values = {key: put(value, {side: other}) for key, value in values.items()}
                values[side] = other
                break
    return lines, values


def settled(term: Term, values: dict[Term, Term]) -> Term:
    """The term with all values put in, whatever order they stand in."""
    for _ in range(len(values) + 1):
        changed = put(term, values)
        if changed == term:
            break
        term = changed
    return term


def _equal(theorem: Theorem, samples: Sequence[dict], strictly: bool = False) -> list[str]:
    lines, theorem, samples = as_variables(theorem, samples)
    return [*introduced(theorem, samples), *lines, *identity(theorem.conclusion, theorem.hypotheses, theorem.equations, samples, strictly)]


def _at_sizes(theorem: Theorem, samples: Sequence[dict]) -> list[str]:
    """An identity where conditions fix natural numbers: their values are put in."""
    kinds = dict(theorem.binders)
    fixed = {item.args[0].args[0]: item.args[1].args[0] for item in theorem.hypotheses if item.head == "eq" and item.args[0].head == "INR"
             and kinds.get(item.args[0].args[0]) == "nat" and item.args[1].head == "num" and item.args[1].args[1] == 1}
    if not fixed:
        raise NoScript("identity")

    def at(term: Term) -> Term:
        for name, value in fixed.items():
            term = renamed(term, name, str(value))
        return mapped(term, lambda item: app("pow", item.args[0], _worked_out(item.args[1])) if item.head == "pow" else item)
    lines = [f"assert (N__{name} : {name} = {value}%nat) by (apply INR_eq; cbn [INR]; lra). subst {name}." for name, value in fixed.items()]
    return [*introduced(theorem, samples), *lines, "cbn [Nat.add Nat.mul] in *.", *identity(
        at(theorem.conclusion), [at(item) for item in theorem.hypotheses if item.args[0].head != "INR"], theorem.equations, samples)]


def _by_given(theorem: Theorem, samples: Sequence[dict]) -> list[str]:
    """An identity that equations between whole numbers give."""
    if not any(item.head == "eq" and any(part.head in ("INR", "IZR") for part in parts(item)) for item in theorem.hypotheses):
        raise NoScript("identity")
    lines, _ = substitutions(theorem.hypotheses, theorem.equations)
    return [*introduced(theorem, samples), *lines, "by_given."]


def _worked_out(size: str) -> str:
    """A sum of natural numbers as one number."""
    numbers = size.strip("()").split(" + ")
    return str(sum(map(int, numbers))) if all(number.isdigit() for number in numbers) else size


def identity(goal: Term, hypotheses: Sequence[Term], equations: Sequence[tuple[str, Term]], samples: Sequence[dict],
             strictly: bool = False) -> list[str]:
    """The lines for an equation after the hypotheses were introduced."""
    lines, values = substitutions(hypotheses, equations)
    left, right = (settled(side, values) for side in goal.args)
    more, left, right, hypotheses = derived(left, right, [settled(item, values) for item in hypotheses], samples)
    return lines + more + script(left, right, samples, hypotheses, strictly=strictly)


def derived(left: Term, right: Term, facts: Sequence[Term], samples: Sequence[dict] = ()) -> tuple[list[str], Term, Term, list[Term]]:
    """Derivatives that stand in an equation, written out: lines, both sides, and the facts without them."""
    lines, facts = [], [item for item in facts if item.head != "ex_derive"]
    if nested((left, right)):
        numbers = count(1)
        slopes = Slopes(SIDES, lambda letter: f"{letter}__n{next(numbers)}")
        lines = [*slopes.say((left, right)), *slopes.written()]
        return lines, slopes.plain(left), slopes.plain(right), [slopes.plain(item) for item in facts]
    for _ in range(8):
        found = next((item for side in (left, right) for item in _inner(side) if item.head == "Derive"), None)
        if found is None:
            break
        bound, body = found.args[0].args
        at = found.args[1]
        value = put(derivative(body, {bound: num(1)}), {var(bound): at})
        for need in moving(body, {bound}):
            said = put(need, {var(bound): at})
            if said not in facts and samples:
                with suppress(NoScript, TooLarge):
                    lines.append(f"assert (M__{len(lines)} : {text(said)}). {{ " + "\n  ".join(guided(said, samples, facts)) + " }")
                    facts.append(said)
        lines.append(f"assert (DD : {text(found)} = {text(value)}) by (apply is_derive_unique; eapply D_is; "
                     f"[ derive; cbv beta; {SIDES} | cbv beta; reflexivity ]). rewrite DD. clear DD.")
        left, right = put(left, {found: value}), put(right, {found: value})
    return lines, left, right, facts


def _inner(term: Term):
    for item in term.args:
        if isinstance(item, Term):
            yield from _inner(item)
    yield term


def _evolves(theorem: Theorem, samples: Sequence[dict]) -> list[str]:
    assert theorem.motion is not None
    hypotheses = theorem.motion.pointwise
    return along_motion(theorem, lambda change, rate: [
        *_signs(theorem, samples), *identity(app("eq", change, rate), hypotheses, theorem.equations, samples)])


def along_motion(theorem: Theorem, shown: Callable[[Term, Term], Sequence[str]]) -> list[str]:
    """The script for a rate: what the rules of differentiation leave of it is an equation between numbers.

    shown: the script for that equation, the change on the left and the stated rate on the right, below its letters and hypotheses.
    """
    motion = theorem.motion
    assert motion is not None
    lines, u = introduced(theorem), motion.time
    running = {name for name, kind in theorem.binders if kind == "R -> R"}
    at = {var(name): app(name, var(u)) for name in running}
    names = [name for name, _ in theorem.binders if name != u]
    kinds = {name: "R" if kind == "R -> R" else kind for name, kind in theorem.binders}
    velocities = dict(motion.velocities)
    for name, learning in motion.learning.items():
        velocities[name] = app("mul", app("opp", learning), derivative(motion.loss, {name: num(1)}))
        lines.append(f"assert (V_{name} : is_derive {name} {u} ({text(put(velocities[name], at))})) by (match goal with "
                     f"H : forall g, is_derive _ ({name} {u}) g -> _ |- _ => apply H end; eapply D_is; [ derive; cbv beta; {SIDES} | "
                     f"cbv beta; reflexivity ]).")
    quantity, rate = motion.quantity[0], motion.rate[0]
    change = derivative(quantity, velocities)
    bound = " ".join(f"({name} : {kinds[name]})" for name in names)
    said = "".join(f"({text(item)}) -> " for item in motion.pointwise)
    lines.append(f"assert (rate : forall {bound}, {said}{text(change)} = {text(rate)}).")
    body = [f"clear. intros {' '.join(names)}. intros. sizes.", *shown(change, rate)]
    lines.append("{ " + "\n  ".join(body) + " }")
    if any(name in running for name, _ in theorem.equations):
        lines.append(f"apply (is_derive_ext (fun {u} : R => {text(put(quantity, at))})); [ intro; repeat (match goal with "
                     "H : forall _ : R, _ = _ |- _ => rewrite H end); reflexivity | ].")
    lines.append(f"eapply D_is. {{ derive; cbv beta; {SIDES}. }}")
    applied = " ".join(f"({name} {u})" if name in running else name for name in names)
    lines.append(f"cbv beta. apply (rate {applied}); first [ assumption | match goal with H : forall _ : R, _ = _ |- _ => apply H end ].")
    return lines


def _solves(theorem: Theorem, samples: Sequence[dict], strictly: bool = False, apart: bool = False) -> list[str]:
    motion, lines = theorem.motion, introduced(theorem, samples)
    goals = list(theorem.conclusion.args) if theorem.conclusion.head == "and" else [theorem.conclusion]
    hypotheses = list(theorem.hypotheses)
    slopes = {app("is_derive", app("fun", motion.time, value), var(motion.time), rate): (value, rate)
              for value, rate in zip(motion.quantity, motion.rate)}
    smooth = {goal: moving(value, {motion.time}) for goal, (value, _) in slopes.items()}
    goals = [item for goal in goals for item in (*(condition for condition in smooth.get(goal, ()) if condition not in goals), goal)]
    for number, goal in enumerate(dict.fromkeys(goals)):
        lines.append(f"assert (part_{number} : {text(goal)}).")
        lines.append("{ " + "\n  ".join(_solved(goal, slopes, hypotheses, theorem, motion.time, samples, strictly, apart)) + " }")
        if goal not in slopes:
            hypotheses.append(goal)
    lines.append("split_all; assumption.")
    return lines


def _solved(goal: Term, slopes: dict, hypotheses: list[Term], theorem: Theorem, time: str, samples, strictly: bool,
            apart: bool) -> list[str]:
    """The lines for one thing that a solution has to fulfil."""
    if goal in slopes:
        value, rate = slopes[goal]
        change = derivative(value, {time: num(1)})
        return [f"eapply D_is. {{ derive; cbv beta; {SIDES}. }}", "cbv beta."] + identity(
            app("eq", change, rate), hypotheses, theorem.equations, samples, strictly)
    lines, values = substitutions(hypotheses, theorem.equations)
    if goal.head == "eq":
        start = [{**sample, time: sample[time] * 0} for sample in samples]
        left, right = (settled(side, values) for side in goal.args)
        kept = [item for item in hypotheses if not speaks_of(item, {time})]
        return lines + script(left, right, start, [settled(item, values) for item in kept], strictly=strictly)
    shown = settled(goal, values)
    with suppress(NoScript, TooLarge):
        return lines + rising(shown, time, samples, [settled(item, values) for item in hypotheses], SIDES)
    at = samples if speaks_of(goal, {time}) else [{**sample, time: sample[time] * 0} for sample in samples]
    try:
        return lines + guided(shown, at, [settled(item, values) for item in hypotheses], apart=apart)
    except (NoScript, TooLarge):
        return lines + ["inequality."]


def _plain_relation(theorem: Theorem, samples: Sequence[dict]) -> list[str]:
    lines, _ = substitutions(theorem.hypotheses, theorem.equations)
    return [*introduced(theorem, samples), *lines, "solve [ timeout 15 inequality ]."]


def _relation(theorem: Theorem, samples: Sequence[dict], equal: Callable[..., list[str]] = equivalent) -> list[str]:
    """Each part of a conjunction by what the sample points show of its sign; equal: what shows an equivalence."""
    lines, values = substitutions(theorem.hypotheses, theorem.equations)
    goals = list(theorem.conclusion.args) if theorem.conclusion.head == "and" else [theorem.conclusion]
    facts = [settled(item, values) for item in theorem.hypotheses]
    found = [*introduced(theorem, samples), *lines]
    shown = [settled(goal, values) for goal in goals]
    for number, goal in enumerate(shown):
        if goal.head in ("lt", "le", "gt", "ge", "ne"):
            body = guided(goal, samples, facts)
        elif goal.head == "iff":
            body = equal(*goal.args, samples, facts)
        elif goal.head == "eq":
            body = script(plain(goal.args[0]), plain(goal.args[1]), samples, facts)
        else:
            body = ["solve [ timeout 15 inequality ]."]
        found.append(f"assert (part_{number} : {text(goal)}).")
        found.append("{ " + "\n  ".join(body) + " }")
        facts.append(goal)
    return [*found, "split_all; assumption."]


def _equivalence(theorem: Theorem, samples: Sequence[dict]) -> list[str]:
    lines, _ = substitutions(theorem.hypotheses, theorem.equations)
    return [*introduced(theorem, samples), *lines,
            "unfold_functions; branches; known_moduli; try known_roots; split_all; solve [ timeout 20 equivalence ]."]
