"""The README's pictures, made from a real run on the test web: ``python -m tests.pictures [NAME ...]``.

A module of this package with ``draw(studio)`` makes pictures; it says in its docstring which.
"""
