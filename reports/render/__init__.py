"""The report as Markdown, LaTeX and one HTML page."""
