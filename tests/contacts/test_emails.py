"""Emails: each row is a kind of spelling, cloak or decoy, with the addresses that it publishes."""

import base64
import codecs

import pytest

from contactscraper.contacts import extract_contacts


def emails(body: str, url: str = "https://www.oakmill.com/contact") -> list[str]:
    return sorted(extract_contacts(body, url).emails)


def cloaked(address: str, key: int = 0x5A) -> str:
    return f"{key:02x}" + "".join(f"{ord(char) ^ key:02x}" for char in address)


def shifted(text: str, by: int) -> str:
    turned = ""
    for char in text:
        for low, high in ((0x2B, 0x3A), (0x40, 0x5A), (0x61, 0x7A)):
            if low <= ord(char) <= high:
                char = chr((ord(char) - low + by) % (high - low + 1) + low)
                break
        turned += char
    return turned


PUBLISHED = {
    "plain": ("<p>Write to info@oakmill.com.</p>", ["info@oakmill.com"]),
    "cells": ("<tr><td>info@oakmill.com</td><td>Phone</td></tr>", ["info@oakmill.com"]),
    "glued end": ("<p>info@oakmill.comPhone: 1</p>", ["info@oakmill.com"]),
    "glued sentence": ("<p>info@oakmill.com.Please write.</p>", ["info@oakmill.com"]),
    "scheme forgotten": ('<a href="info@oakmill.com">write</a>', ["info@oakmill.com"]),
    "glued label": ("<p>Emailinfo@oakmill.com</p>", ["info@oakmill.com"]),
    "upper case": ("<p>INFO@OAKMILL.COM</p>", ["info@oakmill.com"]),
    "quotes": ("<p>“info@oakmill.com” «shop@oakmill.com»</p>", ["info@oakmill.com", "shop@oakmill.com"]),
    "brackets": ("<p>&lt;info@oakmill.com&gt; (shop@oakmill.com)</p>", ["info@oakmill.com", "shop@oakmill.com"]),
    "slashes": ("<p>info@oakmill.com/shop@oakmill.com</p>", ["info@oakmill.com", "shop@oakmill.com"]),
    "apostrophe": ("<p>o'neill@oakmill.com</p>", ["o'neill@oakmill.com"]),
    "new top level": ("<p>hi@oak.photography, yo@oak.москва</p>", ["hi@oak.photography", "yo@oak.москва"]),
    "idn host": ("<p>info@mühle-eiche.de</p>", ["info@mühle-eiche.de"]),
    "mailto list": ('<a href="mailto:a1@oakmill.com;b2@oakmill.com?cc=c3@oakmill.com">x</a>', ["a1@oakmill.com", "b2@oakmill.com", "c3@oakmill.com"]),
    "mailto percent": ('<a href="mailto:%69nfo%40oakmill.com?body=hi%20me@bark.org">x</a>', ["info@oakmill.com"]),
    "mailto name": ('<a href="mailto:Oak%20Mill%20%3Cinfo@oakmill.com%3E">x</a>', ["info@oakmill.com"]),
    "mailto upper": ('<a href="MAILTO:info@oakmill.com">x</a>', ["info@oakmill.com"]),
    "mailto slashes": ('<a href="mailto://info@oakmill.com">x</a>', ["info@oakmill.com"]),
    "mailto spelled": ('<a href="mailto:info(at)oakmill.com">x</a>', ["info@oakmill.com"]),
    "mailto to": ('<a href="mailto:?to=info@oakmill.com&subject=x">x</a>', ["info@oakmill.com"]),
    "mailto wrapped": ('<a href="https://www.oakmill.com/mailto:info@oakmill.com">x</a>', ["info@oakmill.com"]),
    "eai": ("<p>größe@oakmill.com почта@oak.москва</p>", ["größe@oakmill.com", "почта@oak.москва"]),
    "escape before": ("<p>u003einfo@oakmill.com %20shop@oakmill.com</p>", ["info@oakmill.com", "shop@oakmill.com"]),
    "h-card": ('<div class="h-card"><a class="u-email" href="mailto:info@oakmill.com">m</a></div>', ["info@oakmill.com"]),
    "hcard": ('<div class="vcard"><span class="email"><span class="value">info@oakmill.com</span></span></div>', ["info@oakmill.com"]),
    "meta": ('<meta name="description" content="Mill, info@oakmill.com">', ["info@oakmill.com"]),
    "rdfa": ('<div vocab="https://schema.org/"><span property="email">info@oakmill.com</span></div>', ["info@oakmill.com"]),
    "joomla 3": ("<span id='c1'>shielded</span><script>var p='&#109;a'+'i&#108;'+'&#116;o';var addy1='inf&#111;'+'&#64;';addy1=addy1+'&#111;&#97;kmill'+'&#46;'+'c&#111;m';"
                 "document.getElementById('c1').innerHTML+=addy1;</script>", ["info@oakmill.com"]),
    "joomla 4": (f'<joomla-hidden-mail first="{base64.b64encode(b"info").decode()}" last="{base64.b64encode(b"oakmill.com").decode()}"></joomla-hidden-mail>', ["info@oakmill.com"]),
    "cfemail": (f'<span class="__cf_email__" data-cfemail="{cloaked("info@oakmill.com")}">[email&#160;protected]</span>', ["info@oakmill.com"]),
    "entities": ("<p>info&#x40;oakmill&#46;com</p>", ["info@oakmill.com"]),
    "split": ("<p>in<b></b>fo@<i>oak</i>mill<span>.com</span></p>", ["info@oakmill.com"]),
    "hidden middle": ('<p>info<span style="display: none">.no</span>@oakmill.com</p>', ["info@oakmill.com"]),
    "style sheet": ("<style>.q{display:none}</style><p>info@<i class=q>null.</i>oakmill.com</p>", ["info@oakmill.com"]),
    "sheet's content": ('<style>.a::after{content:"\\40 oakmill.com"}</style><p><span class="a">info</span></p>', ["info@oakmill.com"]),
    "sheet's attr": ("<style>.a:before{content:attr(data-u) '@' }</style><p class=x>shop@oakmill.com</p>", ["shop@oakmill.com"]),
    "reversed": ('<p style="unicode-bidi:bidi-override; direction: rtl">moc.llimkao@ofni</p>', ["info@oakmill.com"]),
    "reversed class": ("<style>.r{direction:rtl;unicode-bidi:bidi-override}</style><b class=r>moc.llimkao@ofni</b>", ["info@oakmill.com"]),
    "srcdoc": ("<iframe srcdoc='<p>info@oakmill.com</p>'></iframe>", ["info@oakmill.com"]),
    "noscript": ("<noscript>info [at] oakmill.com</noscript>", ["info@oakmill.com"]),
    "tooltip": ('<i title="Mail: info@oakmill.com"></i>', ["info@oakmill.com"]),
    "svg": ('<svg><text x="1">info@oakmill.com</text></svg>', ["info@oakmill.com"]),
    "parts": ('<a class="m" data-user="info" data-domain="oakmill.com">x</a>', ["info@oakmill.com"]),
    "three parts": ('<a data-name="info" data-domain="oakmill" data-tld="com">x</a>', ["info@oakmill.com"]),
    "base64 attribute": (f'<a data-email="{base64.b64encode(b"info@oakmill.com").decode()}">x</a>', ["info@oakmill.com"]),
    "atob": (f'<script>document.write(atob("{base64.b64encode(b"info@oakmill.com").decode()}"))</script>', ["info@oakmill.com"]),
    "atob of markup": (f"<script>x.innerHTML=atob('{base64.b64encode(b'<a href=mailto:info@oakmill.com>m</a>').decode()}')</script>", ["info@oakmill.com"]),
    "char codes": (f"<script>document.write(String.fromCharCode({','.join(str(ord(c)) for c in 'info@oakmill.com')}))</script>", ["info@oakmill.com"]),
    "array joined": ("<script>document.write(['info','oakmill.com'].join('@'))</script>", ["info@oakmill.com"]),
    "split reverse": ("<script>document.write('moc.llimkao@ofni'.split('').reverse().join(''))</script>", ["info@oakmill.com"]),
    "replaced": ("<script>document.write('info#oakmill.com'.replace('#','@'))</script>", ["info@oakmill.com"]),
    "variables": ("<script>var a='info',b='oakmill',c='.com';document.write(a+'@'+b+c)</script>", ["info@oakmill.com"]),
    "hex escapes": ("<script>document.write('info\\x40oakmill.com' + '')</script>", ["info@oakmill.com"]),
    "rot13": (f"<script>document.write(rot13('{codecs.encode('info@oakmill.com', 'rot13')}'))</script>", ["info@oakmill.com"]),
    "joined in a sum": ("<script>document.write(['i','n','f','o'].join('')+'@oakmill.com')</script>", ["info@oakmill.com"]),
    "reversed in a sum": ('<script>document.write(["o","f","n","i"].reverse().join("")+"@oakmill.com")</script>', ["info@oakmill.com"]),
    "over several scripts": ("<script>var u='info'</script><script>var h='oakmill.com'</script><p><script>document.write(u+'@'+h)</script></p>", ["info@oakmill.com"]),
    "onclick": ("<a onclick=\"location.href='mailto:'+'info'+'@'+'oakmill.com'\">x</a>", ["info@oakmill.com"]),
    "call": ("<a href=\"javascript:sendMail('info','oakmill','com')\">x</a>", ["info@oakmill.com"]),
    "typo3": (f"<a href=\"javascript:linkTo_UnCryptMailto('{shifted('mailto:info@oakmill.com', 2)}');\">x</a>", ["info@oakmill.com"]),
    "typo3 data": (f"<a href='#' data-mailto-token=\"{shifted('mailto:info@oakmill.com', 1)}\" data-mailto-vector=\"1\">x</a>", ["info@oakmill.com"]),
    "state": ('<script id="__NEXT_DATA__" type="application/json">{"props":{"contactEmail":"info\\u0040oakmill.com"}}</script>', ["info@oakmill.com"]),
    "json-ld": ('<script type="application/ld+json">{"@type":"Store","email":"mailto:info@oakmill.com"}</script>', ["info@oakmill.com"]),
    "json-ld contact point": ('<script type="application/ld+json">{"contactPoint":[{"email":"info@oakmill.com"}]}</script>', ["info@oakmill.com"]),
    "microdata": ('<meta itemprop="email" content="info@oakmill.com">', ["info@oakmill.com"]),
    "pre": ("<pre>Oak Mill\nMail: info@oakmill.com\n</pre>", ["info@oakmill.com"]),
    "onclick mailto": ("<a onclick=\"window.location='mailto:info@oakmill.com?subject=x'\">x</a>", ["info@oakmill.com"]),
    "a letter before the own domain": ("<p>info (a) oakmill.com</p>", ["info@oakmill.com"]),
    "half in brackets": ("<p>info at oakmill [dot] com</p>", ["info@oakmill.com"]), "guillemets": ("<p>info«at»oakmill.com</p>", ["info@oakmill.com"]),
    "letters in brackets": ("<p>info [a] oakmill [d] com</p>", ["info@oakmill.com"]), "dots in brackets": ("<p>info[.at.]oakmill.com</p>", ["info@oakmill.com"]),
    "a spaced sign and a word": ("<p>info @ oakmill dot com</p>", ["info@oakmill.com"]), "delete this": ("<p>info@oakmill-DELETETHIS.com infoSPAM@oakmill.com</p>", ["info@oakmill.com"]),
    "calls in a row": ("<script>document.write('info');document.write('@');document.write('oakmill.com');</script>", ["info@oakmill.com"]),
    "new array": ("<script>var a=new Array('info','oakmill.com');document.write(a[0]+'@'+a[1])</script>", ["info@oakmill.com"]),
    "any call": ("<a href=\"javascript:go('info','oakmill.com')\">x</a>", ["info@oakmill.com"]),
    "spaced letters": ("<p>i n f o @ o a k m i l l . c o m</p>", ["info@oakmill.com"]), "a space before": ("<p>E-mail: info @oakmill.com</p>", ["info@oakmill.com"]),
    "quoted words": ("<p>info \"at\" oakmill 'dot' com, shop 'at' oakmill.com</p>", ["info@oakmill.com", "shop@oakmill.com"]), "dashes in brackets": ("<p>info[-at-]oakmill[-dot-]com</p>", ["info@oakmill.com"]),
    "encoder plugin": (f'<a href="javascript:;" data-enc-email="{codecs.encode("info", "rot13")}[at]{codecs.encode("oakmill.com", "rot13")}">x</a>', ["info@oakmill.com"]),
    "template literal": ("<script>const u='info',h='oakmill.com';x.innerHTML=`<a href=\"mailto:${u}@${h}\">m</a>`</script>", ["info@oakmill.com"]),
    "concat": ("<script>var e='info'.concat('@','oakmill.com');document.write(e)</script>", ["info@oakmill.com"]), "piped": ('<a data-mail="info|oakmill.com">x</a>', ["info@oakmill.com"]),
    "mailto in words": ('<a href="mailto:info%20at%20oakmill%20dot%20com">x</a>', ["info@oakmill.com"]), "mailto backwards": ('<a href="mailto:moc.llimkao@ofni">x</a>', ["info@oakmill.com"]),
    "a break": ("<p>info@<br>oakmill.com</p>", ["info@oakmill.com"]), "alt in words": ('<img alt="info (at) oakmill (dot) com">', ["info@oakmill.com"]),
    "meta author": ('<meta name="author" content="Oak Mill, info@oakmill.com"><meta name="author" content="dev@agency-oak.net">', ["info@oakmill.com"]),
    "label and slash": ("<p>E-mail／info@oakmill.com Mail/shop@oakmill.com</p>", ["info@oakmill.com", "shop@oakmill.com"]),
    "escaped link": ("<a href=\"javascript:location='mailto:\\u0069nfo\\u0040oakmill.com'\">x</a>", ["info@oakmill.com"]),
    "hidden from old browsers": ("<script><!--\ndocument.write('info'+'@'+'oakmill.com')\n//--></script>", ["info@oakmill.com"]),
    "json-ld in a comment": ('<script type="application/ld+json"><!-- {"email":"info@oakmill.com"} --></script>', ["info@oakmill.com"]),
    "form": ('<form action="mailto:info@oakmill.com" method="post"><button>x</button></form>', ["info@oakmill.com"]),
    "binding": ("<a :href=\"'mailto:info@oakmill.com'\">x</a>", ["info@oakmill.com"]),
    "moved letters": ("<script>var s='" + "".join(chr(ord(c) + 1) for c in "info@oakmill.com") + "',m='';for(i=0;i<s.length;i++)m+=String.fromCharCode(s.charCodeAt(i)-1)</script>", ["info@oakmill.com"]),
    "decryptx": ("<a href=\"javascript:DeCryptX('" + "".join(chr(ord(c) + 1) for c in "info@oakmill.com") + "')\">x</a>", ["info@oakmill.com"]),
    "mailto in a link": ('<a href="/go?to=mailto%3Ainfo%40oakmill.com">x</a>', ["info@oakmill.com"]),
    "webmail link": ('<a href="https://mail.google.com/mail/?view=cm&amp;to=info@oakmill.com">x</a>', ["info@oakmill.com"]),
    "array's places": ("<script>var p=['oakmill.com','@','info'];document.write(p[2]+p[1]+p[0])</script>", ["info@oakmill.com"]),
    "turned variable": ("<script>var t='moc.llimkao@ofni';x.textContent=t.split('').reverse().join('')</script>", ["info@oakmill.com"]),
    "hex literal": ("<script>var c='" + "".join(f"\\x{ord(c):02x}" for c in "info@oakmill.com") + "';x.innerHTML=c</script>", ["info@oakmill.com"]),
    "rot13 in text": (f"<p class=r>{codecs.encode('info@oakmill.com', 'rot13')}</p><script>function t(c){{return String.fromCharCode("
                      "(c.charCodeAt(0)-84)%26+97)}} // 13</script>", ["info@oakmill.com"]),
    "no spam": ("<p>info@NOSPAM.oakmill.com</p>", ["info@oakmill.com"]),
}  # fmt: skip


