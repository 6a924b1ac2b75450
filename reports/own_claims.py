"""Claims by id, from the paper that an id names or from files of a user's own, `claims_*.py`, without importing every paper."""

from __future__ import annotations

import importlib.util
import re
import sys
from importlib import import_module
from pathlib import Path

from derivations.language import REGISTRY, Claim, RederiveError, Registry

PATTERN = "claims_*.py"
_SPEAKS = re.compile(r"^\s*(from|import)\s+derivations\b", re.MULTILINE)


def find(claim_id: str) -> tuple[Claim, Registry]:
    """The claim of an id and the register it is in; UnknownClaim names the nearest ones."""
    from derivations import papers

    paper = claim_id.partition("/")[0]
    if claim_id not in REGISTRY and paper in papers.PAPERS:
        import_module(f"derivations.{paper}")
    registry = REGISTRY if claim_id in REGISTRY else papers.load()
    return registry[claim_id], registry


def is_claims_file(path: Path) -> bool:
    """Whether a file named `claims_*.py` speaks of this library; other projects have files of that name too."""
    try:
        return Path(path).match(PATTERN) and _SPEAKS.search(Path(path).read_text("utf-8")) is not None
    except (OSError, UnicodeDecodeError):
        return False


def load_claims_file(path) -> tuple[Claim, ...]:
    """The claims that a file registers, in its order; it is imported once, and may import its neighbours."""
    path = Path(path).resolve()
    if not path.is_file():
        raise RederiveError(f"no file of claims at {path}")
    name = path.stem
    known = sys.modules.get(name)
    if known is not None and Path(getattr(known, "__file__", None) or "").resolve() != path:
        name = "rederive_own_" + re.sub(r"\W", "_", str(path.with_suffix("")))
    module = sys.modules.get(name) or _imported(name, path)
    return tuple(value.claim for value in vars(module).values()
                 if isinstance(getattr(value, "claim", None), Claim) and value.__module__ == name)


def _imported(name: str, path: Path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    before = {claim.id for claim in REGISTRY}
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
        REGISTRY.close()
        return module
    except BaseException as error:
        del sys.modules[name]
        for claim_id in [claim.id for claim in REGISTRY if claim.id not in before]:
            REGISTRY.remove(claim_id)
        if isinstance(error, Exception):
            told = str(error) if isinstance(error, RederiveError) else f"{type(error).__name__}: {error}"
            raise RederiveError(f"{path.name} cannot be imported: {told}") from error
        raise
    finally:
        sys.path.remove(str(path.parent))
