import logging

import pytest

from tests.cluster.elsewhere import s3_server, wait_for


@pytest.fixture(scope="package")
def s3():
    with s3_server() as line:
        yield line


@pytest.fixture(scope="package")
def dask_cluster(s3):
    """Two worker processes, as a studio's cluster would have them."""
    import dask
    import distributed

    with (
        dask.config.set(
            {
                "distributed.worker.multiprocessing-method": "spawn",
                "distributed.deploy.lost-worker-timeout": "10m",  # on a busy machine a new one is slow to come
            }
        ),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=logging.CRITICAL
        ) as cluster,
    ):
        yield cluster


@pytest.fixture
def address(dask_cluster):
    """Its address, as soon as a worker that an earlier test killed has been replaced."""
    dask_cluster.scale(2)  # one that was given up is started again
    wait_for(lambda: len(dask_cluster.scheduler.workers) == 2)
    return dask_cluster.scheduler_address
