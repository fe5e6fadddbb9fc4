"""Runs on a Dask cluster and in object storage: the same bytes as on one machine."""
