"""One map for long work: a function over many calls, in processes of this machine or on a Dask cluster."""
