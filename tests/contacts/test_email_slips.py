"""Emails that a slip, an editor or a plugin has bent: each kind with what it must not mistake for one."""

import base64

import pytest

from contactscraper.contacts import extract_contacts


def emails(body: str, url: str = "https://www.oakmill.com/contact") -> list[str]:
    return sorted(extract_contacts(body, url).emails)


#: Kinds in which each row publishes info@oakmill.com, and nothing else.
ONE = {
    "mailto without a question mark": '<a href="mailto:info@oakmill.com&amp;subject=Hi">x</a>',
    "another word for mailto": '<a href="mail:info@oakmill.com">x</a>',
    "a slip in mailto": '<a href="malito:info@oakmill.com">x</a>',
    "a semicolon": '<a href="mailto;info@oakmill.com">x</a>',
    "two signs": '<a href="mailto:info@@oakmill.com">x</a>',
    "a space before the sign": '<a href="mailto:info&nbsp;@oakmill.com">x</a>',
    "a comma in a link": '<a href="mailto:info@oakmill,com">x</a>',
    "a comma in text": "<p>E-mail: info@oakmill,com</p>",
    "a comma, own domain": "<p>Write to info@oakmill,com today</p>",
    "an editor's scheme": '<a href="http://info@oakmill.com/">x</a>',
    "a label with an equals sign": "<p>e-mail=info@oakmill.com</p>",
    "examples elsewhere": "<p>We tune, for example, pianos: info@oakmill.com</p>",
    "an example of its own": "<p>Write to any of us, e.g. info@oakmill.com</p>",
    "a small sign": "<p>info\ufe6boakmill.com</p>",
    "an ending to take away": "<p>info@oakmill.com.nospam</p>",
    "encoded twice": "<p>&amp;#105;nfo&amp;#64;oakmill.com</p>",
    "an escape before": "<p>\\ninfo@oakmill.com</p>",
    "an icon": '<p>info<i class="fa fa-at"></i>oakmill.com</p>',
    "an icon before": '<p>Mail<i class="fas fa-at"></i>info@oakmill.com</p>',
    "an icon and a space": '<p><i class="icon-at"></i> info@oakmill.com</p>',
    "words glued before": "<p>Почтаinfo@oakmill.com</p>",
    "replace with": "<p>info (replace with @) oakmill.com</p>",
    "a link of a picture": '<svg><a xlink:href="mailto:info@oakmill.com"><path d="M0"/></a></svg>',
    "a link in the head": '<link rel="author" href="mailto:info@oakmill.com">',
    "a meta of whatever name": '<meta name="publisher" content="info@oakmill.com">',
    "hex": f'<a data-hex="{b"info@oakmill.com".hex()}">x</a>',
    "hex backwards": f'<a data-mail="{b"info@oakmill.com".hex()[::-1]}">x</a>',
    "words between slashes": '<a data-mail-to="info/at/oakmill/dot/com">x</a>',
    "parts in rel": '<a href="#" class="mailto" rel="info|oakmill.com">x</a>',
    "written plainly": "<script>document.write('info@oakmill.com')</script>",
    "written in entities": "<script>document.write('&#105;nfo&#64;oakmill&#46;com');</script>",
    "set as a text": "<script>x.textContent = 'info@oakmill.com';</script>",
    "escaped": "<script>document.write('\\u0069nfo\\u0040oakmill.com')</script>",
    "percent code in a variable": "<script>var m='info%40oakmill.com';go(decodeURIComponent(m))</script>",
    "values in a template": "<script>document.write(`<b>${'info'}@${'oakmill.com'}</b>`)</script>",
    "a helper": "<script>emailLink('info','oakmill.com','Write to us');</script>",
    "cryptx with digits": "<a href=\"javascript:DeCryptX('" + "".join(f"{n % 4}{chr(ord(c) + n % 4)}" for n, c in enumerate("info@oakmill.com")) + "')\">x</a>",
    "state that is no json": '<script>window.__NUXT__={a:"\\u003Ca href=\\"mailto:info@oakmill.com\\"\\u003E"}</script>',
    "state in a function": '<script>window.__NUXT__=(function(a,b){return {data:[{mail:a}]}}("info@oakmill.com",1))</script>',
    "state in an attribute": "<astro-island props='{\"email\":[0,\"info@oakmill.com\"]}'></astro-island>",
}  # fmt: skip