@pytest.mark.parametrize(("body", "wanted"), PUBLISHED.values(), ids=PUBLISHED)
def test_published(body: str, wanted: list[str]) -> None:
    """What readers can see or what a script plainly unveils is found."""
    assert emails(body) == sorted(wanted)


SPELLED = {
    "en": ("info [at] oakmill [dot] com", "com"), "en bare": ("Email: info at oakmill dot com", "com"),
    "en capitals": ("info AT oakmill DOT com", "com"), "en braces": ("info {at} oakmill.com", "com"),
    "de": ("info (ät) oakmill (punkt) de", "de"), "de affe": ("info [Klammeraffe] oakmill.de", "de"),
    "fr": ("info (arobase) oakmill (point) fr", "fr"), "es": ("info arroba oakmill punto es", "es"),
    "it": ("info (chiocciola) oakmill.it", "it"), "pt": ("info (arroba) oakmill ponto pt", "pt"),
    "pl": ("info małpa oakmill kropka pl", "pl"), "cs": ("info zavináč oakmill tečka cz", "cz"),
    "sk": ("info (zavináč) oakmill (bodka) sk", "sk"), "hu": ("info (kukac) oakmill (pont) hu", "hu"),
    "nl": ("info [apenstaartje] oakmill [punt] nl", "nl"), "da": ("info (snabel-a) oakmill (punktum) dk", "dk"),
    "fr chez": ("info [chez] oakmill.fr", "fr"), "fr capitals": ("info AROBASE oakmill POINT fr", "fr"), "de bei": ("info (bei) oakmill.de", "de"),
    "sv": ("info (snabel-a) oakmill.se", "se"),
    "ru": ("info (собака) oakmill (точка) ru", "ru"), "tr": ("info (et) oakmill (nokta) tr", "tr"),
    "ja": ("info（アットマーク）oakmill.jp", "jp"), "ja at": ("info【at】oakmill.jp", "jp"), "ko": ("info(골뱅이)oakmill.kr", "kr"),
    "fi": ("info (ät) oakmill (piste) fi", "fi"), "dashes": ("info-at-oakmill-dot-com", "com"), "underscores": ("info_at_oakmill.com", "com"),
    "nl bare": ("E-mail: info apenstaartje oakmill punt nl", "nl"), "no bare": ("E-post: info krøllalfa oakmill punktum no", "no"),
    "ko bare": ("이메일: info 골뱅이 oakmill.kr", "kr"), "ru bare": ("Почта: info собака oakmill.ru", "ru"),
    "space": ("info @ oakmill.com", "com"), "full width": ("ｉｎｆｏ＠ｏａｋｍｉｌｌ．ｃｏｍ", "com"), "defanged": ("info[@]oakmill[.]com", "com"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "ending"), SPELLED.values(), ids=SPELLED)
