"""Walls that say in plain words what they are, in many languages; firewalls of applications; pages that quote them."""

# fmt: off
from tests.challenge.sample import BLOCK, CHALLENGE, NORMAL, Sample, article, site, small

FIREWALLS = [
    Sample("application gateway", BLOCK, "<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1>"
           "</center><hr><center>Microsoft-Azure-Application-Gateway/v2</center></body></html>", 403, vendor="azure"),
    Sample("akamai has lost the origin", NORMAL, small("<h1>Service Unavailable - DNS failure</h1><p>Reference #11.2d351ab8.1790000000.a4e16ab</p>",
           "Service Unavailable - DNS failure"), 503),
    Sample("fortiweb", BLOCK, small("<h1>Web Page Blocked!</h1><p>The page cannot be displayed. Attack ID: 20000051</p>", "403"),
           403, vendor="fortinet"),
    Sample("ninja firewall", BLOCK, small("<p>Sorry, your request cannot be processed.</p><p>For security reasons, it was blocked "
           "and logged.</p>", "NinjaFirewall: 403 Forbidden"), 403),
    Sample("webknight", BLOCK, small("<p>Your request triggered an alert.</p>", "WebKnight Application Firewall Alert"), 999),
    Sample("cerber", BLOCK, small("<h1>We're sorry</h1><p>Your request looks suspicious or similar to automated requests from spam "
           "posting software.</p>", "Access forbidden"), 403),
    Sample("imperva's other frame", CHALLENGE, '<html><body style="margin:0"><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&'
           'xinfo=7-2-0&incident_id=3" frameborder=0></iframe></body></html>', vendor="imperva"),
    Sample("barracuda", BLOCK, small("<p>The request was blocked by the Barracuda Web Application Firewall.</p>", "Error"), 403),
    Sample("sophos", BLOCK, small("<h1>Request blocked</h1><p>Powered by UTM Web Protection</p>", "403"), 403),
    Sample("dosarrest", BLOCK, small("<p>This request was refused. Protected by DOSarrest</p>", "Sorry"), 403),
    Sample("a plugin's firewall", BLOCK, small("<p>Access to this site has been blocked by the security firewall.</p>", "403"), 403),
    Sample("a browser that is looked at", CHALLENGE, small("<p>Verifying your connection, wait a moment</p>", "ottermill.example"), 403),
    Sample("a browser that is looked at, Turkish", CHALLENGE, small("<p>Tarayıcınız kontrol ediliyor</p>", "Bekleyin"), 503),
    Sample("a browser that is looked at, Japanese", CHALLENGE, small("<p>ブラウザを確認しています</p>", "お待ちください"), 503),
    Sample("refused in Chinese", BLOCK, small("<p>访问被拒绝：本站安全系统</p>", "403"), 403),
    Sample("refused by a firewall, German", BLOCK, small("<p>Die Anfrage wurde durch die Firewall blockiert.</p>", "403"), 403),
    Sample("refused by a firewall, Portuguese", BLOCK, small("<p>Acesso bloqueado pelo sistema: bloqueado por firewall</p>", "403"), 403),
    Sample("quotes firewalls, too", NORMAL, article("Barracuda Web Application Firewall", "Protected by DOSarrest", "Verifying your "
           "connection", "访问被拒绝", "durch die Firewall blockiert", "has been suspended for violating our terms",
           "No context on this server matched or handled this request")),
    Sample("a notice of trains", NORMAL, small("<h1>Otter Valley Railway</h1><p>The 9.40 is suspended due to flooding. Buses are blocked "
           "by snow, too; the office checks your request on Monday.</p>", "Notice")),
    Sample("quotes firewalls", NORMAL, article("dotDefender blocked your request", "For security reasons, it was blocked and "
           "logged", "smartcaptcha.yandexcloud.net", "Your IP has been blocked", "We have detected unusual traffic")),
    Sample("to yandex's captcha", CHALLENGE, "", 302, {"Location": "https://ottermill.example/showcaptcha?cc=1&mt=2"}),
    Sample("smartcaptcha", CHALLENGE, small('<form action="/checkcaptcha?key=x"><div id="checkbox-captcha-form"></div></form>',
           "Вы не робот?"), 403, vendor="yandex"),
    Sample("smartcaptcha in a form", NORMAL, site('<form><div class="smart-captcha"></div></form><script '
           'src="https://smartcaptcha.yandexcloud.net/captcha.js"></script>')),
    Sample("baidu", CHALLENGE, small("<div id='app'></div>", "百度安全验证"), vendor="baidu"),
    Sample("to baidu's captcha", CHALLENGE, "", 302, {"Location": "https://wappass.baidu.com/static/captcha/?ak=1"}),
    Sample("crowdsec's ban", BLOCK, small("<h1>Access Forbidden</h1><p>You are unable to visit the website.</p><p>This security "
           "check has been powered by CrowdSec</p>", "CrowdSec Access Forbidden"), 403, vendor="crowdsec"),
    Sample("crowdsec's captcha", CHALLENGE, small("<form><div class='g-recaptcha'></div></form>", "CrowdSec Captcha")),
    Sample("bunkerweb", CHALLENGE, small("<p>Please wait while we check if you are a human.</p>", "Bot Detection")),
    Sample("weibo's visitors", CHALLENGE, small("<script src='/mini_original.js'></script>", "Sina Visitor System")),
    Sample("reddit's wait", CHALLENGE, small("<form></form>", "Reddit - Please wait for verification")),
]

