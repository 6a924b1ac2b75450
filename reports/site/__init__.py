"""The report as a site of small pages beside the single file: an index that is searched, a page for each paper and for each claim."""
