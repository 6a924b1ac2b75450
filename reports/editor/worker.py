"""The process that reads and decides for an editor; see `assistant.worker` for its manners."""

from __future__ import annotations

import sys

from theoremtest.reports.assistant.worker import Answering, main


def _looks() -> Answering:
    from .looks import answer
    return answer


if __name__ == "__main__":
    main(sys.argv[1], _looks)
