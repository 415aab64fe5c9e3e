"""Extensions behind a number: 'ext. 12', 'x12', 'доб. 104', '转 802'."""

import re

#: The word for it, by language; a sign needs no word.
_WORDS = (
    r"ext(?:ension|en|n)?|xtn|x|#",  # English
    r"anexo|anx|ext(?:ensi[oó]n|ensão)?|int(?:erno|erne|ern|)|ramal|r\.|extensão",  # Spanish, Portuguese, Italian
    r"poste|p(?:oste)?\.|interne",  # French
    r"durchwahl|dw|klappe|kl|app(?:arat)?|nebenstelle|nst",  # German
    r"tst|toestel|lokal|lokalnummer|anknytning|ankn|anknytn",  # Dutch, Nordic
    r"wew(?:n|nętrzny)?|w\.|linka|kl\.|klapka|mellék|interior",  # Polish, Czech, Hungarian, Romanian
    r"доб(?:авочный)?|вн(?:утр)?|εσωτ",  # Russian, Greek
    r"dahili|dah",  # Turkish
    r"转|轉|分机|分機|内線|내선|ต่อ|máy lẻ|שלוחה|تحويلة|داخلي",  # Asian, Hebrew, Arabic
)
_EXTENSION = re.compile(
    r"\s{0,2}(?:\([^)\d]{1,24}\)\s{0,2})?[,;/]?\s{0,2}(?:\(\s?)?"
    rf"(?:{'|'.join(_WORDS)})(?![^\W\d_])[\s.:#=]{{0,3}}(\d{{1,6}})(?![\d-])(?!\s?[x×]\s?\d)(?![x:]|\s[x×])",
    re.I,
)
#: China writes it behind a hyphen: '0571-88550124-802'.
_HYPHENED = re.compile(r"(0\d{2,3}-\d{7,8}|400-\d{3}-?\d{4})-(\d{1,5})(?![\d-])")
#: First letters and signs of the words; nothing else is searched.
_MAY_BEGIN = frozenset("exX#aAiIrRpPdDkKnNtTlLwWmMдДвВεΕ转轉分内내ตשתدEx")


def hyphened(text: str, start: int, region: str | None) -> tuple[int, str]:
    """(where the number at *start* ends, its extension) where a hyphen stands between; (0, '') for none."""
    found = _HYPHENED.match(text, start) if region == "CN" else None
    return (found.end(1), found[2]) if found else (0, "")


def extension_behind(text: str, end: int) -> tuple[str, int]:
    """(the extension that follows the number that ends at *end*, where it ends); ('', *end*) for none."""
    following = text[end : end + 12].lstrip(" ,;/(")[:1]
    if not following or (following not in _MAY_BEGIN and text[end : end + 2].strip() != "("):
        return "", end
    found = _EXTENSION.match(text, end)
    return (found[1], found.end()) if found else ("", end)
