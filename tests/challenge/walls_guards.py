"""Walls of bot managers, firewalls and hosts' shields, each beside pages that are only served through them."""

# fmt: off
from tests.challenge.sample import BLOCK, CHALLENGE, NORMAL, Sample, article, site, small

MANAGERS = [
    Sample("akamai deny", BLOCK, "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n "
           "\nYou don't have permission to access \"http&#58;&#47;&#47;www&#46;ottermill&#46;example&#47;\" on this "
           "server.<P>\nReference&#32;&#35;18&#46;8d4f1202&#46;1790000000&#46;5c0c5f\n<P>https&#58;&#47;&#47;errors"
           "&#46;edgesuite&#46;net&#47;18&#46;8d4f1202</P>\n</BODY>\n</HTML>", 403, {"Server": "AkamaiGHost"},
           vendor="akamai"),
    Sample("akamai deny, plain", BLOCK, small("<h1>Access Denied</h1>Reference #18.8d4f1202.1790000000.5c0c5f "
           "https://errors.edgesuite.net/18.8d4f1202"), 403, vendor="akamai"),
    Sample("akamai deny, head", BLOCK, "", 403, {"Server": "AkamaiGHost"}, vendor="akamai"),
    Sample("akamai has no such page", NORMAL, "", 404, {"Server": "AkamaiGHost"}),
    Sample("akamai behavioural", CHALLENGE, small('<div id="sec-if-cpt-container"></div><p>Powered and protected by</p>'
           '<script src="/a7Kd/x"></script>'), 200, {"Set-Cookie": "bm_sz=1; Path=/"}, vendor="akamai"),
    Sample("akamai protected by", CHALLENGE, small("<img alt='Akamai'><p>Powered and protected by</p><p>Privacy</p>")),
    Sample("akamai sensor on a shop", NORMAL, site(head='<script src="/akam/13/5f2b"></script><script>var bmak = {};'
           "bmak.x=1</script>"), 200, {"Server": "AkamaiGHost", "Akamai-GRN": "0.1", "Set-Cookie": "_abck=1~-1~; Path=/"}),
    Sample("access denied, the band", NORMAL, site("<p>Reference: the usual.</p>", title="Access Denied")),
    Sample("powered by, footer", NORMAL, site("<p>This shop is powered and protected by two dogs.</p>")),
    Sample("a members' page", NORMAL, site("<p>You have no right to see this.</p>"), 403),
    Sample("imperva frame", CHALLENGE, '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX"></head>'
           '<body style="margin:0px"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=7-1-0" '
           'frameborder=0>Request unsuccessful. Incapsula incident ID: 500000-4</iframe></body></html>', 403,
           vendor="imperva"),
    Sample("imperva says no", BLOCK, small("Request unsuccessful. Incapsula incident ID: 1234-5678"), 403,
           vendor="imperva"),
    Sample("imperva two hashes", CHALLENGE, '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/'
           f'_Incapsula_Resource?SWJIYLWA={"5074a744e2e3d891814e9a2dace20bd4"},{"719d34d31c8e3a6e6fffd425f7e032f3"}">'
           "</script><body></body></html>"),
    Sample("imperva served", NORMAL, site(head=f'<script src="/_Incapsula_Resource?SWJIYLWA={"719d34d31c8e3a6e6fffd425f7e032f3"}'
           '&ns=2&cb=1"></script>'), 200, {"X-CDN": "Incapsula", "X-Iinfo": "1-2", "Set-Cookie": "visid_incap_1=x"}),
    Sample("distil", CHALLENGE, small("<h1>Pardon Our Interruption...</h1><p>As you were browsing something about your "
           "browser made us think you were a bot.</p><script>var distil_referrer; isImpervaSpaSupport</script>",
           "Pardon Our Interruption"), vendor="imperva"),
    Sample("distil, title in noscript", CHALLENGE, '<!DOCTYPE html><html><head><noscript><title>Pardon Our Interruption'
           '</title></noscript></head><body><script src="/b.js"></script></body></html>'),
    Sample("the marker that is none", CHALLENGE, small("<script>__incapsula__</script>"), 403),
    Sample("quotes imperva", NORMAL, article("Incapsula incident ID: 7", "distil_referrer",
           "&lt;iframe src=/_Incapsula_Resource?SWUDNSAI=&gt;", "__incapsula__")),
    Sample("sucuri script", CHALLENGE, "<html><title>You are being redirected...</title>\n<noscript>Javascript is required."
           "</noscript><script>var s={},u,c,U,r,i,l=0,e=eval,sucuri_cloudproxy_js='',S='cz0i';</script></html>", 307,
           vendor="sucuri"),
    Sample("sucuri block", BLOCK, small("<h1>Access Denied - Sucuri Website Firewall</h1><p>If you are the site owner (or "
           'you manage this site), please whitelist your IP or mail <a href="mailto:cloudproxy@sucuri.net">cloudproxy@'
           "sucuri.net</a>.</p><table><tr><td>Your IP:<td>203.0.113.9</table>", "Sucuri WebSite Firewall - Access Denied"),
           403, {"X-Sucuri-ID": "11005", "X-Sucuri-Block": "BNP005"}, vendor="sucuri"),
    Sample("sucuri block, header lost", BLOCK, small("<h1>Access Denied - Sucuri Website Firewall</h1>", "Sucuri WebSite "
           "Firewall - Access Denied"), 403),
    Sample("sucuri, uuid in sight", CHALLENGE, small("<script>document.cookie='sucuri_cloudproxy_uuid_1=2'</script>")),
    Sample("sucuri served", NORMAL, site(), 200, {"X-Sucuri-ID": "18012", "Set-Cookie": "sucuri_cloudproxy_uuid_0a1=b"}),
    Sample("quotes sucuri", NORMAL, article("sucuri_cloudproxy_js = ''", "sucuri_cloudproxy_uuid")),
    Sample("you are being redirected, a shop", NORMAL, site("<p>Our new address.</p>", "You are being redirected...")),
    Sample("datadome", CHALLENGE, '<html lang="en"><head><title>ottermill.example</title></head><body><p id="cmsg">Please '
           "enable JS and disable any ad blocker</p><script data-cfasync=\"false\">var dd={'rt':'c','cid':'A','host':"
           "'geo.captcha-delivery.com'}</script><script src=\"https://ct.captcha-delivery.com/c.js\"></script></body>"
           "</html>", 403, {"X-DD-B": "1", "X-DataDome": "protected"}, vendor="datadome"),
    Sample("datadome 401", CHALLENGE, '<p id="cmsg">Please enable JS and disable any ad blocker</p>', 401),
    Sample("datadome in a tab", CHALLENGE, small('<iframe src="https://geo.captcha-delivery.com/captcha/?x=1" width="100%"'
           ' height="100%"></iframe>', "ottermill.example"), 403, rendered=True, vendor="datadome"),
    Sample("datadome head", CHALLENGE, "", 403, {"Server": "DataDome", "X-DataDome": "blocked"}),
    Sample("datadome served", NORMAL, site(head="<script>window.ddjskey='A';</script><script src='https://js.datadome.co/"
           "tags.js'></script>"), 200, {"X-DataDome": "protected", "Set-Cookie": "datadome=1; Path=/"}),
    Sample("datadome preconnect", NORMAL, site(head='<link rel="preconnect" href="https://geo.captcha-delivery.com">')),
    Sample("quotes datadome", NORMAL, article("please enable js and disable any ad blocker", "geo.captcha-delivery.com")),
    Sample("perimeterx hold", CHALLENGE, small('<div id="px-captcha"></div><p>Press &amp; Hold to confirm you are a human'
           ' (and not a bot).</p><script src="https://captcha.px-cdn.net/PXabc/captcha.js"></script>',
           "Access to this page has been denied."), 403, vendor="perimeterx"),
    Sample("perimeterx denied", BLOCK, small("<h1>Access to this page has been denied</h1><p>Reference ID: 1</p>",
           "Access to this page has been denied"), 403, {"x-px-access-denied": "1"}),
    Sample("perimeterx 200", CHALLENGE, small('<div id="px-captcha" role="main"></div>', "Robot or human?")),
    Sample("perimeterx served", NORMAL, site(head="<script>window._pxAppId = 'PXabc';</script>"), 200,
           {"Set-Cookie": ["_pxhd=1; Path=/", "_px3=2"]}),
    Sample("perimeterx on a form", NORMAL, site('<form><div id="px-captcha"></div></form>')),
    Sample("kasada", CHALLENGE, '<html><head></head><body><script>window.KPSDK={};KPSDK.now=typeof performance;KPSDK.start='
           'KPSDK.now();</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/'
           'ips.js?x=1"></script></body></html>', 429, {"x-kpsdk-ct": "0x", "Set-Cookie": "KP_UIDz=1"}, vendor="kasada"),
    Sample("kasada, header lost", CHALLENGE, '<html><body><script>KPSDK.scriptStart=KPSDK.now();</script></body></html>'),
    Sample("kasada served", NORMAL, site(head="<script>KPSDK.start=1</script>"), 200, {"x-kpsdk-ct": "0x",
           "Set-Cookie": "KP_UIDz=1"}),
    Sample("f5 rejected", BLOCK, "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. "
           "Please consult with your administrator.<br><br>Your support ID is: 4611686018427387904<br><br>"
           "<a href='javascript:history.back();'>[Go Back]</a></body></html>", vendor="f5"),
    Sample("f5 rejected, own title", BLOCK, small("<p>The requested URL was rejected. Please consult with your "
           "administrator.</p>", "Ottermill"), 200),
    Sample("f5 script", CHALLENGE, '<html><head><script>(function(){window["bobcmn"] = "101110101010200000002200000005";'
           '})();</script><script src="/TSPD/08a1?type=9"></script><noscript>Please enable JavaScript to view the page '
           "content.</noscript></head><body></body></html>", vendor="f5"),
    Sample("f5 served", NORMAL, site(head='<APM_DO_NOT_TOUCH><script src="/TSPD/08a1?type=17"></script></APM_DO_NOT_TOUCH>'),
           200, {"Set-Cookie": ["TS01a2b3c4=1; Path=/", "BIGipServerpool=1"]}),
    Sample("f5 script on a served page", NORMAL, site(head='<script>window["bobcmn"]="1"</script>')),
    Sample("a rejected request", NORMAL, site("<p>The requested URL was rejected. Please consult with your administrator."
           "</p>", "Request Rejected")),
    Sample("shape header", NORMAL, site(), 200, {"X-abcd1234-a": "x"}),
    Sample("reblaze", BLOCK, small("<h1>Access Denied (403)</h1><p>Current session has been terminated.</p>"), 403),
    Sample("reblaze served", NORMAL, site("<p>The current session has been terminated, says the clock.</p>"), 200,
           {"Set-Cookie": "rbzid=1"}),
    Sample("radware redirect", CHALLENGE, "", 302, {"Location": "https://validate.perfdrive.com/?ssa=1"}, vendor="radware"),
    Sample("radware title", BLOCK, small("<p>Unauthorized Activity Has Been Detected</p>", "Unauthorized Request Blocked"),
           403),
    Sample("radware served", NORMAL, site(), 200, {"Set-Cookie": "__uzma=1", "X-SL-CompState": "TouchUp"}),
    Sample("threatmetrix", NORMAL, site(head='<script src="https://h.online-metrix.net/fp/tags.js"></script>')),
    Sample("stackpath", BLOCK, small("<p>You performed an action that triggered the service and blocked your request.</p>",
           "StackPath"), 403),
    Sample("quotes stackpath", NORMAL, article("triggered the service and blocked your request")),
    Sample("linkedin", BLOCK, '<script>window.location.href = "/authwall?trk=x"</script>', 999),
    Sample("anubis", CHALLENGE, small('<h1 id="title">Making sure you&#39;re not a bot!</h1><script id="anubis_version" '
           'type="application/json">"1.21"</script><script id="anubis_challenge" type="application/json">{"rules":{}}'
           '</script><img src="/.within.website/x/cmd/anubis/static/img/pensive.webp"><details><p>You are seeing this '
           "because the administrator has set up Anubis to protect the server against the scourge of AI companies.</p>"
           "</details>", "Making sure you&#39;re not a bot!"), vendor="anubis"),
    Sample("anubis, other language", CHALLENGE, small('<h1>Wir prüfen, ob Sie ein Mensch sind</h1><script '
           'id="anubis_challenge" type="application/json">{}</script><script src="/.within.website/x/xess/xess.js">'
           "</script>", "Einen Augenblick"), 200, {"Set-Cookie": "techaro.lol-anubis-auth=; Max-Age=0"}),
    Sample("anubis denial", BLOCK, small('<script id="anubis_version" type="application/json">"1"</script><h1>Oh noes!</h1>'
           '<img src="/.within.website/x/cmd/anubis/static/img/reject.webp"><p>Access Denied: error code x.</p>',
           "Oh noes!"), vendor="anubis"),
    Sample("links anubis", NORMAL, site('<a href="https://anubis.techaro.lol">Anubis</a> lives under <code>/.within.website'
           "/x/cmd/anubis/</code>")),
]

