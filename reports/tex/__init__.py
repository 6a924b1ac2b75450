"""Manuscripts: their files, the comments that speak to this library, the way through a document, and the claims that it makes."""