def test_spelled_out(text: str, ending: str) -> None:
    """At and dot are read as words in the large languages."""
    assert emails(f"<p>{text}</p>") == [f"info@oakmill.{ending}"]


def test_stand_in() -> None:
    """A sign that the page itself says to replace by @ is one."""
    assert emails("<p>info☆oakmill.jp（☆を@に変えてください）</p>") == ["info@oakmill.jp"]


DECOYS = {
    "retina": '<p>logo@2x.png hero@3x.webp</p>', "package": "<p>left-pad@1.3.0 react@18.2.0.js</p>",
    "sentry": "<p>0a1b2c3d4e5f60718293a4b5c6d7e8f9@o1234.ingest.sentry.io</p>", "placeholder": "<p>your.name@example.com you@yourdomain.com</p>",
    "theme": "<p>hello@reallygreatsite.com info@mysite.com</p>", "pattern": "<p>firstname.lastname@oakmill.com</p>",
    "handle": "<p>Follow us @oakmill.studio</p>", "handles": "<p>by @oak.mill and @bark.co</p>", "prose": "<p>Meet us at the fair. It is at mill dot</p>",
    "prose at": "<p>We are at oakmill.com every day</p>", "shell": "<pre>$ ssh root@oakmill.com</pre>", "url": '<p>https://user:pw@oakmill.com/x</p>',
    "noreply": "<p>no-reply@oakmill.com</p>", "comment": "<!-- info@oakmill.com -->", "script": "<script>// by dev@agency-oak.net\nvar a=1;</script>",
    "hidden": '<p style="display:none">trap@oakmill.com</p>', "hidden link": '<a hidden href="mailto:trap@oakmill.com">x</a>',
    "template": "<template><p>trap@oakmill.com</p></template>", "input": '<input type="email" value="" placeholder="jane@oakmill.com">',
    "no such top level": "<p>info@oakmill.qwxz</p>", "git": "<p>git@github.com:oak/mill.git</p>", "map": '<a href="https://maps.example.org/@48.1,11.5,17z">x</a>',
    "service account": "<p>x@proj.iam.gserviceaccount.com</p>", "subject": '<a href="mailto:?subject=from me@oakmill.com">share</a>',
    "twice": "<p>name@name.com demo@demo.com</p>", "somebody's": "<p>me@yourbrand.com contact@mycompany.org</p>", "calendar": "<p>a1b2@group.calendar.google.com</p>",
    "prose about a site": "<p>You find us at oakmill dot com every day of the week and in the evening</p>", "a list": "<p>see (a) bark.com and (en) bark.org</p>", "a handle told": "<p>Follow the mill at twitter dot com slash oakmill</p>", "a call": "<a href=\"javascript:open('page','bark.org')\">x</a>", "maker": "<p>Made with love by dev@agency-oak.net</p>",
    "state's user": '<script>window.__S__={"user":{"email":"teste\\u0040teste.com"}}</script>',
    "file": "<p>backup@monday.zip</p>", "price": "<p>4@$5.00 2@3.50</p>",
}  # fmt: skip


