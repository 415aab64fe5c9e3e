"""What the words before a number say that it is."""

import re
from functools import lru_cache

from contactscraper.contacts.phones.words import (
    CAPITALS,
    COUNTED,
    COUNTING,
    FAX,
    NUMBERED,
    OTHER,
    PHONE,
    PHONE_ENDS,
    PHONE_PHRASES,
    PHRASES,
    STEMS,
    THINGS,
    UNSPACED,
    WORDS,
)

#: Characters before a number in which its label may stand.
REACH = 48
#: Characters that may stand between the name of another kind of number and the number.
_NEAR = 24
#: A word in the scripts that put spaces between words: Latin, Greek, Cyrillic.
_WORD = re.compile("[a-zß-öø-ɏͰ-ϿЀ-ԯḀ-ỿ]+[.°º]?")
#: A value stands between the label and the number: the label is its own.
_SPENT = re.compile(r"\d{3,}\W*[^\W\d_]|\d{3}.*[,;|·•]\s*\S*$|\d\s*[|·•]")
#: What joins two labels of one number.
_JOINED = re.compile(r"([^\W\d_]+)[\s.:]{0,3}(?:[/&+・]|\s(?:und|and|y|e|et|og|och|en|i|и|ve)\s)\s{0,2}$")
_UNSPACED = re.compile("|".join(map(re.escape, sorted(UNSPACED, key=len, reverse=True))))
_UNSPACED_PHONES = tuple(word for word, kind in UNSPACED.items() if kind == PHONE)
#: A letter that stands alone before a number.
_LETTER = re.compile(r"(?:^|[\s|·•,;/(])([FTPM])[.:)]{0,2}\s{0,2}$")
_LETTERS = {"F": FAX, "T": PHONE, "P": PHONE, "M": PHONE}
_PHRASE_ENDS = frozenset(phrase.split()[-1] for phrase in (*PHRASES, *PHONE_PHRASES))
_LONGEST_STEM = max(map(len, STEMS))


@lru_cache(maxsize=4_096)
def kind_of(word: str) -> str:
    """What a *word* in lower case says that a number is: ``phone``, ``fax``, ``other`` or ''."""
    bare = word.rstrip(".°º")
    told = WORDS.get(word) or WORDS.get(bare)
    if told:
        return told
    for size in range(min(len(bare), _LONGEST_STEM), 1, -1):
        stem = STEMS.get(bare[:size])
        if stem is not None:
            told = stem
            break
    if told:
        return told
    if bare.endswith(PHONE_ENDS):
        return PHONE
    return OTHER if len(bare) > 5 and bare.endswith(NUMBERED) and bare not in COUNTING else ""


@lru_cache(maxsize=4_096)
def _tells(word: str) -> bool:
    """Whether a *word* is in any table."""
    bare = word.rstrip(".°º")
    return bool(kind_of(word)) or bare in THINGS or bare in COUNTED or bare in _PHRASE_ENDS


def label_says(tail: str) -> str:
    """What the label before a number, *tail*, says that it is: ``phone``, ``fax``, ``other`` or ''. The word that is
    nearest to the number decides."""
    tail = tail[-REACH:]
    last = tail.rstrip(" :.#").rpartition(" ")[2]
    if last[-1:] in _LETTERS and (letter := _LETTER.search(tail)) is not None:
        return _LETTERS[letter[1]]
    kind = kind_of(last.lower()) if last.isalpha() else ""
    if kind in (PHONE, OTHER) and (last.isupper() or last.lower() not in CAPITALS):
        return kind
    place, said = (-1, "") if tail.isascii() else _unspaced(tail)
    low = tail.lower()
    if not any(map(_tells, _WORD.findall(low))):
        return said
    matches = list(_WORD.finditer(low))
    near, counted = True, False
    for index in range(len(matches) - 1, -1, -1):
        match = matches[index]
        if match.end() <= place:
            break
        word = match[0]
        kind = kind_of(word)
        if kind == FAX:
            return PHONE if _phone_and(tail[: match.start()]) else FAX
        if kind == PHONE:
            return PHONE
        bare = word.rstrip(".°º")
        if bare in CAPITALS and not tail[match.start() : match.start() + len(bare)].isupper():
            kind = ""
        phrase = _phrase(matches, index) if bare in _PHRASE_ENDS else ""
        if phrase.endswith(PHONE_PHRASES):
            return PHONE
        thing = near and (bare in THINGS or (counted and bare in COUNTED))
        if kind == OTHER or thing or phrase.endswith(PHRASES):
            rest = tail[match.end() :]
            if len(rest) < _NEAR and not _SPENT.search(rest) and "?" not in rest and "!" not in rest:
                return OTHER
        if bare in COUNTING:
            counted = True
        else:
            near = False
    return said


def _phrase(matches: list[re.Match[str]], index: int) -> str:
    """The words up to the one at *index*, a space before each."""
    return "".join(f" {match[0].rstrip('.')}" for match in matches[max(0, index - 3) : index + 1])


def _phone_and(head: str) -> bool:
    """Whether *head*, what stands before the word for fax, is a phone's label that shares its number: 'Tel. & ', 'Telefon
    und ', '電話/'."""
    joined = _JOINED.search(head.lower())
    return joined is not None and (kind_of(joined[1]) == PHONE or joined[1].endswith(_UNSPACED_PHONES))


def _unspaced(tail: str) -> tuple[int, str]:
    """Where the last label of a script without spaces ends in *tail*, and what it says; (-1, '') for none."""
    end, said = -1, ""
    for found in _UNSPACED.finditer(tail):
        kind = UNSPACED[found[0]]
        rest = tail[found.end() :]
        if kind == OTHER and (len(rest) >= _NEAR or _SPENT.search(rest)):
            continue
        if kind == FAX and _phone_and(tail[: found.start()]):
            kind = PHONE
        end, said = found.end(), kind
    return end, said
