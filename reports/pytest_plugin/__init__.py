"""Claims, manuscripts and edits as test items."""