@pytest.mark.parametrize("body", ONE.values(), ids=ONE)
def test_bent(body: str) -> None:
    """An address is read as the person meant who wrote it."""
    assert emails(body) == ["info@oakmill.com"]


SEVERAL = {
    "copies without a question mark": ('<a href="mailto:info@oakmill.com&amp;cc=jo@oakmill.com">x</a>', ["info@oakmill.com", "jo@oakmill.com"]),
    "numbers": ("<p>邮箱：55501234@qq.com，24@oakmill.com</p>", ["24@oakmill.com", "55501234@qq.com"]),
    "names in braces": ("<p>{ann, bob}@oakmill.com</p>", ["ann@oakmill.com", "bob@oakmill.com"]),
    "devanagari": ("<p>ईमेल: संपर्क@चक्की.भारत</p>", ["संपर्क@चक्की.भारत"]),
    "decomposed accents": ("<p>info@mu\u0308hle-eiche.de</p>", ["info@mühle-eiche.de"]),
}  # fmt: skip


@pytest.mark.parametrize(("body", "wanted"), SEVERAL.values(), ids=SEVERAL)
def test_several(body: str, wanted: list[str]) -> None:
    """Several names before one host are several addresses; marks that are no letters belong to a name."""
    assert emails(body) == wanted


NONE = {
    "a comma in prose": "<p>We met jo@home,it was late, and bob@work,so it went.</p>",
    "a comma behind an address's name": "<p>Follow @oakmill,de and @bark,com</p>",
    "another's server": '<a href="http://deploy@build.bark.org/">x</a>',
    "a message": '<a href="xmpp:mill@bark.org">x</a><p>XMPP: mill@bark.org, sip:100@bark.org</p>',
    "an example": "<p>(e.g. a.smith@bark.org) (z. B. ute@bark.org) (p. ej. ana@bark.org) Example: jo@bark.org; 例：an@bark.org</p>",
    "a sender": "<p>invoices-noreply@oakmill.com orders.no-reply@oakmill.com</p>",
    "prose with an and": "<p>Q&amp;A@noon.today</p>",
    "filler": "<p>lorem@ipsum.com</p>",
    "letters left out": "<p>j***@oakmill.com</p>",
    "a template's hole": "<p>{{user}}@oakmill.com, {name}@oakmill.com</p>",
    "letters": "<p>a@b.com or x@y.de, a.b@c.org</p>",
    "a name of the word for mail": "<p>nombre@correo.com, usuario@empresa.com, gebruiker@bedrijf.nl</p>",
    "a number elsewhere": "<p>4711@bark.org</p>",
    "your address": "<p>ihre@email.de votre@email.fr tuo@email.it seu@email.com.br</p>",
    "an icon in prose": '<p>You find us <i class="fa fa-at"></i> oakmill.com every day</p>',
    "beware": "<p>Beware of messages from winner@oakmi11.net</p>",
    "others' state": "<astro-island props='{\"reviews\":[{\"email\":\"joe@bark.org\"}]}'></astro-island>",
    "a package": "<script>import('https://cdn.bark.org/npm/%40oak%2Fmill.com')</script>",
    "strings of a script": '<script>window.cfg={run:function(){return "jo@bark.org"}}</script>',
    "a file in meta": '<meta property="og:image" content="https://oakmill.com/logo@2x.png">',
    "usual rel": '<a href="#" rel="nofollow noopener">x</a>',
    "hex of something": '<i data-hex="00112233445566778899aabbccddeeff"></i>',
}  # fmt: skip


@pytest.mark.parametrize("body", NONE.values(), ids=NONE)
def test_quiet(body: str) -> None:
    """Prose, code and numbers of the same looks are no addresses."""
    assert emails(body) == []