WORDS = [
    Sample(f"words, {name}", CHALLENGE, small(f"<h1>{said}</h1><script src='/v.js'></script>", title), status)
    for name, title, said, status in (
        ("English", "Verify you are human", "Press the button", 200), ("check", "Security Check", "One more step", 403),
        ("German", "Sicherheitsüberprüfung", "Bitte bestätigen Sie", 403), ("French", "Vérification de sécurité", "Patientez", 200),
        ("Spanish", "Verificación de seguridad", "Espere", 403), ("Portuguese", "Verificação de segurança", "Aguarde", 403),
        ("Italian", "Verifica di sicurezza", "Attendere", 403), ("Russian", "Проверка браузера", "Подождите", 403),
        ("Turkish", "Güvenlik kontrolü", "Bekleyin", 403), ("Chinese", "安全验证", "请完成验证", 200),
        ("Japanese", "セキュリティチェック", "確認してください", 403), ("Korean", "보안 확인", "확인하세요", 403),
    )
] + [
    Sample(f"refused, {name}", BLOCK, small(f"<p>{said}</p>", "403"), 403)
    for name, said in (
        ("English", "Your IP address has been temporarily blocked."), ("German", "Ihre IP-Adresse wurde gesperrt."),
        ("French", "Votre adresse IP a été bloquée."), ("Spanish", "Su dirección IP ha sido bloqueada."),
        ("Portuguese", "Seu IP foi bloqueado."), ("Italian", "Il tuo indirizzo IP è stato bloccato."),
        ("Polish", "Twój adres IP został zablokowany."), ("Russian", "Ваш IP-адрес заблокирован."),
        ("Turkish", "IP adresiniz engellenmiştir."), ("Chinese", "您的请求已被防火墙拦截"),
        ("reasons", "We have detected suspicious activity from your network."),
    )
] + [
    Sample("a gate of one's own", CHALLENGE, small('<h1>Please confirm you are human</h1><form><div class="cf-turnstile"></div></form>'
           '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>', "One moment")),
    Sample("a password behind a gate", NORMAL, small("<form><input name=u><input type=password name=p><p>请完成安全验证</p>"
           "<button>登录</button></form><script src='/gate.js'></script>", "会员登录")),
    Sample("a form with a gate", NORMAL, small("<h1>Write to the workshop</h1><form><label>Your name <input></label><label>Which clock "
           "is it, and what ails it? <textarea></textarea></label><p>Please confirm you are human</p><div class='cf-turnstile'></div>"
           "<button>Send</button></form>", "Contact")),
    Sample("no bot, says the title", CHALLENGE, small("<p>Loading…</p><script src='/c.js'></script>", "Checking you are not a bot")),
    Sample("a security check of our boats", NORMAL, site("<p>Each boat passes it.</p>", "Security check")),
    Sample("robots for sale", NORMAL, small("<h1>Are you a robot?</h1><p>Then our oil is for you. Ring <a href='tel:+442079460123'>"
           "020 7946 0123</a> or come to the shop by the bridge.</p>", "Are you a robot?")),
    Sample("a refusal without a reason", NORMAL, small("<h1>Access denied</h1><p>You have no right to see this page.</p>",
           "Access denied | Intranet"), 403),
]
