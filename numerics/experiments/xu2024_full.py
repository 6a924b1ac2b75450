"""The experiments with images of Xu and Ziyin 2024 in the paper's size, from a file: Figs. 2 to 6.

    python -m theoremtest.numerics.experiments.xu2024_full 2 mnist.npz

The file holds NumPy arrays x_train, y_train, x_test, y_test. A line for every network that is trained; hours for Figs. 4 and 5 on a CPU.
The paper names neither the width of its deep networks nor most learning rates; Fig. 3's residual network is one of four layers here.
"""

from __future__ import annotations

import argparse

from theoremtest.numerics.experiments import xu2024_deep, xu2024_wide
from theoremtest.numerics.experiments.xu2024_tasks import load

LAYERS = {2: 4, 3: 4, 6: 6}
"""By figure."""
WIDTHS, UPDATES = (10, 100, 1000, 10000), 10_000
EXPONENTS, WIDTH = (-2.0, -1.0, 0.0, 1.0, 2.0), 2000


def main(arguments: list[str] | None = None) -> None:
    """Train the networks of one figure and print what its caption speaks of, one network a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("figure", type=int, choices=(2, 3, 4, 5, 6))
    parser.add_argument("data", help="an .npz file with x_train, y_train, x_test, y_test")
    parser.add_argument("--points", type=int, default=2000, help="training and test points at most")
    parser.add_argument("--width", type=int, default=500, help="of the deep networks")
    parser.add_argument("--seeds", type=int, default=1)
    chosen = parser.parse_args(arguments)
    task = load(chosen.data, chosen.points)
    for seed in range(chosen.seeds):
        if chosen.figure in LAYERS:
            for sigma in (0.5, 0.75, 1.0, 1.5, 2.0):
                print(sigma, xu2024_deep.train(task, LAYERS[chosen.figure], sigma, seed, width=chosen.width))
        elif chosen.figure == 4:
            for name, scaling in xu2024_wide.SCALINGS.items():
                for width in WIDTHS:
                    print(name, width, xu2024_wide.train(task, scaling, width, width, seed, UPDATES))
        else:
            for c in EXPONENTS:
                print(c, xu2024_wide.train(task, xu2024_wide.of_exponent(c, WIDTH), xu2024_wide.KAPPA, WIDTH, seed, UPDATES))


if __name__ == "__main__":
    main()
