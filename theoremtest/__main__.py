"""`python -m theoremtest` is the program `theoremtest`."""

from theoremtest.reports.cli.program import main

main()
