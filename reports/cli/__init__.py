"""The program `rederive`."""
