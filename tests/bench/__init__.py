"""What a run costs, measured: ``make bench``, or ``python -m tests.bench NAME``.

A bench is a module of this package with ``run(short: bool = False) -> list[Figure]``. The first line of its docstring
says what it measures. A figure with a limit is one that the README claims.
"""
