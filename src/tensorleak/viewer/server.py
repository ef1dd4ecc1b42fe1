"""A small web server for one page: this machine only, reading only, and only for whoever was told the address."""

from __future__ import annotations

import contextlib
import json
import secrets
import socket
import threading
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tensorleak import __version__
from tensorleak.errors import UsageError
from tensorleak.viewer.following import Following

LOOPBACK = "127.0.0.1"
MAX_CONNECTIONS = 16
TO_ASK = 5.0  # seconds that a client has for its whole request
TO_ANSWER = 60.0  # seconds for all of it, the answer included
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
        self._lock = threading.Lock()
        self._open: dict[Any, float] = {}  # connections and when they came, the oldest first
        self._asked: set[Any] = set()
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
        """Takes on a connection; where there is no room, in place of the one that has waited longest to ask."""
        with self._lock:
            crowded = len(self._open) >= MAX_CONNECTIONS
            oldest = next((one for one in self._open if one not in self._asked), None) if crowded else None
            self._open[request] = time.monotonic()
        if crowded:
            _hang_up(request if oldest is None else oldest)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answers, and makes room again."""
        limit = threading.Timer(TO_ANSWER, _hang_up, (request,))
        limit.daemon = True
        limit.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            limit.cancel()
            with self._lock:
                self._open.pop(request, None)
                self._asked.discard(request)

    def asked(self, request: Any) -> None:
        """A whole request has come: this connection is answered before it makes room for another."""
        with self._lock:
            self._asked.add(request)

    def service_actions(self) -> None:
        """Hangs up on clients that take too long to ask; called about twice a second."""
        with self._lock:
            late = time.monotonic() - TO_ASK
            slow = [one for one, since in self._open.items() if since < late and one not in self._asked]
        for connection in slow:
            _hang_up(connection)

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: Any) -> None:
        """A browser that hangs up is no news."""


def _hang_up(connection: socket.socket) -> None:
    """Ends a connection from outside the thread that serves it, which closes it."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    """Answers GET for the page and its news."""

    server: Server
    server_version = f"Tensorleak/{__version__}"
    sys_version = ""
    timeout = 10

    def do_GET(self) -> None:
        """The page, its news, or nothing."""
        self.server.asked(self.connection)
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