@pytest.mark.parametrize("body", DECOYS.values(), ids=DECOYS)
def test_decoys(body: str) -> None:
    """What only looks like an address, or is one that nobody would write to, is none."""
    assert emails(body) == []


def test_a_shop_of_that_name() -> None:
    """A name that is a placeholder elsewhere is the site's own on its own domain."""
    assert emails("<p>info@mystore.com, demo@mystore.com</p>", "https://www.mystore.com/") == [
        "demo@mystore.com",
        "info@mystore.com",
    ]
    assert emails("<p>info@mystore.com</p>") == []


def test_own_before_webmail_before_others() -> None:
    """The site's own addresses come first, role addresses before personal ones, then webmail."""
    found = extract_contacts(
        "<p>jo@bark.org, mill@gmail.com, zoe@oakmill.com, info@oakmill.com</p>", "https://oakmill.com/"
    )
    assert found.emails == ["info@oakmill.com", "zoe@oakmill.com", "mill@gmail.com", "jo@bark.org"]


def test_provenance() -> None:
    """Each value says where it stands, and what was rejected says why."""
    found = extract_contacts(
        '<a href="mailto:info@oakmill.com">m</a><p>info@oakmill.com you@example.com</p>', "https://oakmill.com/"
    )
    assert found.sources["info@oakmill.com"] == ["mailto", "text"]
    assert "you@example.com" in found.rejected
