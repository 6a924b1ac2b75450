"""A claim about every whole number from a start on: sequences by their recursion, and what holds at every number, by induction.

The theorem supposes the first value of each sequence and how the next one follows, from the start on; what is claimed of a number stands
in the conclusion, with what it needs to have a value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from theoremtest.derivations.language import Equal, Induction

from .printing.proofs import asked_of, functions_of, goal_lines, letters_of
from .printing.steps import braced
from .printing.terms import Writer
from .reading import Unprintable, conditions, proposition, read
from .reasons import NoScript
from .sums import renamed
from .terms import app, conjunction, put, text, var
from .theorems import Theorem, setting, unique


def stated_induction(statement: Induction) -> Theorem:
    """The theorem. Raises Unprintable where a sequence is given by what has no value everywhere."""
    if statement.start < 0:
        raise Unprintable("start")
    place = setting(statement.on, statement.expressions(), sums=True, natural=(statement.over,))
    names, over = place.names, place.names(statement.over)
    told = f"({statement.start} <= {over})%nat"
    binders = [pair for pair in place.binders if pair[0] != over]
    hypotheses = [item for item in place.hypotheses if not (item.head == "raw" and f"<= {over})" in item.args[0])]
    firsts, steps = [], []
    for sequence, (first, following) in statement.sequences.items():
        here, value, after = (read(item, names) for item in (sequence, first, following))
        if conditions(value) or conditions(after):
            raise Unprintable("undefined")
        firsts.append(app("eq", renamed(here, over, f"{statement.start}%nat"), value))
        step = app("eq", renamed(here, over, f"({over} + 1)%nat"), after)
        steps.append(app("forall", f"{over} : nat", app("imp", app("raw", told), step)))
    said = [app("eq", read(part.left, names), read(part.right, names)) if isinstance(part, Equal) else proposition(part.relation, names)
            for part in statement.claims()]
    held = conjunction(unique([*(gap for item in said for gap in conditions(item)), *said]))
    conclusion = app("forall", f"{over} : nat", app("imp", app("raw", told), held))
    return Theorem(binders, [*hypotheses, *firsts, *steps], conclusion, names, "Induction", place.equations,
                   means=(over, statement.start, len(firsts), held))


def induction_proof(theorem: Theorem, tree: list, proofs: Sequence[dict]) -> str:
    """The script: the kernel's goals at the start, and those at the next number from what the recursion says of it. Raises NoScript."""
    over, _, count, held = theorem.means
    others = len(theorem.hypotheses) - 2 * count
    names = [f"C{i}" for i in range(others)] + [f"B{i}" for i in range(count)] + [f"N{i}" for i in range(count)]
    parts = held.args if held.head == "and" else (held,)
    pattern = f"K{len(parts) - 1}"
    for number in range(len(parts) - 2, -1, -1):
        pattern = f"[K{number} {pattern}]"
    asked, proofs = asked_of(tree, proofs)
    writer, shown = Writer(letters_of(theorem), functions_of(theorem)), {"start": list[str](), "step": list[str]()}
    for goal, proof in zip(asked, proofs):
        shown[goal.name] += goal_lines(writer, goal, proof, goal.hypotheses)
    plain = "rewrite ?plus_INR, ?mult_INR, ?INR_powers; cbn [INR]; "
    lines = [f"intros {' '.join(name for name, _ in theorem.binders)} {' '.join(names)}.",
             *(f"subst {name}." for name, _ in reversed(theorem.equations)), f"intros {over} Hle. induction Hle as [|{over} Hle IH].",
             *braced([f"sizes. {shown['start'][0]}", *shown["start"][1:], f"{plain}to_theorem."]),
             *braced([f"replace (S {over}) with ({over} + 1)%nat by lia. destruct IH as {pattern}." if len(parts) > 1 else
                      f"replace (S {over}) with ({over} + 1)%nat by lia. pose proof IH as K0.",
                      *(f"specialize (N{i} {over} Hle)." for i in range(count)), "sizes.", *shown["step"], f"{plain}to_theorem."])]
    return "Proof.\n" + "\n".join(lines) + "\nQed.\n"


def induction_witness(theorem: Theorem, given: Mapping[str, str], name: str) -> str:
    """The lemma that the hypotheses can hold, where one sequence is given: it is what the recursion makes of the parameters' values.

    Raises NoScript where there are more.
    """
    over, start, count, _ = theorem.means
    if count != 1:
        raise NoScript("witness")
    first, step = theorem.hypotheses[-2:]
    sequence, place = first.args[0].head, "k__"
    shown = dict(given)
    at = f"({place} + {start})%nat"
    after = put(renamed(step.args[1].args[1].args[1], over, at), {app(sequence, at): var("x__")})
    made = f"(fun n__ => nat_rect (fun _ => R) ({text(first.args[1])}) (fun {place} x__ => {text(after)}) (n__ - {start})%nat)"
    binders = [*(pair for pair in theorem.binders if pair[0] != sequence), (sequence, "nat -> R")]
    bound = "".join(f"exists {key} : {kind}, " for key, kind in binders)
    for key, value in shown.items():
        made = re.sub(rf"\b{re.escape(key)}\b", value, made)
    exists = "".join(f"exists {shown[key] if key != sequence else made}. " for key, _ in binders)
    steps = (f"intros {over} Hle; replace ({over} + 1 - {start})%nat with (S ({over} - {start})) by lia; cbn [nat_rect]; "
             f"replace ({over} - {start} + {start})%nat with {over} by lia; reflexivity")
    return (f"Lemma {name} : {bound}{text(conjunction(list(theorem.hypotheses)))}.\nProof.\n{exists}cbv beta.\n"
            f"split_all; first [ number | reflexivity | {steps} ].\nQed.\n")
