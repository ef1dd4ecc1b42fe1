"""A small web server for one page: this machine only, reading only, and only for whoever was told the address."""

from __future__ import annotations

import json
import secrets
import socket
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tensorleak import __version__
from tensorleak.errors import UsageError
from tensorleak.viewer.following import Following

LOOPBACK = "127.0.0.1"
MAX_CONNECTIONS = 16
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Server(ThreadingHTTPServer):
    """Serves a followed recording below an address that cannot be guessed: others may share the machine."""

    daemon_threads = True

    def __init__(self, following: Following, port: int) -> None:
        self.following = following
        self.secret = secrets.token_urlsafe(12)
        self._room = threading.BoundedSemaphore(MAX_CONNECTIONS)
        try:
            super().__init__((LOOPBACK, port), Handler)
        except (OSError, OverflowError) as error:
            raise UsageError(f"cannot listen on port {port}: {getattr(error, 'strerror', None) or error}") from error

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{LOOPBACK}:{self.server_port}/{self.secret}/"

    @property
    def hosts(self) -> frozenset[str]:
        """The names by which a browser may call us: a foreign name that leads here is an attack."""
        return frozenset(f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost"))

    def process_request(self, request: Any, client_address: Any) -> None:
        """Takes on a connection, as long as there is room."""
        if self._room.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answers, and makes room again."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: Any) -> None:
        """A browser that hangs up is no news."""


class Handler(BaseHTTPRequestHandler):
    """Answers GET for the page and its news."""

    server: Server
    server_version = f"Tensorleak/{__version__}"
    sys_version = ""
    timeout = 10

    def do_GET(self) -> None:
        """The page, its news, or nothing."""
        place = urlsplit(self.path)
        if self.headers.get("Host") not in self.server.hosts:
            self._answer(HTTPStatus.FORBIDDEN, "text/plain", "ask by the address that was printed\n")
        elif place.path == f"/{self.server.secret}/":
            self._answer(HTTPStatus.OK, "text/html", self.server.following.page("news"))
        elif place.path == f"/{self.server.secret}/news":
            since = parse_qs(place.query).get("since", [""])[0]
            self._answer(HTTPStatus.OK, "application/json", json.dumps(self.server.following.news(since)))
        else:
            self._answer(HTTPStatus.NOT_FOUND, "text/plain", "there is nothing here\n")

    def _answer(self, status: HTTPStatus, kind: str, text: str) -> None:
        content = text.encode(errors="replace")
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the base class's
        """Requests are nobody's news."""
