"""Sites that are programs: a shell, 31 files beside it, and a contact that is there only after two fetches and a
rendering of some 1,400 elements. What the files hold is made up, but of the size and the kind that site builders ship:
a library of 130 KB, a program of 200 KB, ten trackers, style sheets, fonts and pictures."""

import json
import random
from functools import cache

from tests.bench.crawling.pages import _words

STYLES, FONTS, PICTURES, TRACKERS = 4, 2, 10, 10
#: The files beside the page: library, program, styles, fonts, pictures, trackers, two fetches, a manifest.
SUBRESOURCES = 2 + STYLES + FONTS + PICTURES + TRACKERS + 3
JAVASCRIPT, JSON, CSS = "application/javascript", "application/json", "text/css"

_UI = """
window.UI=(function(){function h(t,p,c){return{t:t,p:p||{},c:c||[]}}
function make(v){if(typeof v==='string')return document.createTextNode(v);var e=document.createElement(v.t);
Object.keys(v.p).forEach(function(k){e.setAttribute(k,v.p[k])});v.c.forEach(function(x){e.appendChild(make(x))});return e}
return{h:h,render:function(v,into){into.replaceChildren(make(v))}}})();
"""
_RENDER = """
function page(d,c){var h=UI.h;return h('div',{class:'app'},[h('header',{},d.menu.map(function(m,i){
return h('a',{href:'#'+i,class:'item'},[m])})),h('main',{},d.cards.map(function(x,i){return window.C[i%window.C.length](x)})),
h('footer',{},c?[h('p',{},['Write to ',h('a',{href:'mailto:'+c.email},[c.email])]),h('p',{},['Call '+c.phone])]:[])])}
var root=document.getElementById('root');window.L.forEach(function(f){f([3,1,2])});
fetch('/api/site.json').then(function(r){return r.json()}).then(function(d){UI.render(page(d,null),root);
return fetch('/api/contact.json').then(function(r){return r.json()}).then(function(c){UI.render(page(d,c),root)})});
"""


def _library(chance: random.Random) -> str:
    """Functions of a library: each is parsed, compiled and called once, as most of a real one are at the start."""
    functions, size = [], 0
    while size < 130_000:
        name = len(functions)
        functions.append(
            f"function f{name}(a){{var o={{}},s={chance.randrange(999)};for(var i=0;i<a.length;i++){{var k='k'+(a[i]*"
            f"{chance.randrange(2, 99)}%{chance.randrange(7, 97)});o[k]=(o[k]||0)+a[i];s+=k.length*i}}"
            f"if(s>{chance.randrange(10**6)}){{return a.slice().sort(function(x,y){{return x-y}}).map(function(x){{"
            f"return x*{chance.randrange(9)}+'{_words(chance, 1)}'}})}}return Object.keys(o)}}"
        )
        size += len(functions[-1])
    return f"{_UI}(function(){{{''.join(functions)}window.L=[{','.join(f'f{n}' for n in range(len(functions)))}];}})();"


def _program(chance: random.Random) -> str:
    components, size = [], 0
    while size < 200_000:
        classes = " ".join(_words(chance, 3).split())
        components.append(
            f"function(x){{var h=UI.h,t=x.text.split(' ');return h('section',{{class:'{classes}'}},[h('div',{{class:'"
            f"inner'}},[h('img',{{src:x.picture,alt:'{_words(chance, 2)}',loading:'eager'}}),h('h3',{{}},[x.title]),"
            f"h('ul',{{}},t.slice(0,{chance.randrange(8, 12)}).map(function(w,i){{return h('li',{{'data-n':''+i}},"
            f"[w+' {_words(chance, 1)}'])}})),h('p',{{}},[x.text]),h('button',{{type:'button'}},['{_words(chance, 2)}']),"
            f"h('small',{{}},['{_words(chance, 12)}'])])])}}"
        )
        size += len(components[-1])
    return f"window.C=[{','.join(components)}];(function(){{{_RENDER}}})();"


def _tracker(chance: random.Random) -> str:
    rows = ",".join(f"'{_words(chance, 1)}':{chance.randrange(10**6)}" for _ in range(600))
    return (
        f"(function(){{var d={{{rows}}},s=0;Object.keys(d).forEach(function(k){{s=(s*31+k.length*d[k])|0}});"
        "window.T=(window.T||[]).concat(s);document.cookie='t='+s;})();"
    )


def _site(chance: random.Random) -> str:
    cards = [
        {"title": _words(chance, 3), "text": _words(chance, 30), "picture": f"/picture/{number % PICTURES}.png"}
        for number in range(80)
    ]
    return json.dumps({"menu": [_words(chance, 2) for _ in range(24)], "cards": cards})


def _styles(chance: random.Random) -> str:
    return "".join(
        f".{_words(chance, 1)}{{margin:{chance.randrange(40)}px;color:#{chance.randrange(4096):03x}}}"
        for _ in range(900)
    )


@cache
def _shared(path: str) -> tuple[str, str]:
    """Type and text of a file that all sites have alike; ('', '') where there is none."""
    chance = random.Random(path)
    kind, _, _ = path.removeprefix("/").partition("/")
    makers = {
        "library.js": (JAVASCRIPT, _library), "program.js": (JAVASCRIPT, _program), "tracker": (JAVASCRIPT, _tracker),
        "style": (CSS, _styles), "api": (JSON, _site), "manifest.json": (JSON, lambda _: "{}"),
    }  # fmt: skip
    if kind in ("picture", "font"):
        return ("image/png" if kind == "picture" else "font/woff2"), "x" * 8_000
    found = makers.get(kind)
    return (found[0], found[1](chance)) if found else ("", "")


def shell(host: str) -> str:
    """The page as it comes: words of contact, and nothing else to read."""
    styles = "".join(f'<link rel="stylesheet" href="/style/{n}.css">' for n in range(STYLES))
    fonts = "".join(f'<link rel="preload" as="font" crossorigin href="/font/{n}.woff2">' for n in range(FONTS))
    trackers = "".join(f'<script async src="/tracker/{n}.js"></script>' for n in range(TRACKERS))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{host}</title><link rel="manifest" '
        f'href="/manifest.json">{styles}{fonts}{trackers}<script defer src="/library.js"></script>'
        f'<script defer src="/program.js"></script></head><body><div id="root"><p>Contact us: one moment.</p></div>'
        f"<!-- {'x' * 1_200} --></body></html>"
    )


def file(host: str, path: str) -> tuple[str, str]:
    """Type and text of a file of *host*; ('', '') where there is none."""
    if path == "/":
        return "text/html; charset=utf-8", shell(host)
    if path == "/api/contact.json":
        return JSON, json.dumps({"email": f"info@{host}", "phone": "+44 20 7946 0123"})
    return _shared(path)
