"""A line's digits, spaces, hyphens and brackets in their plain form, whatever script or typist they come from."""

import re
from unicodedata import decimal

#: The digits of other scripts.
DIGITS = {
    code: str(decimal(chr(code)))
    for first in (
        0x0660,
        0x06F0,
        0x0966,
        0x09E6,
        0x0E50,
        0xFF10,
    )  # Arabic, Persian, Devanagari, Bengali, Thai, full-width
    for code in range(first, first + 10)
}
_SIGNS = {
    **dict.fromkeys((0x00A0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFF0D, 0x2043, 0xFE63), "-"),
    **{ord(wide): plain for wide, plain in zip("（）／＋．［］〔〕【】＃，；：", "()/+.[]()()#,;:")},
    0x00AD: None,
}
_TABLE = {**DIGITS, **_SIGNS}
_ODD = re.compile(f"[{''.join(map(chr, _TABLE))}]")
#: The sign of a long vowel, typed for a hyphen.
_LONG_VOWEL = re.compile(r"(?<=[\d)])[ー\uff70](?=[\d(])")
#: 'Carrier of your choice', as Brazil writes it: 0xx11, (0**11), 0-xx-11.
_CARRIER = re.compile(r"\(?0[ -]?(?:[xX]{2}|\*\*)[ -]?(\d{2})\)?")
#: Dots in the middle of a line, as designers set them.
_MIDDLE_DOTS = re.compile(r"(?<!\d)(\d{3})[ ]?[·•∙][ ]?(\d{3})[ ]?[·•∙][ ]?(\d{4})(?!\d)")
#: A trunk zero that is only dialled at home: +44 (0)20.
_TRUNK = re.compile(r"(?<=[\d)])[ .\-/]{0,2}[(\[][ ]?0[ ]?[)\]][ .\-/]?(?=[\d(])")


def plain(line: str) -> str:
    """*line* with digits, spaces, hyphens and brackets in ASCII; as long as it was, but for soft hyphens, Brazil's
    placeholder for a carrier and a trunk zero in brackets."""
    if not line.isascii() and _ODD.search(line):
        line = line.translate(_TABLE)
    if "ー" in line or "\uff70" in line:
        line = _LONG_VOWEL.sub("-", line)
    if "·" in line or "•" in line or "∙" in line:
        line = _MIDDLE_DOTS.sub(r"\1.\2.\3", line)
    if "\t" in line:
        line = line.replace("\t", "  ")
    if ("xx" in line or "**" in line or "XX" in line) and "0" in line:
        line = _CARRIER.sub(r"(\1)", line)
    if "(0)" in line or "( 0 )" in line or "[0]" in line:
        line = _TRUNK.sub(_trunk, line)
    return line


def _trunk(match: re.Match[str]) -> str:
    """Italy dials its zero from abroad too."""
    return " 0" if match.string[: match.start()].rstrip(")").endswith("39") else " "
