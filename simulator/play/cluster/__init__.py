"""The Dask back end: processes here or machines anywhere; imported only when a cluster is requested."""
