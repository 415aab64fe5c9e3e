"""How the challenge of Cloudflare calls itself in a browser tab, which translates it."""

#: What the title of Cloudflare's challenge says in a browser of another language (English: the signatures).
#: Plain words: they count only where something of the challenge is in the page too.
TAB_TITLES = frozenset(
    {
        *("nur einen moment", "einen moment", "einen moment bitte", "un instant", "un momento", "um momento"),
        *("só um momento", "een moment", "een moment geduld", "momento", "un moment", "cierpliwości"),
        *("jeszcze chwila", "chwileczkę", "один момент", "минуточку", "зачекайте", "одну хвилинку"),
        *(
            "bir dakika lütfen",
            "bir dakika",
            "请稍候",
            "請稍候",
            "しばらくお待ちください",
            "少々お待ちください",
        ),
        *(
            "잠시만 기다리십시오",
            "잠시만요",
            "لحظة",
            "لحظة من فضلك",
            "ett ögonblick",
            "vent litt",
            "et øjeblik",
        ),
        *(
            "okamžik",
            "okamžik, prosím",
            "moment, prosím",
            "egy pillanat",
            "o clipă",
            "hetkinen",
            "tunggu sebentar",
        ),
        *("đang kiểm tra", "chờ một chút", "μια στιγμή", "רק רגע", "รอสักครู่", "बस एक क्षण"),
    }
)
#: What of the challenge is in the page then.
TAB_MARKS = (
    "challenges.cloudflare.com",
    "/cdn-cgi/challenge-platform/",
    "cf-turnstile",
    "cf-please-wait",
    "_cf_chl",
)
