"""The engine: workers of dask.distributed, on this machine or behind a scheduler, and shards as their tasks."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from contactscraper.fleet.shard import How, Order, ShardEnd, run_shard

if TYPE_CHECKING:
    from distributed import Client

#: Seconds that a scheduler is given to answer, and its first worker to appear.
CONNECT_TIMEOUT = 10.0
WORKER_TIMEOUT = 30.0
POLL = 0.5
#: Seconds that crawls are given to close when the fleet is stopped: more than each of them gets, less than the units.
STOP_PATIENCE = 75.0
#: How often a crawl that was killed or met a fault of its own is begun again.
RETRIES = 3
#: How many workers may die under one shard before it is given up (`distributed.scheduler.allowed-failures`).
DEATHS = 10
#: What is said of a missing library.
NOT_INSTALLED = "scrapy fleet needs dask.distributed; install it by: pip install 'contactscraper[fleet]'"
#: Loggers of the engine, whose news are ours to tell.
CHATTY = ("distributed", "tornado", "asyncio")


class ClusterError(Exception):
    """The engine cannot be used, or is gone; the text says what to do."""


class SchedulerGone(ClusterError):
    """The scheduler was there, and is no more: the run has begun, and can be gone on with."""


@contextmanager
def local(workers: int) -> "Iterator[Client]":
    """*workers* processes on this machine, for one crawl each, that nobody but this machine can reach."""
    dask, distributed = _engine()
    options = {"distributed.scheduler.worker-saturation": 1.0, "distributed.scheduler.allowed-failures": DEATHS}
    with (
        dask.config.set(options),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            preload="contactscraper.fleet.preload",
            memory_limit=0,  # the crawls are processes of their own
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@contextmanager
def remote(address: str) -> "Iterator[Client]":
    """The workers of the scheduler at *address*; TLS as Dask's own configuration says. Raises ClusterError."""
    _, distributed = _engine()
    if "://" not in address:
        raise ClusterError(f"{address} is no address of a scheduler; it looks like tcp://host:8786.")
    try:
        client = distributed.Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        detail = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise ClusterError(f"There is no Dask scheduler to be reached at {address} ({detail}).") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKER_TIMEOUT)
        except (TimeoutError, OSError) as error:
            hint = f"dask worker {address} --nthreads 1 --nworkers 4"
            raise ClusterError(f"The scheduler {address} has no worker; begin some, such as: {hint}") from error
        yield client


def check_installed() -> None:
    """Raises ClusterError where there is no engine."""
    _engine()


def _engine() -> tuple[Any, Any]:
    try:
        import dask
        import distributed
    except ImportError as error:
        raise ClusterError(NOT_INSTALLED) from error
    for name in [*logging.root.manager.loggerDict]:  # each has a level of its own
        if name.partition(".")[0] in CHATTY:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return dask, distributed


class ShardTasks:
    """*orders* as tasks of *client*, the largest first."""

    def __init__(self, client: "Client", orders: Sequence[Order]) -> None:
        self._client = client
        largest_first = sorted(orders, key=lambda order: -(order.lines or 0))
        self._waiting: dict[Any, Order] = {}
        for order in largest_first:
            key = (f"{order.run}-{order.token}", order.shard)
            self._waiting[client.submit(run_shard, order, key=key, retries=RETRIES, pure=False)] = order

    @property
    def left(self) -> int:
        """How many have not ended."""
        return len(self._waiting)

    @property
    def workers(self) -> int:
        try:
            return len(self._client.scheduler_info()["workers"])
        except (OSError, TimeoutError):  # the scheduler does not answer: the tasks will tell
            return 0

    def collect(self) -> list[ShardEnd]:
        """Those that have ended since it was last asked. Raises SchedulerGone."""
        ends = []
        for future, order in [*self._waiting.items()]:
            if future.status in ("cancelled", "lost"):
                raise SchedulerGone("The scheduler is gone; begin it again, and run the same command: it goes on.")
            if future.status != "pending":
                del self._waiting[future]
                ends.append(_end_of(future, order))
        return ends


def drive(
    client: "Client", orders: Sequence[Order], tick: Callable[[int, int], None], rest: Callable[[], None]
) -> tuple[list[ShardEnd], bool]:
    """Runs *orders* to their ends; returns these, and whether it was interrupted.

    *tick* is told about twice a second how many shards have ended and how many workers there are. *rest* is called at
    an interrupt: it asks the crawls to close, and they are waited for. Raises SchedulerGone; KeyboardInterrupt where a
    second one comes meanwhile.
    """
    tasks, ends = ShardTasks(client, orders), []
    try:
        while tasks.left:
            ends += tasks.collect()
            tick(len(ends), tasks.workers)
            time.sleep(POLL)
        return ends, False
    except KeyboardInterrupt:
        rest()
        by = time.monotonic() + STOP_PATIENCE
        while tasks.left and time.monotonic() < by:
            ends += tasks.collect()
            time.sleep(POLL)
        return ends, True


def _end_of(future: Any, order: Order) -> ShardEnd:
    """How a task came out; one that was given up counts as refused, with its reason."""
    if future.status == "finished":
        end: ShardEnd = future.result()
        return end
    error = future.exception()
    why = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if isinstance(error, ModuleNotFoundError):
        why = f"a worker has no contactscraper ({error}); install the same version on all machines"
    elif type(error).__name__ == "KilledWorker":
        why = "the workers that ran it died one after the other"
    return ShardEnd(order.shard, How.REFUSED, why)
