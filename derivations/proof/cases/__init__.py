"""Case distinctions: polyhedral cells and tables of labels."""
