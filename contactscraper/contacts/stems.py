"""Whether any of many words can be in a text: asked of a piece of each word, before the words themselves are tried.

One alternation of a hundred words, whatever their case, takes milliseconds a page in Python's `re`; a set of literals
is looked for in one pass of RE2.
"""

import re
from collections.abc import Iterable

import re2

#: What is no literal in an alternative: a group, a look-ahead and all after it, a set, a character that may be left out.
_NO_LITERAL = re.compile(r"\(.*|\[[^\]]*\]\??|.\?|\\.|[.+*^$]")
#: Characters that `re` takes for another one where `str.lower` does not.
ODD = re.compile(
    "[\u0130\u0131\u017f\u0345\u0390\u03b0\u03c2\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5\u1c80-\u1c88\u1e9b\u1fbe\ufb05\ufb06]"
)


def alternatives(pattern: str) -> list[str]:
    """The alternatives of *pattern*, which has no group around them."""
    found, depth, start = [], 0, 0
    for place, char in enumerate(pattern):
        depth += (char == "(") - (char == ")")
        if char == "|" and not depth:
            found.append(pattern[start:place])
            start = place + 1
    return [*found, pattern[start:]]


def stem(alternative: str) -> str:
    """The longest literal without which *alternative* matches nothing, lower case."""
    return max(_NO_LITERAL.split(alternative), key=len).lower()


class Stems:
    """Of the words in *patterns*, which are meant whatever their case."""

    def __init__(self, patterns: Iterable[str]) -> None:
        words = [word for pattern in patterns for word in alternatives(pattern)]
        self.all = tuple(dict.fromkeys(stem(word) for word in words))
        self._set = re2.Set.SearchSet()
        for one in self.all:
            self._set.Add(re2.escape(one))
        self._set.Compile()
        self.whole = frozenset(word.lower() for word in words if stem(word) == word.lower())

    def in_(self, text: str) -> tuple[str, ...] | None:
        """The stems in *text*; None where a character of it is one that `re` takes for another."""
        if not text.isascii() and ODD.search(text):
            return None
        return tuple(self.all[place] for place in sorted(self._set.Match(text.lower().encode(errors="replace")) or ()))
