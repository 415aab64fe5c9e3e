"""What a wall says to whom it stops, each kind of sentence a group: one is said by many, two by walls alone."""

import re

_SAYS = {
    "kept": r"you (?:have been|were) blocked|(?:access|request)\b.{0,40}\b(?:denied|blocked|rejected|refused|"
    r"unsuccessful)|url was rejected|blocked access|访问被|已被.{0,12}拦截|请求.{0,12}(?:拦截|阻断)",
    "number": r"\b(?:support|ray|event|incident|reference|block|case|request)[ -]?(?:id|no\b|number|#)|事件编号|请求id",
    "person": r"\bnot (?:a |an )?(?:ro)?bot\b|you (?:are|were) (?:a )?(?:human|(?:ro)?bot)|a bot\b|anti-robot|"
    r"confirm.{0,20}human|人机|automat(?:ion|ed) (?:tools|traffic|requests|access|queries)",
    "yours": r"\byour (?:ip|browser|network|connection|device|request|computer network)\b|unusual (?:traffic|activity)",
    "ask": r"(?:enabled?|disabled|turn on|allow)\b.{0,25}\b(?:javascript|cookies)|press (?:&|and) hold|proof-of-work|"
    r"(?:javascript|cookies)\b.{0,25}\b(?:enabled|disabled)|regain access|solve (?:it|this|the)|"
    r"complete (?:the|this) (?:captcha|check|security)",
    "guard": r"(?:security|website) (?:service|solution|firewall|check|polic)|protected by \w+|protect the server|"
    r"whitelist",
}
ACCUSES = re.compile("|".join(f"(?P<{name}>{says})" for name, says in _SAYS.items()), re.IGNORECASE)
#: Other pages that a wall links, too: its firm's terms.
TERMS = re.compile(r"privacy|datenschutz|terms|conditions|cookie|accessibility|do-not-sell|help|support", re.IGNORECASE)
