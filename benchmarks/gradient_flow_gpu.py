"""Gradient flow of 10^5 networks and more on a GPU: agreement with the CPU, and speed beside torchdiffeq and diffrax on the same device.

One command, `python benchmarks/gradient_flow_gpu.py`, prints a table and writes a JSON. Every figure is taken in a process
of its own, so that one that fails, runs out of memory or is not installed costs no other. `--quick` shrinks all batches.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.measured import judged  # noqa: E402  found by the line above

TIMES = np.linspace(0.0, 5.0, 11)
RTOL, ATOL = 1e-10, 1e-12
SAMPLE = 200  # networks whose results are compared between runs, the first of every batch
BUDGET = 330.0  # seconds for everything
LIMIT = 75.0  # seconds for one figure

CASES = {
    "single neuron, d = 4": {"sizes": {"d": 4}, "rates": {"a": 1.0, "w": 0.5}},
    "two-layer linear, 4-3-2": {"sizes": {"d": 4, "h": 3, "c": 2}, "rates": {"W": 0.5, "A": 1.0}},
}


def problem(case: str, batch: int):
    """The network, initial parameters (the first ones of a larger batch are those of a smaller), whitened X, and y."""
    from theoremtest.numerics.training.networks import single_neuron, two_layer

    network = single_neuron() if case.startswith("single") else two_layer(vector_output=True)
    generator = np.random.default_rng(0)
    X, _ = np.linalg.qr(generator.standard_normal((10, 4)))
    y = generator.standard_normal((10, 2)[: 1 + len(network.outputs)])
    drawn = np.random.default_rng(1)
    sizes = [tuple(CASES[case]["sizes"][dim] for dim in dims) for dims in network.layers.values()]
    flat = drawn.standard_normal((batch, sum(int(np.prod(size)) for size in sizes)))
    params, start = {}, 0
    for name, size in zip(network.layers, sizes):
        width = int(np.prod(size))
        params[name] = flat[:, start : start + width].reshape(batch, *size)
        start += width
    return network, params, X, y


# -- one figure, in its own process ------------------------------------------------------------------------------------------


def settled(device):
    """Wait for the device: its work is handed over, not awaited."""
    if device == "cuda":
        import torch

        torch.cuda.synchronize()


def measure_theoremtest(case, batch, device, rtol=RTOL, atol=ATOL, fused=False, cuda_graph=False, repeat=True):
    import torch

    from theoremtest.numerics.integrate.runge_kutta import Integration
    from theoremtest.numerics.training.cuda_graph import Replayed
    from theoremtest.numerics.training.fused import FusedIntegration
    from theoremtest.numerics.training.gradient_flow import CHUNK, flow
    from theoremtest.numerics.training.problem import pose

    network, params, X, y = problem(case, batch)
    rates = CASES[case]["rates"]

    def go(count):
        some = {name: value[:count] for name, value in params.items()}
        return flow(network, some, X, y, TIMES, rates, rtol=rtol, atol=atol, device=device, cuda_graph=cuda_graph, fused=fused)

    began = time.perf_counter()
    if repeat:
        go(min(batch, 1000))  # set-up of the device and its libraries, and compilation
    first = time.perf_counter() - began
    began = time.perf_counter()
    run = go(batch)
    seconds = time.perf_counter() - began
    sample = np.concatenate([value[:SAMPLE].reshape(min(batch, SAMPLE), len(TIMES), -1) for value in run.parameters.values()], -1)
    tried = run.steps + run.rejected
    figures = {"seconds": seconds, "first_call_seconds": first, "network_steps": int(tried.sum()), "most_steps": int(tried.max())}

    posed, state, _ = pose(network, params, X, y, rates, "half_sum", torch.device(device))
    pieces = [slice(place, min(place + CHUNK[device], batch)) for place in range(0, batch, CHUNK[device])]
    settled(device)
    began = time.perf_counter()
    kept = []  # results stay on the device
    for piece in pieces:
        systems = posed.rows(piece)
        way = FusedIntegration if fused else Integration
        integration = way(Replayed(systems) if cuda_graph else systems, state[piece], TIMES, rtol=rtol, atol=atol, method_name="dop853",
                          max_steps=100_000)
        while integration.advance():
            pass
        kept.append(integration.out)
    settled(device)
    return figures | {"device_seconds": time.perf_counter() - began}, sample


def measure_torchdiffeq(case, batch, device):
    import torch
    from torchdiffeq import odeint

    from theoremtest.numerics.training.problem import pose

    network, params, X, y = problem(case, batch)
    posed, state, _ = pose(network, params, X, y, CASES[case]["rates"], "half_sum", torch.device(device))
    calls = [0]

    def velocity(t, theta):
        calls[0] += 1
        return posed.velocity(theta)

    def go(theta):
        times = torch.as_tensor(TIMES, device=device)
        with torch.no_grad():
            return odeint(velocity, theta, times, rtol=RTOL, atol=ATOL, method="dopri8")

    if batch > 1000:
        go(state[:1000])
    settled(device)
    calls[0] = 0
    began = time.perf_counter()
    out = go(state)
    settled(device)
    there = time.perf_counter() - began
    out = out.transpose(0, 1).cpu().numpy()
    seconds = time.perf_counter() - began
    steps = calls[0] // 13  # the stages of its Dopri8; all networks take the same steps
    return {"seconds": seconds, "device_seconds": there, "network_steps": steps * batch, "most_steps": steps}, out[:SAMPLE]


def measure_diffrax(case, batch, device):
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    jax.config.update("jax_enable_x64", True)
    import diffrax
    import jax.numpy as jnp

    backend = jax.default_backend()
    if (device == "cuda") != (backend == "gpu"):
        raise RuntimeError(f"JAX runs on {backend!r} here, the comparison is on {device!r}")
    network, params, X, y = problem(case, batch)
    rates, times = CASES[case]["rates"], jnp.asarray(TIMES)
    x, target = jnp.asarray(X), jnp.asarray(y)

    def loss(p):  # the same forward function: it uses nothing but array operators
        return 0.5 * jnp.sum((network.forward(p, x) - target) ** 2)

    def velocity(t, p, args):
        return {name: -rates[name] * slope for name, slope in jax.grad(loss)(p).items()}

    def one(p):
        solution = diffrax.diffeqsolve(
            diffrax.ODETerm(velocity),
            diffrax.Dopri8(),
            t0=0.0,
            t1=float(TIMES[-1]),
            dt0=None,
            y0=p,
            saveat=diffrax.SaveAt(ts=times),
            stepsize_controller=diffrax.PIDController(rtol=RTOL, atol=ATOL),
            max_steps=100_000,
        )
        return solution.ys, solution.stats["num_steps"]

    solve = jax.jit(jax.vmap(one))
    begin = {name: jnp.asarray(value) for name, value in params.items()}
    began = time.perf_counter()
    jax.block_until_ready(solve(begin))
    first = time.perf_counter() - began
    began = time.perf_counter()
    ys, steps = jax.block_until_ready(solve(begin))
    there = time.perf_counter() - began
    ys = {name: np.asarray(value) for name, value in ys.items()}
    seconds = time.perf_counter() - began
    sample = np.concatenate([ys[name][:SAMPLE].reshape(min(batch, SAMPLE), len(TIMES), -1) for name in params], -1)
    steps = np.asarray(steps)
    return {
        "seconds": seconds,
        "device_seconds": there,
        "first_call_seconds": first,
        "network_steps": int(steps.sum()),
        "most_steps": int(steps.max()),
    }, sample


MEASURES = {"theoremtest": measure_theoremtest, "torchdiffeq": measure_torchdiffeq, "diffrax": measure_diffrax}


def child(task: dict) -> None:
    """The figures of one task for each of its batches, which share what is compiled."""
    arguments = {key: task[key] for key in ("case", "device", "rtol", "atol", "fused", "cuda_graph", "repeat") if key in task}
    for batch, sample in zip(task["batches"], task["samples"]):
        figures, found = MEASURES[task["tool"]](batch=batch, **arguments)
        np.save(sample, found)
        print("\nFIGURES " + json.dumps(figures | {"batch": batch}), flush=True)


# -- all of them -----------------------------------------------------------------------------------------------------------------


def run_task(task: dict, seconds: float) -> list[dict]:
    """The figures of one task, batch by batch, or {"failed": why} for those that it did not come to."""
    needed = {"torchdiffeq": "torchdiffeq", "diffrax": "diffrax"}.get(task["tool"])
    if needed and importlib.util.find_spec(needed) is None:
        return [{"batch": batch, "failed": f"{needed} is not installed"} for batch in task["batches"]]
    if seconds < 5:
        return [{"batch": batch, "failed": "not run: the time for the whole benchmark is spent"} for batch in task["batches"]]
    command = [sys.executable, str(Path(__file__).resolve()), "--child", json.dumps(task)]
    done = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        out, error = done.communicate(timeout=seconds)
        lines = [line for line in error.splitlines() if line.strip()]
        why = lines[-1][:300] if lines else f"exit status {done.returncode} without a message"
    except subprocess.TimeoutExpired:
        done.kill()
        out, _ = done.communicate()
        why = f"stopped after {seconds:.0f} s"
    found = [json.loads(line.removeprefix("FIGURES ")) for line in out.splitlines() if line.startswith("FIGURES ")]
    return found + [{"batch": batch, "failed": why} for batch in task["batches"][len(found) :]]


def plan(quick: bool, cuda: bool) -> list[dict]:
    """The figures to take. Should the time run out, it is the last that are lost."""
    small = 200 if quick else 2_000
    device, batches = ("cuda", [2_000] if quick else [100_000, 1_000_000]) if cuda else ("cpu", [small])
    tasks = []
    for case in CASES:
        here = {"tool": "theoremtest", "case": case, "device": "cpu"}
        tight = {"rtol": 1e-13, "atol": 1e-15, "repeat": False}
        tasks.append(here | tight | {"label": "theoremtest, rtol 1e-13 (reference)", "batches": [SAMPLE]})
        tasks.append(here | {"label": "theoremtest", "batches": [small]})
        here |= {"device": device}
        tasks.append(here | {"label": "theoremtest, fused", "fused": True, "batches": batches})
        tasks.append(here | {"label": "diffrax, Dopri8", "tool": "diffrax", "batches": batches})
    for case in CASES:
        here = {"case": case, "device": device, "batches": batches[:1]}
        tasks.append(here | {"label": "torchdiffeq, Dopri8", "tool": "torchdiffeq"})
        if cuda:
            tasks.append(here | {"label": "theoremtest", "tool": "theoremtest"})
            tasks.append(here | {"label": "theoremtest, CUDA graph", "tool": "theoremtest", "cuda_graph": True})
    return tasks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "reports" / "benchmarks_gpu.json", help="where the JSON goes")
    parser.add_argument("--quick", action="store_true", help="small batches, for a look or for a machine without a GPU")
    parser.add_argument("--cpu", action="store_true", help="leave a GPU alone")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(json.loads(options.child))
        return 0

    began = time.monotonic()
    from theoremtest.numerics.torch_backend import available

    here = available()
    print(here.detail)
    if here.state == "unavailable":
        return 1
    cuda = here.state == "cuda" and not options.cpu
    rows, samples = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for task in plan(options.quick, cuda):
            task["samples"] = [str(Path(folder) / f"{len(rows) + place}.npy") for place in range(len(task["batches"]))]
            for figures, sample in zip(run_task(task, min(LIMIT, BUDGET - (time.monotonic() - began))), task["samples"]):
                row = {key: task[key] for key in ("case", "label", "tool", "device")} | figures
                if "failed" not in figures:
                    samples[len(rows)] = np.load(sample)
                rows.append(row)
                print(f"{row['case']}: {row['label']}, {row['device']}: {figures}", flush=True)
            compare(rows, samples)
            kept(options.out, report(rows, here.detail, options.quick, time.monotonic() - began))  # whatever ends it, figures stay
    print("\n" + table(rows) + f"\n\nwritten to {options.out}")
    return 0


def report(rows: list[dict], device: str, quick: bool, seconds: float) -> dict:
    """All that is kept: the rows with their rates, and what the rates are beside those of others on the same device."""
    for row in rows:
        if "failed" not in row:
            row["networks_per_second"] = row["batch"] / row["device_seconds"]
            row["network_steps_per_second"] = row["network_steps"] / row["device_seconds"]
    beside = []
    for row in rows:
        if row["label"] != "theoremtest, fused" or "failed" in row:
            continue
        for other in rows:
            same = all(other[key] == row[key] for key in ("case", "batch", "device"))
            if other["tool"] != "theoremtest" and "failed" not in other and same:
                beside.append({"case": row["case"], "networks": row["batch"], "beside": other["label"],
                               "networks x steps per second, times": row["network_steps_per_second"] / other["network_steps_per_second"],
                               "networks per second, times": row["networks_per_second"] / other["networks_per_second"]})
    measured = min((one["networks x steps per second, times"] for one in beside), default=0.0)
    return {
        "what": f"gradient flow to t = {TIMES[-1]:g} at {len(TIMES)} times, rtol {RTOL:g}, atol {ATOL:g}, float64, gradients by autograd",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "device": device,
        "processor": {"machine": platform.machine(), "cores": os.cpu_count()},
        "quick": quick,
        "versions": versions(),
        "seconds_in_all": round(seconds, 1),
        "notes": NOTES,
        "rows": rows,
        "fused beside others": beside,
        "goals": judged([{"goal": "networks x steps per second on a GPU over those of torchdiffeq and diffrax, the least of the ratios",
                          "at least": 10, "measured": measured}]),
    }


def kept(path: Path, record: dict) -> None:
    """Write a record whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".tmp")
    beside.write_text(json.dumps(record, indent=1) + "\n")
    beside.replace(path)


