"""All benchmarks in one command: `python -m benchmarks [--quick]` writes reports/benchmarks.json and reports/benchmarks.md.

Each part is measured side by side in this one run; a part that fails is named in the file and loses no other figure.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("sympy", "mpmath", "numpy", "scipy", "python-flint", "numba", "torch", "scikit-learn", "diffrax", "torchdiffeq", "zarr",
            "distributed")


def trajectories(quick: bool) -> dict:
    """The trajectory solver beside SciPy and batched integrators."""
    from benchmarks.trajectories import run

    return run(quick)


def lambda_balanced(quick: bool) -> dict:
    """The lambda-balanced solver beside SciPy, diffrax and the factorisations that it needs."""
    from benchmarks.lambda_balanced import run

    return run(quick)


def features(quick: bool) -> dict:
    """Spectra of feature maps from samples beside SciPy's eigh of the kernel matrix."""
    from benchmarks.features import run

    return run(quick)


def diagonal_linear(quick: bool) -> dict:
    """The solver of diagonal linear networks beside SciPy at equal accuracy."""
    from benchmarks.diagonal_linear import run

    return run(quick)


def multilinear(quick: bool) -> dict:
    """Sums over skills beside plain summation."""
    from benchmarks.multilinear import run

    return run(quick)


def lazy_rich(quick: bool) -> dict:
    """The solver of the scalar network beside SciPy at equal accuracy."""
    from benchmarks.lazy_rich import run

    return run(quick)


def claim_kernels(quick: bool) -> dict:
    """Kernels of claims beside SymPy's lambdify."""
    from benchmarks.claim_kernels import run

    return run(quick)


def backends(quick: bool) -> dict:
    """The solvers on each backend beside the one that they choose."""
    from benchmarks.backends import run

    return run(quick)


def integrator(quick: bool) -> dict:
    """The high-precision integrator beside mpmath.odefun."""
    from benchmarks.integrator import run

    return run(1 if quick else 5)


def engine(quick: bool) -> dict:
    """The exact engine beside SymPy's own tools."""
    from benchmarks.engine import run

    return run(6 if quick else 1)


def certificates(quick: bool) -> dict:
    """What the ledger says of certificates, and Coq's kernel beside the exact engine, over each 20th claim."""
    from benchmarks.certificates import recorded, run

    return {"in_the_ledger": recorded(), **run(160 if quick else 20)}


def identities(quick: bool) -> dict:
    """The exact engine beside SymPy's own tools, over identities that others collected and their wrong twins."""
    from benchmarks.identities import run

    return run(15 if quick else 1)


def manuscripts(quick: bool) -> dict:
    """Numbered displays as papers print them: how many are read, and judged as the ledger judges the printed statement."""
    from benchmarks.manuscripts import run
    from benchmarks.manuscripts_held_out import counts

    found = run(quick)
    del found["rows"]
    return {**found, "foreign displays": counts()}


def sweeps(quick: bool) -> dict:
    """Phase diagrams on the closed forms, by one and two workers, and what handing out work costs."""
    from benchmarks.sweeps import run

    return run(quick)


def verification(quick: bool) -> dict:
    """The whole verification, cold and after an edit; it has no smaller size."""
    from benchmarks.verification import run

    return run()


def gradient_flow(quick: bool) -> dict:
    """The gradient-flow route beside batched integrators on a GPU; on a CPU only small batches."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "figures.json"
        small = ["--quick"] if quick or not _cuda() else []
        command = [sys.executable, str(ROOT / "benchmarks" / "gradient_flow_gpu.py"), "--out", str(out), *small]
        subprocess.run(command, check=True, capture_output=True)
        return json.loads(out.read_text(encoding="utf-8"))


def closed_forms(quick: bool) -> dict:
    """The solvers' kernels on a GPU beside its memory's bandwidth."""
    from benchmarks.kernels_gpu import run

    return run(quick)


def training(quick: bool) -> dict:
    """Training experiments at the papers' sizes on a GPU."""
    from benchmarks.training_gpu import run

    return run(quick)


def _cuda() -> bool:
    from theoremtest.numerics.torch_backend import available

    return available().state == "cuda"


def scale(quick: bool) -> dict:
    """Commands that read a ledger, over as many claims as a large library has."""
    from benchmarks.scale import run

    return run((1000, 4000)) if quick else run()


PARTS = {"trajectories": trajectories, "lambda-balanced": lambda_balanced, "diagonal linear": diagonal_linear, "lazy to rich": lazy_rich,
         "multilinear": multilinear, "kernels of claims": claim_kernels, "backends": backends, "features": features,
         "integrator": integrator, "exact engine": engine, "identities of others": identities, "certificates": certificates,
         "manuscripts": manuscripts, "sweeps": sweeps, "scale": scale, "verification": verification, "gradient flow": gradient_flow,
         "closed forms on a GPU": closed_forms, "training on a GPU": training}
FOREIGN = "foreign"
"""Problem sets of others: no part of a whole run, as they lie where the caller says."""
ON_GPU = ("gradient flow", "closed forms on a GPU", "training on a GPU")
"""Parts whose figures of a GPU are kept where there is none."""


