"""Certificates: the claims' Coq files, what Coq's kernel says of them, and what the ledger records of that."""