NOTES = [
    "A step counts once for every network that tries it, rejected steps included; theoremtest and diffrax control each network's steps "
    "alone, torchdiffeq controls the whole batch by one mean error, so compare networks per second together with the errors.",
    f"Errors are the largest absolute difference over the first {SAMPLE} networks, all parameters and times, from theoremtest's own run at"
    " rtol 1e-13 on the CPU. For torchdiffeq and diffrax that is a comparison with independent integrators; diffrax's gradients are JAX's.",
    "Rates are those of device_seconds: from the states on the device to the results on the device. seconds add what brings the results to"
    " the host, and with theoremtest the losses too; compilation is in first_call_seconds alone.",
    "theoremtest returns the losses as well, and meets every time by a step; the others interpolate.",
]


def compare(rows: list[dict], samples: dict[int, np.ndarray]) -> None:
    """Adds to every row the difference from the reference, and to CUDA rows the one from the CPU at the same tolerance."""
    for number, row in enumerate(rows):
        if number not in samples:
            continue
        for key, wanted in (("error", "reference"), ("difference_from_cpu", "theoremtest")):
            for other, candidate in enumerate(rows):
                fits = candidate["label"].endswith("(reference)") if wanted == "reference" else candidate["label"] == "theoremtest"
                if other != number and other in samples and fits and candidate["case"] == row["case"] and candidate["device"] == "cpu":
                    count = min(len(samples[number]), len(samples[other]))
                    row[key] = float(np.abs(samples[number][:count] - samples[other][:count]).max())
                    break
        if row["device"] == "cpu":
            row.pop("difference_from_cpu", None)


def table(rows: list[dict]) -> str:
    head = ["case", "tool", "device", "networks", "seconds", "with host", "networks/s", "networks x steps/s", "most steps", "error",
            "from CPU"]
    lines = [head]
    for row in rows:
        line = [row["case"], row["label"], row["device"], f"{row['batch']:,}"]
        if "failed" in row:
            line += [row["failed"], "", "", "", "", "", ""]
        else:
            line += [
                f"{row['device_seconds']:.3f}",
                f"{row['seconds']:.2f}",
                f"{row['networks_per_second']:,.0f}",
                f"{row['network_steps_per_second']:,.0f}",
                str(row["most_steps"]),
            ]
            line += [f"{row[key]:.1e}" if key in row else "" for key in ("error", "difference_from_cpu")]
        lines.append(line)
    widths = [max(len(line[i]) for line in lines if not (i == 4 and line[5] == "")) for i in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("torch", "numpy", "scipy", "numba", "numba-cuda", "torchdiffeq", "diffrax", "jax"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


if __name__ == "__main__":
    sys.exit(main())
