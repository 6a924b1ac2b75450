"""Statements whose truth is known, written to break the exact engine, and a fuzzer that builds more of them."""
