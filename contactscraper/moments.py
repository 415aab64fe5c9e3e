"""Moments as people and files write them, and epoch seconds as the program counts them. Pure."""

import re
from datetime import UTC, datetime

#: Seconds of the units in which a span of time is given, such as ``36h`` or ``7d``.
UNITS = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}
#: The end of the year 9999, beyond which no calendar goes: a setting may give a state a longer life.
LATEST = 253_402_300_799.0
_SPAN = re.compile(r"(\d{1,6})\s*([mhdw])", re.IGNORECASE)
_FRACTION = re.compile(r"\.(\d+)")


def iso(at: float) -> str:
    """*at* in ISO 8601, UTC, with all its digits: `from_iso` gives back the same number."""
    digits = repr(min(float(at), LATEST))
    whole, _, fraction = (digits if "e" not in digits else f"{at:.9f}").partition(".")
    text = datetime.fromtimestamp(int(whole), UTC).isoformat()[:19]  # strftime takes five times as long
    return text + ("" if fraction in ("", "0") else f".{fraction}") + "Z"


def from_iso(text: str) -> float:
    """Epoch seconds of an ISO 8601 date or moment; without a zone it is UTC. Raises ValueError."""
    fraction = _FRACTION.search(text)
    whole = datetime.fromisoformat(_FRACTION.sub("", text.strip(), count=1))
    seconds = int((whole if whole.tzinfo else whole.replace(tzinfo=UTC)).timestamp())
    return float(f"{seconds}.{fraction[1]}") if fraction else float(seconds)


def minute(at: float) -> str:
    """*at* for a table: ``2026-12-01 09:30``, UTC."""
    return datetime.fromtimestamp(min(at, LATEST), UTC).strftime("%Y-%m-%d %H:%M")


def moment_from(text: str, now: float) -> float:
    """What a person means by *text*: a date or moment (ISO 8601), or a span from *now* on (``36h``, ``7d``, ``2w``).

    Raises ValueError, whose text says what can be given.
    """
    if span := _SPAN.fullmatch(text.strip()):
        return now + int(span[1]) * UNITS[span[2].lower()]
    try:
        return from_iso(text)
    except ValueError:
        raise ValueError(f"{text!r} is no moment; give a date such as 2026-12-24 or a span such as 7d") from None


def span(seconds: float) -> str:
    """About how long *seconds* are, for people: ``5 d``, ``3 h``, ``20 min``; ``over`` where there are none left."""
    if seconds <= 0:
        return "over"
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= unit:
            return f"{round(seconds / unit)} {name}"
    return f"{round(seconds)} s"
