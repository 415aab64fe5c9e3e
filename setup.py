"""For `scrapyd-deploy`, which builds an egg with it; all that it would say stands in pyproject.toml."""

from setuptools import setup

setup()