#: More of the kinds that publish info@oakmill.com, and nothing else.
CODED = {
    "a sentence before": "<p>Questions?info@oakmill.com</p>",
    "a footnote": "<p>info@oakmill.com<sup>1</sup></p>",
    "a break before the sign": "<p>Write to info<br>@oakmill.com</p>",
    "the title": "<title>Oak Mill, info@oakmill.com</title>",
    "brackets in a link": '<a href="mailto:info[@]oakmill.com">x</a>',
    "two schemes": '<a href="mailto:http://info@oakmill.com">x</a>',
    "a phone's scheme": '<a href="tel:info@oakmill.com">x</a>',
    "a path": '<a href="https://www.oakmill.com/info@oakmill.com">x</a>',
    "hashes": "<p>info#at#oakmill.com</p>",
    "a trap within": "<p>info@oakmillNOSPAM.com</p>",
    "a trap in a link": '<a href="mailto:NOSPAMinfo@oakmill.com">x</a>',
    "a sign that turns": "<p>\u202emoc.llimkao@ofni\u202c</p>",
    "direction as an attribute": '<p dir="rtl" style="unicode-bidi:bidi-override">moc.llimkao@ofni</p>',
    "a sheet's sum": "<style>.e::after{content:'@' attr(data-h)}</style><p><b class=e data-h='oakmill.com'>info</b></p>",
    "both parts backwards": '<i data-user="ofni" data-website="moc.llimkao"></i>',
    "parts by any name": '<a class="email" data-l="info" data-r="oakmill.com">x</a>',
    "three parts by any name": '<a class="email" data-one="info" data-two="oakmill" data-three="com">x</a>',
    "a loop from the end": "<script>var s='moc.llimkao@ofni';for(i=s.length-1;i>=0;i--)t+=s[i]</script>",
    "parts in base64": f"<script>a=atob('{base64.b64encode(b'info').decode()}')+'@'+atob('{base64.b64encode(b'oakmill.com').decode()}')</script>",
    "another event": "<a onmousedown=\"this.href='mailto:'+['info','oakmill.com'].join('@')\">x</a>",
    "one coded argument": f"<a href=\"javascript:go('{base64.b64encode(b'info@oakmill.com').decode()}')\">x</a>",
    "one moved argument": "<a href=\"javascript:go('" + "".join(chr(ord(c) + 1) for c in "info@oakmill.com") + "')\">x</a>",
    "base64 in a variable": f"<script>var e='{base64.b64encode(b'info@oakmill.com').decode()}';document.write(atob(e))</script>",
    "a code in two": "<script>document.write('info'+'&#'+'64;'+'oakmill'+'.com')</script>",
    "a list of codes": f"<script>w({list(b'info@oakmill.com')}.map(c=>String.fromCharCode(c)).join(''))</script>",
    "each of a list of codes": f"<script>var s='';{list(b'info@oakmill.com')}.forEach(function(c){{s+=String.fromCharCode(c)}})</script>",
    "turned by thirteen": '<a data-rot13="vasb@bnxzvyy.pbz">x</a>',
    "a link turned by thirteen": '<a href="znvygb:vasb@bnxzvyy.pbz">x</a>',
    "an element's three parts": '<safe-mail name="info" domain="oakmill" tld="com"></safe-mail>',
    "parts in a list": "<a data-parts='[\"info\",\"oakmill\",\"com\"]'>x</a>",
    "parts in an object": "<i data-contact='{\"u\":\"info\",\"h\":\"oakmill.com\"}'></i>",
    "a button's words": '<input type="button" value="E-mail: info@oakmill.com">',
    "a link's script to mailto": "<a href=\"javascript:location='mailto:info@oakmill.com'\">x</a>",
    "escaped with u": f"<script>w(unescape('{''.join(f'%u{ord(c):04x}' for c in 'info@oakmill.com')}'))</script>",
    "a list filled from the end": "<script>var l=new Array();" + "".join(f"l[{n}]='|{ord(c)}';" for n, c in enumerate("info@oakmill.com"[::-1])) + "document.write('&#'+unescape(l[i].substring(1))+';')</script>",
    "json-ld in cdata": '<script type="application/ld+json">/*<![CDATA[*/{"email":"info@oakmill.com"}/*]]>*/</script>',
    "json-ld with a value": '<script type="application/ld+json">{"@type":"Store","email":{"@value":"info@oakmill.com"}}</script>',
    "a firm's state": '<script>window.__STATE__={"contact":{"email":"info@oakmill.com"},"plugin":{"email":"dev@bark.org"}}</script>',
    "how to read it in brackets": "<p>メール：info(at)oakmill.com　（(at)を@に変更して下さい）</p>",
    "a stand-in set apart": "<p>メール：info ★ oakmill.com（★を@に）</p>",
    "how to read it before": "<p>邮箱（#换成@）：info#oakmill.com</p>",
    "a code among parts": "<script>x.innerText=['info',String.fromCharCode(64),'oakmill','.','com'].join('')</script>",
    "an element's spelled attribute": '<my-card address="info(at)oakmill.com"></my-card>',
    "hidden by what it stands in": "<style>p { color: red } #m b, x { display : none }</style><p id='m'>info<b>NOT</b>@oak<b class='x'>no</b>mill.com</p>",
    "a class hidden within": "<style>.m > .x{visibility:hidden}</style><p class='a m'>info@<span class='x y'>trap.</span>oakmill.com</p>",
    "hidden elsewhere": "<style>.menu b{display:none}</style><p class='menu'>Menu</p><p class='m'>in<b>fo</b>@oakmill.com</p>",
    "base64 of a library": f"<script>document.write(Base64.decode('{base64.b64encode(b'info@oakmill.com').decode()}'))</script>",
    "called at once": "<script>(function(a,b){document.write(a+'@'+b)})('info','oakmill.com')</script>",
    "fields of an object": "<script>var o={u:'info',d:'oakmill.com'};document.write(o.u+'@'+o.d)</script>",
    "octal": "<script>document.write('info\\100oakmill\\56com')</script>",
    "a percent code before": "<p>%3Cinfo@oakmill.com%3E</p>",
    "capitals between": "<p>Correo: infoARROBAoakmillPUNTOcom</p>",
    "capitals for a dot": "<p>info@oakmillDOTcom</p>",
    "in Korean": "<p>이메일: info(앳)oakmill.com</p>",
    "in Romanian": "<p>info (maimuță) oakmill.com</p>",
    "single quotes in json-ld": "<script type='application/ld+json'>{'@type':'Store','email':'info@oakmill.com'}</script>",
    "a component's object": "<div x-data=\"{ email: 'info@oakmill.com' }\"></div>",
    "a component's attribute": '<contact-card email="info@oakmill.com"></contact-card>',
    "a framework's data": '<script>__kit_1={data:[{mail:"info@oakmill.com"}]}</script>',
}  # fmt: skip


