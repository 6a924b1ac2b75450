"""Derivations that several papers share."""