HOSTS = [
    Sample("siteground stub", CHALLENGE, '<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F&'
           'y=ipr:203.0.113.9"></meta></head></html>', 202, {"SG-Captcha": "challenge"}, vendor="siteground"),
    Sample("siteground stub, header lost", CHALLENGE, '<html><head><meta http-equiv="refresh" content="0;/.well-known/'
           'captcha/?r=%2F"></head></html>', vendor="siteground"),
    Sample("siteground captcha", CHALLENGE, small("<h1>Our system thinks you might be a robot!</h1><p>We are sorry, but to "
           "continue please confirm.</p>", "Robot Challenge Screen")),
    Sample("siteground screen", CHALLENGE, small("<p>Checking the site connection security</p><script src='/c.js'></script>",
           "Robot Challenge Screen")),
    Sample("siteground rule", BLOCK, small("<p>The access is restricted due to a security rule.</p>"), 403),
    Sample("quotes siteground", NORMAL, article("Our system thinks you might be a robot!", "Access is restricted due to a "
           "security rule")),
    Sample("imunify splash", CHALLENGE, small('<h1>Please wait while your request is being verified...</h1><form '
           'id="wsidchk-form"><input name="wsidchk"></form><script>setTimeout(function(){},1)</script>',
           "One moment, please..."), vendor="imunify360"),
    Sample("imunify captcha", CHALLENGE, small("<p>We have noticed an unusual activity from your IP.</p><p>Protected by <b>"
           "Imunify360</b></p>", "Captcha"), 200, {"Server": "imunify360-webshield/1.21"}),
    Sample("imunify served", NORMAL, site("<p>Our host is protected by Imunify360.</p>"), 200,
           {"Server": "imunify360-webshield/1.21"}),
    Sample("litespeed", CHALLENGE, small('<form id="lsrecaptcha-form" action="/.lsrecap/recaptcha?" method="post"><div '
           'class="g-recaptcha"></div></form>', "Bot Verification"), vendor="litespeed"),
    Sample("bitninja", CHALLENGE, small("<h1>Visitor anti-robot validation</h1><p>Security check by BitNinja.IO</p>",
           "Waiting for the redirectiron..."), vendor="bitninja"),
    Sample("quotes bitninja", NORMAL, article("security check by BitNinja", "visitor anti-robot validation")),
    Sample("wordfence", BLOCK, small("<h1>Your access to this site has been limited by the site owner</h1><p>Your access to "
           "this service has been limited. (HTTP response code 503)</p><p>If you think you have been blocked in error, "
           "contact the owner.</p><p>Generated by Wordfence at Mon, 21 Sep 2026 14:13:20 GMT.</p>",
           "Your access to this site has been limited"), 503, vendor="wordfence"),
    Sample("wordfence, Italian", BLOCK, small("<h1>Il tuo accesso a questo sito è stato limitato dal proprietario</h1><p>Se "
           "pensi di essere stato bloccato per errore, contatta il proprietario.</p><a href='https://www.wordfence.com/help/"
           "?query=blocked'>Documentazione</a>", "Accesso limitato"), 503, vendor="wordfence"),
    Sample("wordfence served", NORMAL, site(head='<link href="/wp-content/plugins/wordfence/css/x.css">')),
    Sample("quotes wordfence", NORMAL, article("Your access to this site has been limited", "Generated by Wordfence")),
    Sample("godaddy firewall", BLOCK, small("<h1>Access Denied - GoDaddy Website Firewall</h1>", "Denied"), 403),
    Sample("quotes godaddy", NORMAL, article("GoDaddy Website Firewall", "SiteLock Incident ID: 7")),
    Sample("sitelock", BLOCK, small("<p>Sitelock Incident ID: 7-7</p>"), 403),
    Sample("malcare", BLOCK, small('<h1>Firewall</h1><div>powered by <b>MalCare</b></div><p>Blocked because of Malicious '
           "Activities</p>"), 403),
    Sample("shield", BLOCK, small("<h1>You were blocked by the Shield.</h1>"), 403),
    Sample("quotes plugins", NORMAL, article("Blocked because of malicious activities", "You were blocked by the Shield")),
    Sample("mod_security", BLOCK, "<head><title>Not Acceptable!</title></head><body><h1>Not Acceptable!</h1><p>An appropriate"
           " representation of the requested resource could not be found on this server. This error was generated by "
           "Mod_Security.</p></body></html>", 406, vendor="modsecurity"),
    Sample("quotes mod_security", NORMAL, article("This error was generated by Mod_Security.")),
    Sample("testcookie", CHALLENGE, '<html><body><script src="/aes.js"></script><script>function toNumbers(d){}var a='
           'toNumbers("f655"),c=toNumbers("0a");document.cookie="__test="+toHex(slowAES.decrypt(c,2,a,b))+"; path=/";'
           'location.href="https://www.ottermill.example/?i=1";</script><noscript>This site requires Javascript to work, '
           "please enable Javascript in your browser or use a browser with Javascript support</noscript></body></html>",
           vendor="testcookie"),
    Sample("testcookie, words", CHALLENGE, "<html><body>This site requires Javascript to work, please enable Javascript in "
           "your browser<script src='/a.js'></script></body></html>"),
    Sample("needs script, a site", NORMAL, site("<noscript>This site requires Javascript to work, please enable Javascript"
           "</noscript>")),
    Sample("ddos-guard", CHALLENGE, small("<h1>Checking your browser before accessing ottermill.example</h1><p>Please wait a "
           'few seconds.</p><script src="https://check.ddos-guard.net/check.js"></script>', "DDoS-Guard", '<link rel='
           '"stylesheet" href="/.well-known/ddos-guard/js-challenge/index.css">'), 403, {"Server": "ddos-guard",
           "Set-Cookie": "__ddg8_=1"}, vendor="ddos-guard"),
    Sample("ddos-guard served", NORMAL, site(head='<script src="/.well-known/ddos-guard/js-challenge/x.js"></script>'), 200,
           {"Server": "ddos-guard", "Set-Cookie": "__ddg1_=1"}),
    Sample("qrator", CHALLENGE, '<html><head><script src="/__qrator/qauth_utm_v2.js"></script></head><body></body></html>',
           401, {"Server": "QRATOR", "Set-Cookie": "qrator_jsr=1.2"}, vendor="qrator"),
    Sample("qrator captcha", CHALLENGE, small("<p>Подтвердите, что вы не робот</p>"), 403,
           {"x-qrator-validate-result": "captcha"}),
    Sample("qrator served", NORMAL, site(), 200, {"Server": "QRATOR"}),
    Sample("Russian hosts", NORMAL, site(), 200, {"Server": "NGENIX/1", "X-Variti-CCR": "1"}),
]
