"""A list on all cores, or on several machines: one plain crawl a shard, run as tasks of dask.distributed.

One fleet's journey, and the module of each step:

    the list -> shards       owner.py, storage/cut.py    every domain has one owner
    a fleet run on disk      storage/fleet_run.py        what is asked, which shards have ended: a restart finds it
    shards -> workers        cluster.py                  local processes, or a scheduler's workers elsewhere
    one shard on a worker    shard.py, child.py          a crawl that dies with its worker, and goes on elsewhere
    while it runs            progress.py, metrics.py     counted in the shards' results, wherever they are written
    at the end               merge.py                    one set of feeds, one summary

The shards' files are what counts. The engine only says who runs what, so that nothing is lost with it.
"""
