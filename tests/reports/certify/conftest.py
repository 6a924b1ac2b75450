"""One folder for all tests, in which Coq's definitions are compiled once; each module has a Coq of its own."""

import pytest

from rederive.reports.certify.kernel import Kernel
from rederive.reports.certify.matrix_kernel import MatrixKernel


@pytest.fixture(scope="session")
def compiled_in(tmp_path_factory):
    """The folder of compiled definitions."""
    return tmp_path_factory.mktemp("coq")


@pytest.fixture(scope="module")
def kernel(compiled_in):
    """A running Coq for theorems of numbers."""
    running = Kernel(compiled_in, seconds=15)
    yield running
    running.close()


@pytest.fixture(scope="module")
def matrix_kernel(request, compiled_in):
    """A running Coq for theorems of matrices; what it compiles first is kept from one run to the next."""
    kept = getattr(request.config, "cache", None)
    running = MatrixKernel(kept.mkdir("coq") if kept else compiled_in, seconds=20)
    yield running
    running.close()
