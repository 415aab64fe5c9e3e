"""What would break a careless crawler, done to ours: ``make torture``, or ``python -m tests.torture NAME ...``."""
