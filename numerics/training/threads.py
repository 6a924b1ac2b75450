"""Small networks train fastest on one thread: handing their tiny products to several costs more than the work."""

from __future__ import annotations

import contextlib


@contextlib.contextmanager
def one_thread():
    """Torch on one thread of the CPU inside the block, as before after it."""
    from theoremtest.numerics.torch_backend import require_torch

    torch = require_torch()
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
