"""What a page's style sheets do to simple classes: hide them, turn their text round, put text before or after."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

_AT_BLOCK = re.compile(r"@[^{}]{0,500}\{(?:[^{}]*+\{[^{}]*+\})*+[^{}]*+\}")
_RULE = re.compile(r"([^{}]{1,400})\{([^{}]*+)\}")
_SIMPLE = re.compile(r"^\w*([.#][\w-]+)(?::{1,2}(before|after))?$")
_PART = r"(?:\"([^\"]{0,200})\"|'([^']{0,200})'|attr\(\s*([\w-]+)\s*\))"
_CONTENT = re.compile(r"content\s*:\s*((?:(?:\"[^\"]{0,200}\"|'[^']{0,200}'|attr\(\s*[\w-]+\s*\))\s*){1,9})", re.I)
_PARTS = re.compile(_PART, re.I)
_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})\s?", re.I)
_NAME = re.compile(r"[.#][\w-]+")
#: In lower case, parts of which one stands in each rule that hides, turns round or adds.
_SIGNS = ("none", "content", "hidden", "collapse", "bidi", "opacity", "font-size", ":-", ": -", ":\n-", ":\t-", ":  -")
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])|"
    r"(?:left|top)\s*:\s*-\d{3,}",
    re.I,
)
TURNING = re.compile(r"bidi-override", re.I)
RIGHT_TO_LEFT = re.compile(r"direction\s*:\s*rtl", re.I)


#: 'what it stands in, then an inline element, a class or both'.
_WITHIN = re.compile(
    r"^\w*([.#][\w-]+)(?:\s+|\s*>\s*)(b|i|em|span|u|s|small|strong|font|code|var|q|mark|)(?:\.([\w-]+))?$"
)


class Within(NamedTuple):
    """What a sheet hides within something: its *tag* or class *name* or both, in what is *around* it."""

    around: str
    tag: str
    name: str


@dataclass(slots=True)
class Styles:
    """Classes and ids (``.name``, ``#name``) by what the sheets do to them."""

    hidden: set[str] = field(default_factory=set)
    turned: set[str] = field(default_factory=set)
    within: set[Within] = field(default_factory=set)
    """What is hidden by what it stands in"""
    added: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)
    """(selector, before or after) -> parts, each a text or the attribute whose value it is"""

    @property
    def names(self) -> frozenset[str]:
        """The classes and ids, without their signs."""
        return frozenset(one[1:] for one in (*self.hidden, *self.turned, *(name for name, _ in self.added)))


def read_styles(sheets: list[str]) -> Styles:
    """The rules of *sheets* that are about one class or id; rules under ``@media`` and the like are left out."""
    styles = Styles()
    showing: list[str] = []
    for sheet in sheets:
        if not any(word in sheet for word in ("none", "content", "hidden", "bidi", "-9", "opacity", "font-size")):
            continue
        if "@" in sheet:
            sheet = _AT_BLOCK.sub("", sheet)
        for rule in _RULE.finditer(sheet):
            body = rule[2]
            low = body.lower()
            if not any(sign in low for sign in _SIGNS):
                if "display" in body:
                    showing.append(rule[1])
                continue
            content, hides = _CONTENT.search(body), HIDING.search(body)
            turns = TURNING.search(body) and RIGHT_TO_LEFT.search(body)
            if not (content or hides or turns):
                if "display" in body:
                    showing.append(rule[1])
                continue
            for selector in rule[1].split(","):
                simple = _SIMPLE.match(selector.strip())
                if simple is None:
                    if hides and (inner := _WITHIN.match(selector.strip())) and (inner[2] or inner[3]):
                        styles.within.add(Within(inner[1], inner[2], inner[3] or ""))
                    continue
                if simple[2] and content:
                    styles.added[simple[1], simple[2]] = [
                        (_ESCAPE.sub(lambda m: _char(m[1]), one[1] or one[2] or ""), (one[3] or "").lower())
                        for one in _PARTS.finditer(content[1])
                    ]
                elif not simple[2] and hides:
                    styles.hidden.add(simple[1])
                elif not simple[2] and turns:
                    styles.turned.add(simple[1])
    if styles.hidden:
        styles.hidden.difference_update(name for selectors in showing for name in _NAME.findall(selectors))
    return styles


def _char(code: str) -> str:
    number = int(code, 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else ""
