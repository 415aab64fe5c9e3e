"""A web site on loopback whose pages do to a tab what pages do."""

import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import urlsplit

CONTACT = "<a href='mailto:found@acme.test'>write</a>"
BUSY = "<script>setTimeout(() => { for (;;); }, 100)</script>"

PAGES = {
    "/plain": f"<title>Plain</title><h1>Plain</h1>{CONTACT}",
    "/late": f'<p id=p>wait</p><script>setTimeout(() => {{ p.innerHTML = "{CONTACT}" }}, 900)</script>',
    "/fetched": "<p id=p></p><script>fetch('/data').then(r => r.text()).then(t => { p.innerHTML = t })</script>",
    "/nothing": "<p>nothing here</p>",
    "/shop": "<p>goods</p><a href='/plain'>contact</a>",
    "/busy": f"<p>busy</p>{BUSY}",
    "/reloading": "<p>again</p><script>location.reload()</script>",
    "/dialogs": f"<script>alert(1); confirm(2); prompt(3)</script>{CONTACT}",
    "/leaving": f"<script>onbeforeunload = () => 'stay'</script>{CONTACT}",
    "/popups": "<script>open('/popped'); setTimeout(() => document.write(\"" + CONTACT + '"), 700)</script>',
    "/resources": "<link rel=stylesheet href=/x.css><img src=/x.png><video src=/x.mp4></video>"
    f"<style>@font-face{{font-family:f;src:url(/x.woff)}} p{{font-family:f}}</style><p>text</p>{CONTACT}",
    "/scheme-location": CONTACT + "<script>location = 'ftp://acme.test/x'</script>",
    "/scheme-app": CONTACT + "<script>location = 'tel:123'</script>",
    "/scheme-first": "<p>begun</p><script>location = 'tel:123'</script><p>not parsed</p>",
    "/scheme-frame": "<iframe src='file:///etc/passwd'></iframe>" + CONTACT,
    "/unknown-name": "<script>fetch('http://missing.test/x').catch(() => document.write(\"" + CONTACT + '"))</script>',
    "/private-frame": "<iframe src='http://127.0.1.1:{port}/secret'></iframe>" + CONTACT,
    "/private-fetch": "<script>fetch('http://127.0.1.1:{port}/secret', {mode: 'no-cors'})</script><p>x</p>",
    "/private-socket": "<script>new WebSocket('ws://127.0.1.1:{port}/secret')</script><p>x</p>",
    "/private-worker": "<script>new Worker('/worker.js'); new SharedWorker('/worker.js')</script><p>x</p>",
    "/private-redirected": "<script>fetch('/to-private', {mode: 'no-cors'})</script><p>x</p>",
    "/private-location": "<script>location = 'http://127.0.1.1:{port}/secret'</script><p>x</p>",
    "/private-name": "<script>fetch('http://inside.test/secret', {mode: 'no-cors'})</script><p>x</p>",
    "/secret": f"secret {CONTACT}",
    "/popped": "popped",
}
SCRIPTS = {"/worker.js": "fetch('http://127.0.1.1:{port}/secret', {mode: 'no-cors'})"}


class Site(ThreadingHTTPServer):
    """`asked` holds (path, the request's headers, host) of all requests; `on` calls back for a path."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("0.0.0.0", 0), _Handler)
        self.asked: list[tuple[str, dict[str, str], str]] = []
        self.on: dict[str, Callable[[], None]] = {}
        self.port = self.server_address[1]
        self.over = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()

    @property
    def paths(self) -> list[str]:
        return [path for path, _, _ in self.asked]

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser hangs up when it likes."""


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self.server.asked.append((path, dict(self.headers.items()), self.headers.get("Host", "")))
        if path in self.server.on:
            self.server.on[path]()
        port = str(self.server.port)
        if path in PAGES:
            self.answer(200, "text/html", PAGES[path].replace("{port}", port))
        elif path in SCRIPTS:
            self.answer(200, "text/javascript", SCRIPTS[path].replace("{port}", port))
        elif path == "/data":
            time.sleep(0.3)
            self.answer(200, "text/html", CONTACT)
        elif path == "/challenge":
            if "passed=1" in self.headers.get("Cookie", ""):
                self.answer(200, "text/html", PAGES["/plain"])
            else:
                script = "<script>document.cookie='passed=1'; setTimeout(() => location.reload(), 700)</script>"
                self.answer(403, "text/html", f"<title>Just a moment...</title>{script}")
        elif path == "/status":
            self.answer(404, "text/html", "<p>no such page</p>")
        elif path == "/to-plain":
            self.answer(302, "text/html", "", Location="/plain")
        elif path == "/to-private":
            self.answer(302, "text/html", "", Location=f"http://127.0.1.1:{port}/secret")
        elif path == "/pdf":
            self.answer(200, "application/pdf", "%PDF-1.4")
        elif path == "/attached":
            self.answer(200, "application/octet-stream", "x", **{"Content-Disposition": "attachment; filename=x"})
        elif path == "/json":
            self.answer(200, "application/json", "{}")
        elif path == "/endless-file":
            self.send_response(200)
            self.send_header("Content-Type", "application/zip")
            self.end_headers()
            while not self.server.over.is_set():
                self.wfile.write(b"x" * 65536)
                time.sleep(0.01)
        elif path == "/never-finishes":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<p>begun</p>{CONTACT}".encode() + b" " * 2000)
            self.wfile.flush()
            self.server.over.wait(30)
        elif path in ("/silent", "/victim"):
            self.server.over.wait(2 if path == "/victim" else 30)
            self.answer(200, "text/html", PAGES["/plain"])
        elif path == "/polls":
            self.answer(200, "text/html", "<p>x</p><script>setInterval(() => fetch('/data'), 200)</script>")
        elif path == "/reset":
            self.connection.close()
        else:
            self.answer(404, "text/html", "?")

    def answer(self, status: int, kind: str, body: str, **headers: str) -> None:
        raw = body.encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(raw)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: object) -> None:
        """Quiet."""
