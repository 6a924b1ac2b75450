"""`python -m rederive` is the program `rederive`."""

from rederive.reports.cli.program import main

main()