@pytest.mark.parametrize("body", CODED.values(), ids=CODED)
def test_coded(body: str) -> None:
    """An address is read through what sites do to keep it from robots."""
    assert emails(body) == ["info@oakmill.com"]


PROSE = {
    "a film": "<p>intro@hd.mp4 and main@font.woff2</p>",
    "a name with Dot": "<p>Sale at Oak Dot Com Event</p>",
    "capitals in a name": "<p>The ChATtyDOTs are at theDATaDOTink fair, dataATworkPUNTOS</p>",
    "a name for any name": "<p>Use name@bark.edu or vorname.name@oakmill.com</p>",
    "a look": "<p>Contact: see at oakmill.com</p>",
    "a copy": "<p>rsync -av jo@backup.oakmill.com:/srv /mnt</p>",
    "prose with both words": "<p>Meet Anna at bark dot inc or at the oak.</p>",
    "a field's words": '<input type="text" value="jo@oakmill.com">',
    "lists filled with words": "<script>var l=[];l[0]='a';l[1]='@';l[2]='b';l[3]='.';l[4]='c';l[5]='d'</script>",
    "an element's words": '<my-card text="Open (at) last"></my-card>',
    "a star of a list": "<p>★ oakmill ★ bark.org（★は人気）</p>",
    "fields of another": "<script>var o={u:'jo',d:'bark'};w(o.u+'@'+o.d);(function(a){})('a','b@c')</script>",
    "lists of others": "<i data-contact='[\"a\",\"b\"]' data-parts='[1,2]'></i><script>var s=[12,34,56,78,90,11,22];</script>",
    "parts of another's host": "<i data-parts='[\"logo\",\"bark.org\"]'></i>",
    "parts of a product": '<a class="item" data-size="large" data-page="oak.html" data-id="7">x</a>',
    "a call with a file": "<a href=\"javascript:show('cGljdHVyZS5qcGc=')\">x</a>",
    "a user's row": '<user-menu email="{{user.email}}"></user-menu>',
}  # fmt: skip


@pytest.mark.parametrize("body", PROSE.values(), ids=PROSE)
def test_prose(body: str) -> None:
    """What resembles the kinds above and is none stays where it is."""
    assert emails(body) == []
