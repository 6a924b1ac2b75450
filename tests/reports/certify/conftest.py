"""Coq's definitions are compiled once, into the folder where `theoremtest certify` looks for them; each process of the tests has one
Coq of each kind.

They lie there under a digest of their text, so that what an earlier version compiled is never taken for them.
"""

import pytest

from theoremtest.reports.certify.kernel import Kernel
from theoremtest.reports.certify.matrix_kernel import MatrixKernel
from theoremtest.reports.workspace import cache_folder


@pytest.fixture(scope="session")
def kernel():
    """A running Coq for theorems of numbers."""
    running = Kernel(cache_folder(), seconds=15)
    yield running
    running.close()


@pytest.fixture(scope="session")
def matrix_kernel():
    """A running Coq for theorems of matrices."""
    running = MatrixKernel(cache_folder(), seconds=20)
    yield running
    running.close()
