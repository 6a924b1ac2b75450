"""Scripts that refute a rate: straight paths through a point with the flow's velocity there, along which the quantity changes otherwise.

Under gradient flow the velocity is minus learning rate times slope of the loss; a slope is unique, so that a straight path follows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .derivatives import derivative
from .refutations import Point, completed
from .terms import Term, app, num, put, text, var
from .theorems import Theorem


def rate_refutation(theorem: Theorem, point: Mapping[str, str]) -> str:
    """The script for the negation; point: the value of each variable as Coq text. Raises NoScript."""
    motion = theorem.motion
    assert motion is not None
    slopes = {name: derivative(motion.loss, {name: num(1)}) for name in motion.learning} if motion.loss is not None else {}
    velocities = {**motion.velocities, **{name: app("mul", app("opp", motion.learning[name]), slope) for name, slope in slopes.items()}}
    change = derivative(motion.quantity[0], velocities)
    binders = [(name, "R" if kind == "R -> R" else kind) for name, kind in theorem.binders if name != motion.time]
    said = app("eq", motion.rate[0], change)
    flat = replace(theorem, binders=binders, hypotheses=motion.pointwise, conclusion=said, motion=None)
    work = Point(flat, completed(flat, point))
    paths = [name for name, kind in theorem.binders if kind == "R -> R"]
    lines = ["intro H.", *_paths(theorem, work, velocities, paths)]
    starts = "".join(f" rewrite ?Z_{name}." for name in paths)
    known = starts.replace(".", ";")
    lines += _slopes(theorem, work, slopes, paths, known)
    given = {**work.given, **{name: f"path_{name}" for name in paths}, motion.time: "0"}
    lines.append(f"specialize (H {' '.join(given[name] for name, _ in theorem.binders)}).")
    ways = [*(f"exact G_{name}" for name in slopes), "(intro; reflexivity)", f"({known} first [assumption | number | known_signs; number])"]
    lines += [f"match type of H with ?A -> _ => let a := fresh in assert (a : A) by first [{' | '.join(ways)}]; "
              "specialize (H a); clear a end." for _ in theorem.hypotheses]
    body = _along(work, motion.quantity[0], paths, "s")
    lines.append(f"assert (L : is_derive (fun s : R => {body}) 0 ({text(work.at(change))})) by (eapply D_is; [ derive; cbv beta;{known} "
                 f"first [assumption | numeric] | cbv beta;{known} reflexivity ]).")
    lines.append("assert (E := eq_trans (eq_sym (is_derive_unique _ _ _ H)) (is_derive_unique _ _ _ L)).")
    lines.append("cbv beta in E." + "".join(f" rewrite ?Z_{name} in E." for name in paths) + " clear -E.")
    return "Proof.\n" + "\n".join([*lines, *work.absurd(work.at(said), "E")]) + "\nQed.\n"


def _along(work: Point, term: Term, paths: list[str], at: str) -> str:
    """The term where what moves is on its path at a time, and all else has its value."""
    return text(work.at(put(term, {var(name): app("raw", f"path_{name} {at}") for name in paths})))


def _paths(theorem: Theorem, work: Point, velocities: Mapping[str, Term], paths: list[str]) -> list[str]:
    """Lines for the paths: of the states straight ones, of abbreviations what follows; each with its value at the start."""
    values, lines = dict(theorem.equations), []
    states = [name for name in paths if name in velocities]
    for name in states:
        speed, start = text(work.at(velocities[name])), work.given[name]
        lines.append(f"pose (path_{name} := fun s : R => {start} + s * ({speed})).")
        lines.append(f"assert (Z_{name} : path_{name} 0 = {start}) by (unfold path_{name}; ring).")
        lines.append(f"assert (V_{name} : is_derive path_{name} 0 ({speed})) by (unfold path_{name}; eapply D_is; "
                     "[ derive | cbv beta; ring ]).")
    done = list(states)
    for name in (name for name, _ in theorem.equations if name in paths and name not in states):
        lines.append(f"pose (path_{name} := fun s : R => {_along(work, values[name], done, 's')}).")
        starts = "".join(f" rewrite ?Z_{other};" for other in reversed(done))
        lines.append(f"assert (Z_{name} : path_{name} 0 = {work.given[name]}) by (unfold path_{name};{starts} reflexivity).")
        done.append(name)
    return lines


def _slopes(theorem: Theorem, work: Point, slopes: Mapping[str, Term], paths: list[str], known: str) -> list[str]:
    """Lines that show that each straight path follows the gradient of the loss."""
    motion, lines = theorem.motion, []
    assert motion is not None
    for name, slope in slopes.items():
        loss = put(motion.loss, {var(name): var("z__")})
        others = [other for other in paths if other != name]
        function = f"(fun z__ : R => {_along(work, loss, others, '0')})"
        lines.append(f"assert (S_{name} : is_derive {function} (path_{name} 0) ({_along(work, slope, paths, '0')})) by (eapply D_is; "
                     f"[ derive; cbv beta;{known} first [assumption | numeric] | cbv beta; reflexivity ]).")
        learning = _along(work, motion.learning[name], paths, "0")
        lines.append(f"assert (G_{name} : forall g__ : R, is_derive {function} (path_{name} 0) g__ -> is_derive path_{name} 0 "
                     f"(- ({learning}) * g__)).")
        lines.append("{ intros g__ D__. assert (E__ := eq_trans (eq_sym (is_derive_unique _ _ _ D__)) "
                     f"(is_derive_unique _ _ _ S_{name})). subst g__.{known.replace(';', '.')} exact V_{name}. }}")
    return lines
