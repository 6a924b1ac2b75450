"""One look at a document as it stands in an editor: its places, and what is found of those that were not seen before, as far as a short
time reaches; what takes longer is asked for by name. Answers are plain data. Nothing is written but by `accept`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.proof.deadline import OutOfTime, alarm
from theoremtest.reports.assistant.places import place_of
from theoremtest.reports.files import in_one_line

from . import displays, programs
from .findings import NOT_NOW, NOTE, UNDECIDED, Found, found
from .spots import BY_NUMBERS, CHEAP, EXACTLY, Asked, Judge, Spot

IN_PASSING = 0.6
"""Seconds after which a look answers with what it has, and is asked again for the rest."""


def answer(tool: str, arguments: Mapping[str, Any], root: Path) -> dict:
    """What a call answers. Raises nothing: a mistake is one line, and a defect of the program says that it is one."""
    try:
        return {"error": "", **{"look": _look, "accept": _accept}[tool](arguments)}
    except (TheoremtestError, OutOfTime) as error:
        return {"error": str(error)}
    except OSError as error:
        return {"error": in_one_line(error)}
    except Exception as error:  # nothing is said of the document
        return {"error": f"a defect of this program, {type(error).__name__}: {str(error)[:200]}"}


def _look(asked: Mapping[str, Any]) -> dict:
    path = Path(asked["path"]).resolve()
    place = place_of(path.parent)
    open_here = {Path(name).resolve(): text for name, text in asked.get("unsaved", {}).items()}
    reader = programs if path.suffix == ".py" else displays
    spots, judge = reader.spots_of(path, {**open_here, path: asked["text"]}, place)
    wanted, known = asked.get("only"), set(asked.get("known", ()))
    how = Asked(place, asked.get("seconds", CHEAP), BY_NUMBERS if wanted else EXACTLY, asked.get("programs", True),
                asked.get("needs", False))
    began, answers = time.monotonic(), {}
    for spot in spots if asked.get("judging", True) else ():
        if spot.key in answers or (spot.key not in wanted if wanted else spot.key in known):
            continue
        answers[spot.key] = _judged(judge, spot, how)
        if not wanted and time.monotonic() - began > IN_PASSING:
            break
    left = sum(spot.key not in known and spot.key not in answers for spot in spots) if not wanted else 0
    return {"spots": [spot.as_json() for spot in spots], "found": answers, "left": left}


def _judged(judge: Judge, spot: Spot, how: Asked) -> Found:
    """What is found of a place within its time."""
    try:
        with alarm(2 * how.seconds):
            return judge(spot, how)
    except (OutOfTime, RecursionError, MemoryError) as error:
        late = how.routes == EXACTLY
        why = NOT_NOW if late else str(error) or type(error).__name__
        return found(UNDECIDED, "undecided", f"{spot.id}: {why}", NOTE, hover=[f"**{spot.id}** {why}"], to_come=late)


def _accept(asked: Mapping[str, Any]) -> dict:
    """Take the claims as they stand on disk over into the ledger, as `theoremtest accept` does."""
    from theoremtest.reports.edits.accept import accept
    from theoremtest.reports.workspace import Workspace

    place = Workspace.here(Path(asked["path"]).resolve().parent)
    if not place.personal:
        raise TheoremtestError(f"no claims of your own in {place.root}")
    done = accept(place)
    if done.reasons:
        return {"message": f"refused: {'; '.join(done.reasons[:3])}", "refused": True}
    return {"message": f"{'the baseline is written' if done.written else 'the baseline is as it was'}; claims decided again: "
            f"{len(done.examined)}", "refused": False}
