"""Walls of Chinese clouds and panels, each beside pages that are only served through them."""

# fmt: off
from tests.challenge.sample import BLOCK, CHALLENGE, NORMAL, Sample, article, site, small

_ARG1 = "var arg1='4A0F1C2D3E4B5A69788796A5B4C3D2E1F0A1B2C3';"

CHINA = [
    Sample("acw", CHALLENGE, f"<html><script>{_ARG1}var _0x4818=['csKHwqMI'];function setCookie(n,v){{document.cookie=n+'='"
           "+v}function reload(x){setCookie('acw_sc__v2',x);document.location.reload();}</script></html>",
           vendor="alibaba-waf"),
    Sample("acw v3", CHALLENGE, "<html><script>setCookie('acw_sc__v3', x)</script><body></body></html>"),
    Sample("renderData", CHALLENGE, '<textarea id="renderData" style="display:none">{"_waf_bd8ce2ce37":"x"}</textarea><!doctype'
           'html><html><head><meta name="aliyun_waf_aa" content="1"><meta name="aliyun_waf_oo" content="2"></head></html>',
           vendor="alibaba-waf"),
    Sample("aliyun 405", BLOCK, small('<div class="block_traceid_tips">Sorry, your request has been blocked as it may cause '
           'potential threats to the server\'s security.</div><img src="https://g.alicdn.com/sd-base/static/1.0.5/image/'
           '405.png"><a href="https://errors.aliyun.com/error">?</a>', "405"), 405, vendor="alibaba-waf"),
    Sample("aliyun served", NORMAL, site(), 200, {"Set-Cookie": "acw_tc=1;path=/"}),
    Sample("quotes aliyun", NORMAL, article("acw_sc__v2", "potential threats to the server", "腾讯云Web应用防火墙",
           "__jsl_clearance", "waf.tencent-cloud.com/")),
    Sample("a form with renderData", NORMAL, site('<textarea id="renderData"></textarea>')),
    Sample("punish", CHALLENGE, "<html><head></head><body><script>var u='/_____tmd_____/punish?x5secdata=x&x5step=1';"
           "location.replace(u)</script></body></html>", vendor="aliexpress"),
    Sample("x5 on a shop", NORMAL, site("<script>var x5secdata='';</script>")),
    Sample("edgeone", BLOCK, small("<h1>请求已被站点的安全策略拦截</h1>", "567"), 567, vendor="tencent"),
    Sample("edgeone, words", BLOCK, small("<h1>请求已被站点的安全策略拦截</h1>", "拦截"), 403),
    Sample("tencent waf", BLOCK, small('<img src="https://waf.tencent-cloud.com/x.png"><p>您的访问被腾讯云Web应用防火墙拦截</p>'),
           403, vendor="tencent"),
    Sample("jiasule 1", CHALLENGE, "<script>document.cookie=('_')+('_')+('j')+('s')+('l')+';';location.href=location.pathname+"
           "location.search</script>", 521, {"Set-Cookie": "__jsluid_s=1; path=/"}, vendor="knownsec-jiasule"),
    Sample("jiasule 2", CHALLENGE, "<script>go({\"tn\":\"__jsl_clearance\",\"ct\":\"x\"})</script>", 521),
    Sample("jiasule served", NORMAL, site("<script>var c='__jsl_clearance'</script>"), 200, {"Set-Cookie":
           "__jsluid_h=1; path=/", "X-Via-JSL": "1,-"}),
    Sample("chuangyu", BLOCK, small('<p>当前访问疑似黑客攻击,已被创宇盾拦截</p><script src="https://www.365cyd.com/x.js"></script>'),
           403),
    Sample("a partner's link", NORMAL, site('<a href="https://www.365cyd.com/">创宇盾</a>')),
    Sample("safedog verifies", CHALLENGE, '<html><head><title>服务器安全狗防护验证页面</title><script>self.location="/?WebShield='
           'x";</script></head></html>', 200, {"Set-Cookie": "safedog-flow-item=1"}, vendor="safedog"),
    Sample("safedog blocks", BLOCK, small('<script src="http://404.safedog.cn/Scripts/url.js"></script><p>网站防火墙</p>'), 404),
    Sample("safedog served", NORMAL, site(), 200, {"Set-Cookie": "safedog-flow-item=1"}),
    Sample("bt slider", CHALLENGE, small('<p>正在进行人机识别,请稍候</p><script src="/huadong_296d626f_f0a1.js?id=1"></script>')),
    Sample("bt block", BLOCK, small("<div class='content'>您的请求带有不合法参数,已被网站管理员设置拦截!</div>", "网站防火墙"), 403,
           vendor="bt-waf"),
    Sample("bt block, 200", BLOCK, small("<div>您的请求带有不合法参数,已被网站管理员设置拦截!</div>", "网站防火墙")),
    Sample("360 by status", BLOCK, "", 493, vendor="360-wangzhanbao"),
    Sample("360 blocks", BLOCK, small('<script src="/wzws-waf-cgi/x"></script><a href="http://wangshan.360.cn">360</a>'), 403),
    Sample("360 verifies", CHALLENGE, "<script>function WZWS_CONFIRM(){};var wzwschallenge='x'</script>", 200,
           {"WZWS-Ray": "1"}),
    Sample("360 served", NORMAL, site(), 200, {"WZWS-Ray": "1"}),
    Sample("yunjiasu", CHALLENGE, small('<script src="/.well-known/yunjiasu-cgi/x?yjs_use_ob=0"></script>'), 503),
    Sample("yunjiasu served", NORMAL, site(), 200, {"Server": "yunjiasu-nginx"}),
    Sample("huawei blocks", BLOCK, small('<p>hws_security@huawei.com</p><link href="https://static.hwclouds.com/static/error/'
           'x.css">', "访问被拦截!"), 418, {"Server": "HuaweiCloudWAF"}, vendor="huawei-waf"),
    Sample("huawei served", NORMAL, site(), 200, {"Server": "CW", "Set-Cookie": "HWWAFSESID=1; path=/"}),
    Sample("ruishu", CHALLENGE, "<html><head><script r='m'>$_ts=window['$_ts'];if(!$_ts)$_ts={};$_ts.nsd=1;</script><script "
           'src="/a/b.js"></script></head><body></body></html>', 202, vendor="ruishu"),
    Sample("ruishu 412", CHALLENGE, "<script>x()</script>", 412),
    Sample("ruishu head", CHALLENGE, "", 412),
    Sample("ruishu served", NORMAL, site(head="<script>$_ts=window['$_ts'];if(!$_ts)$_ts={};</script>"), 200,
           {"Set-Cookie": "FSSBBIl1UgzbN7N80S=1"}),
    Sample("safeline", CHALLENGE, small('<script src="https://challenge.rivers.chaitin.cn/challenge/v2/challenge.js"></script>'
           '<script>SafeLineChallenge("1")</script>'), 468, vendor="chaitin-safeline"),
    Sample("safeline, status lost", CHALLENGE, small('<script>SafeLineChallenge("1",{level:2})</script>')),
    Sample("yundun captcha", CHALLENGE, small('<form action="/cdn_cgi_bs_captcha/x"></form>', "安全检查"), 403),
    Sample("yundun blocks", BLOCK, small("<p>Blocked by YUNDUN Cloud WAF</p>"), 403),
    Sample("yunsuo", BLOCK, small('<div class="yunsuologo"></div><p>请求不合法</p>'), 403),
]
