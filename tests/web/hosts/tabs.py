"""Pages that would hang, flood or abuse a browser tab."""

from tests.web import raw
from tests.web.endings import EMPTY_IN_TAB, FOUND_IN_TAB, TAB_TIMEOUT
from tests.web.hosts.rendered import APP, RENDER, rendered
from tests.web.model import Ending, Reply, site
from tests.web.pages import page, script

#: Hosts that a tab must never reach; should one be asked, the web sees it.
PRIVATE = (
    '<script src="http://inside.test/a.js"></script><img src="http://10.0.0.1/b.png">'
    '<iframe src="http://169.254.169.254/latest/meta-data/"></iframe>'
    + script(
        "fetch('http://loopback.test/c').catch(function(){});fetch('http://[::ffff:10.0.0.1]/d').catch(function(){});"
    )
)
POPUPS = script("for(var i=0;i<5;i++){window.open('/popup'+i)}")
DIALOGS = script("alert('Welcome');confirm('Really?');prompt('Name?');window.onbeforeunload=function(){return 'Stay'};")
DOWNLOAD = '<iframe src="/file.zip" hidden></iframe>' + script(
    "var a=document.createElement('a');a.href='/file.zip';a.download='x';"
    "document.documentElement.appendChild(a);a.click();"
)
ZIP = Reply(b"PK" * 1000, headers={"Content-Disposition": 'attachment; filename="file.zip"'}, type="application/zip")

#: Numbers without end, until the browser takes no more; on its own page for the torture, since it costs gigabytes.
EATER = script(
    "var all=[];setInterval(function(){for(var i=0;i<8;i++)all.push(new Array(2e6).fill(Math.random()))},10)"
)

SITES = (
    site("memory-eater.test", "a script that takes all memory there is", pages={"/": page("Eats", "<p>Contact</p>", EATER)}),
    site("busy-loop.test", "a script that never ends", TAB_TIMEOUT,
         pages={"/": page("Busy", "<p>Contact</p>", script("window.onload=function(){while(true){}};"))}),
    site("reloads.test", "loads itself again for ever", EMPTY_IN_TAB,
         pages={"/": page("Again", "<p>Contact</p>", script("setTimeout(function(){location.reload()},150);"))}),
    site("polls.test", "asks its server for ever", EMPTY_IN_TAB,
         pages={"/": page("Polls", "<p>Contact</p>", script("setInterval(function(){fetch('/poll')},200);")),
                "/poll": Reply("{}", type="application/json")}),
    site("popups.test", "opens windows", FOUND_IN_TAB,
         pages=rendered("popups.test", POPUPS, {"*": page("Popup", POPUPS)})),
    site("dialogs.test", "asks with dialogs", FOUND_IN_TAB, pages=rendered("dialogs.test", DIALOGS)),
    site("downloads.test", "starts a download", FOUND_IN_TAB,
         pages=rendered("downloads.test", DOWNLOAD, {"/file.zip": ZIP})),
    site("private-parts.test", "loads parts from private addresses", FOUND_IN_TAB,
         pages=rendered("private-parts.test", PRIVATE)),
    site("never-part.test", "a part that never comes", FOUND_IN_TAB,
         pages=rendered("never-part.test", '<script async src="/never.js"></script><iframe src="/never.html"></iframe>',
                        {"/never.js": raw.silent(), "/never.html": raw.silent()})),
    site("never-script.test", "a script that never comes holds the page up at its end", FOUND_IN_TAB,
         pages={"/": page("Held", APP, script(RENDER), '<script src="/never.js"></script>'),
                "/api": Reply('{"email": "info@never-script.test"}', type="application/json"),
                "/never.js": raw.silent()}),
    site("tab-to-private.test", "a script leads the tab to a private address",
         Ending("tab", "error", "redirect-elsewhere", "http"),
         pages={"/": page("Leads Inside", "<p>Contact</p>", script("location.href='http://inside.test/admin';"))}),
    site("tab-flood.test", "a script that writes without end", EMPTY_IN_TAB,
         pages={"/": page("Flood", "<p>Contact</p>", script(
             "setInterval(function(){var p=document.createElement('p');p.textContent='bread '.repeat(2000);"
             "document.body.appendChild(p)},20);"))}),
)  # fmt: skip
