"""The report: the ledger's records as a page, a LaTeX document and a Markdown file.

`build` writes all files; `view` makes the report of the records, `html`, `latex` and `markdown` write it out.
"""
