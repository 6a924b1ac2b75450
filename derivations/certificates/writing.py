"""The Coq text of a decided part: the theorem or its negation, a lemma that the hypotheses can hold, and the proof of each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from theoremtest.derivations.language import Equal, Expectation, Induction, Limit, Scales, Statement

from .counts import mean_proof, stated_mean
from .inductions import induction_proof, induction_witness, stated_induction
from .integrals import has_integrals, integral_proof, stated_integrals
from .limits_stated import stated_limit, stated_order
from .printing.proofs import point_of, printed_proof
from .reading import Unprintable
from .reasons import NoScript
from .refutations import LARGE, constant, refutation, slopes_exist
from .refuted_limits import printed_refutation
from .refuted_rates import rate_refutation
from .samples import at_point, exact
from .scripted import Scripted, Witness
from .slopes import nested
from .sums import has_sums
from .terms import Term, conjunction, put, text
from .theorems import Theorem, theorem_of, values_of

__all__ = ["NoScript", "Part", "Unprintable", "definitions", "part_of", "prelude"]


SHOWN = ("cbv beta; repeat split; lazymatch goal with |- ex_derive _ _ => first [ apply ex_derive_const | "
         "apply (ex_derive_ext (fun _ : R => 0)); [ intro; symmetry; apply Derive_const | apply ex_derive_const ] ] | |- _ => number end.")
"""Shows hypotheses at functions that are constant."""
PRINTERS = {"Expectation": mean_proof, "Induction": induction_proof, "Integral": integral_proof}
"""What prints a proof of a kind that is not written line by line alone."""
PRELUDE = "theoremtest", "sums", "integrals", "printed", "ends"
"""Its files, in order."""


@cache
def prelude() -> str:
    """The file that every certificate starts with."""
    return "\n".join((files(__package__) / f"{name}.v").read_text("utf-8") for name in PRELUDE)


@cache
def definitions() -> str:
    """The part of that file on which the meaning of a theorem rests."""
    return prelude().partition("(* ---- functions in exponentials")[0]


@dataclass
class Part(Scripted):
    """A theorem of one part of a claim; says: `proved`, or `refuted` for its negation."""

    theorem: Theorem
    says: str
    points: Sequence[Mapping]
    """Points of the domain, exact: candidates at which the hypotheses hold."""
    witness: Witness | None = None

    @property
    def stated(self) -> str:
        """The proposition: that of the part, or its negation."""
        said = self.theorem.statement()
        return said if self.says == "proved" else f"~ ({said})"

    @property
    def digest(self) -> str:
        """A digest of what is stated and of the definitions that it rests on: the same text says the same, whatever proves it."""
        return hashlib.sha256((definitions() + self.stated).encode()).hexdigest()

    def theorem_text(self, name: str) -> str:
        """The theorem's own lines, without a proof."""
        return f"Theorem {name} : {self.stated}.\n"

    def whole(self, name: str, script: str) -> str:
        """The theorem with one of its scripts."""
        return self.theorem_text(name) + script

    def from_witness(self) -> str:
        if self.witness is None:
            raise NoScript("no-witness")
        theorem, (tree, proofs) = self.theorem, self.witness
        if self.says == "proved":
            return PRINTERS.get(theorem.kind, printed_proof)(theorem, tree, proofs)
        if theorem.kind == "Limit" and "proofs" in proofs[0]:
            return printed_refutation(theorem, tree, proofs[0])
        if "point" not in proofs[0] or theorem.kind in ("Limit", "Induction", "Integral"):
            raise NoScript("contrary" if "point" in proofs[0] else "point")
        along = theorem.motion is not None and theorem.kind != "Solves"
        return (rate_refutation if along else refutation)(theorem, exact(theorem, point_of(theorem, proofs[0]["point"])))

    @property
    def supposes(self) -> bool:
        """Whether the theorem has hypotheses; a refutation shows itself that they can hold."""
        return self.says == "proved" and bool(self._supposed)

    @property
    def _supposed(self) -> Sequence[Term]:
        """The hypotheses on one point."""
        motion = self.theorem.motion
        return motion.pointwise if motion is not None else self.theorem.hypotheses

    def witnesses(self, name: str) -> Iterator[str]:
        """Lemmas, with proofs, that the hypotheses hold at some point; one for each point that is known, none where nothing is supposed."""
        theorem = self.theorem
        supposed = self._supposed
        free = {name for name, kind in theorem.binders if kind == "R -> R"} if theorem.motion is None else set()
        names = [(key, "R" if kind == "R -> R" and key not in free else kind) for key, kind in theorem.binders]
        if theorem.motion is not None and theorem.kind != "Solves":
            names = [pair for pair in names if pair[0] != theorem.motion.time]
        if not supposed:
            return
        bound = "".join(f"exists {key} : {kind}, " for key, kind in names)
        arrays = {key: kind for key, kind in names if kind.endswith("-> R")}
        for given in [*(exact(theorem, point) for point in self.points), *(_small(names, size) for size in ((1, 2, 3) if arrays else ()))]:
            given |= {key: f"({constant(kind)})" for key, kind in arrays.items()}
            named = "".join(f"pose ({key} := {given[key]}). " for key, _ in names if key in given) if arrays and theorem.equations else ""
            for key, value in theorem.equations:
                given[key] = f"({text(value if arrays else put(value, at_point(theorem, given)))})"
            if theorem.kind == "Induction" and all(key in given for key, _ in names):
                yield induction_witness(theorem, given, name)
            elif all(key in given for key, _ in names):
                shown = named + "".join(f"exists {given[key]}. " for key, _ in names)
                shown += f"subst {' '.join(key for key, _ in names if f'({key} :=' in named)}." if named else ""
                added = "unfold total; cbn [total_of Nat.sub]; cbv beta; " if has_sums(theorem) else ""
                large = any(kind == "nat" and int(given[key].removesuffix("%nat")) >= LARGE for key, kind in names)
                added += "written_numbers; " if large else ""
                number = f"{added}number"
                if any(item.head == "every" for item in supposed):
                    number = f"split_all; first [ solve [intros; apply lt_0_INR; lia] | ({number}) ]"
                lines = SHOWN if free else slopes_exist(theorem, supposed, given) if nested(supposed) else f"{number}."
                yield f"Lemma {name} : {bound}{text(conjunction(list(supposed)))}.\nProof.\n{shown}\n{lines}\nQed.\n"


def _small(names: Sequence[tuple[str, str]], size: int) -> dict[str, str]:
    """Every size and every number the same."""
    return {key: f"{size}{'' if kind == 'R' else '%' + kind}" for key, kind in names if kind in ("R", "nat", "Z")}


def _theorem(statement: Statement, says: str) -> Theorem:
    if isinstance(statement, Limit):
        return stated_limit(statement, says)
    if isinstance(statement, Equal) and has_integrals(statement):
        return stated_integrals(statement)
    if isinstance(statement, Induction):
        return stated_induction(statement)
    if isinstance(statement, Expectation):
        return stated_mean(statement)
    if isinstance(statement, Scales) and says == "proved":
        return stated_order(statement)
    return theorem_of(statement)


def part_of(statement: Statement, says: str, points: Sequence[Mapping]) -> Part:
    """The Coq form of one part; says: `proved`, `refuted`, or `undefined`, refuted where a side has no value. Raises Unprintable where
    there is no faithful one."""
    try:
        if says == "undefined":
            return Part(values_of(statement), "refuted", points)
        return Part(_theorem(statement, says), says, points)
    except RecursionError:
        raise Unprintable("size") from None