def machine() -> dict:
    """Where and with what the figures were taken."""
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = "not installed"
    model = next((line.split(":", 1)[1].strip() for line in _cpuinfo() if line.startswith("model name")), platform.processor())
    return {"processor": model, "vectors": _vectors(), "cores": os.cpu_count(), "system": platform.system(),
            "python": platform.python_version(), "load_at_start": round(os.getloadavg()[0], 2), "versions": versions,
            "date": datetime.date.today().isoformat()}


def _vectors() -> str:
    """The widest vector instructions, on which NumPy's exponentials depend as much as on the processor."""
    words = {word for line in _cpuinfo() if line.startswith("flags") for word in line.split()}
    return next((name for name in ("avx512f", "avx2", "avx") if name in words), "not known")


def _cpuinfo() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def markdown(record: dict) -> str:
    """The record as nested lists, figures rounded for reading."""
    lines = ["# Benchmarks", "", "Written by `python -m benchmarks`; ratios are taken side by side in one run. Where a goal is missed the "
             "entry says by how much.", ""]
    for title, part in record.items():
        lines += [f"## {title}", "", *_items(part, 0), ""]
    return "\n".join(lines)


def _items(value, depth: int) -> list[str]:
    pad = "  " * depth
    lines = []
    pairs = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for key, item in pairs:
        label = "" if key is None else f"{key}: "
        if isinstance(item, dict) and all(not isinstance(v, dict | list) for v in item.values()):
            lines.append(f"{pad}- {label}" + ", ".join(f"{k} {_figure(v)}" for k, v in item.items()))
        elif (
            isinstance(item, dict | list)
            and item
            and any(isinstance(v, dict | list) for v in (item.values() if isinstance(item, dict) else item))
        ):
            lines += [f"{pad}- {label.rstrip(': ')}", *_items(item, depth + 1)]
        elif isinstance(item, list):
            lines.append(f"{pad}- {label}" + ", ".join(_figure(v) for v in item))
        else:
            lines.append(f"{pad}- {label}{_figure(item)}")
    return lines


def _figure(value) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _title(name: str) -> str:
    """The title of a part that is named by it, or by the function that measures it."""
    return next((title for title, part in PARTS.items() if part.__name__ == name), name)


def _foreign(parser: argparse.ArgumentParser, console: Console, options: argparse.Namespace) -> None:
    """Sets of others, which lie where the caller says; the figures of sets that are not there are kept."""
    from benchmarks.foreign.run import page, run

    target = ROOT / "reports" / "foreign.json"
    record = json.loads(target.read_text()) if target.exists() else {}
    here = machine()
    try:
        for title, counts in run(options.set, options.limit, options.sample, options.seed,
                                 seen=lambda line: console.print(line, markup=False, highlight=False)):
            record[title] = {**counts, "machine": here}  # each set at once: a run takes hours
            target.write_text(json.dumps(record, indent=1) + "\n")
            target.with_suffix(".md").write_text(page(record) + "\n")
    except ValueError as error:
        parser.error(str(error))
    console.print(f"written: {target.name}, {target.with_suffix('.md').name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller batches and samples")
    parser.add_argument("--only", choices=[*PARTS, FOREIGN], type=_title, help="one part, by title or module; the others' figures are kept")
    parser.add_argument("--set", type=Path, metavar="PATH", help=f"with --only {FOREIGN}: a folder with checkouts of problem sets")
    parser.add_argument("--limit", type=float, default=10.0, help="with --set: seconds of processor time of a solver on a problem")
    parser.add_argument("--sample", type=int, help="with --set: problems of each set; all of them if it is not given")
    parser.add_argument("--seed", type=int, default=1, help="with --set: draws the sample")
    options = parser.parse_args()
    console = Console(stderr=True)
    if (options.only == FOREIGN) is not (options.set is not None):
        parser.error(f"--only {FOREIGN} and --set PATH go together: PATH is a folder with checkouts of the sets")
    if options.set:
        _foreign(parser, console, options)
        return
    target = ROOT / "reports" / "benchmarks.json"
    before = json.loads(target.read_text()) if target.exists() else {}
    if options.only in ON_GPU and options.only in before and not _cuda():
        parser.error(f"{options.only}: its figures are of a GPU, and there is none here; run its module by itself for a look")
    record = before if options.only else {}
    here = machine()
    alone = record.setdefault("machine", here) is not here  # then the other figures are from another run, and its machine stays theirs
    for name, part in PARTS.items():
        if options.only is None and name in ON_GPU and name in before and not _cuda():
            record[name] = before[name]
        elif options.only in (None, name):
            console.print(f"measuring: {name}")
            try:
                record[name] = {**part(options.quick), **({"machine": here} if alone else {})}
            except Exception as error:  # one part's failure must not lose the others' figures
                record[name] = {"failed": f"{type(error).__name__}: {error}"}
    target.write_text(json.dumps(record, indent=1) + "\n")
    target.with_suffix(".md").write_text(markdown(record) + "\n")
    console.print(f"written: {target.name}, {target.with_suffix('.md').name}")


if __name__ == "__main__":
    main()
