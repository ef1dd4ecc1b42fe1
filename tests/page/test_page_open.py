"""`tensorleak open`: follows a growing recording without losing the reader's place, and lets nobody else in."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from forged_runs import append, header, leaking, samples, write
from page_visit import Visit
from support import PATIENCE

from tensorleak.viewer.following import Following
from tensorleak.viewer.server import MAX_CONNECTIONS

Open = Callable[..., Visit]


class Served:
    """`tensorleak open` as a process of its own."""

    def __init__(self, recording: Path) -> None:
        self.recording = recording
        command = [sys.executable, "-m", "tensorleak", "open", str(recording), "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    @property
    def place(self) -> tuple[str, int]:
        parts = urlsplit(self.address)
        return parts.hostname or "", parts.port or 0

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection(*self.place, timeout=PATIENCE)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    @property
    def secret(self) -> str:
        return urlsplit(self.address).path


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    recording = write(tmp_path_factory.mktemp("served") / "run.jsonl", [header(), *samples(60, step_bytes=0)])
    found = Served(recording)
    yield found
    found.process.kill()
    found.process.wait()


def test_it_listens_on_loopback_only(served: Served) -> None:
    assert served.address.startswith("http://127.0.0.1:")
    listening = [
        line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:] if line.split()[3] == "0A"
    ]
    port = f"{served.place[1]:04X}"
    assert [place for place in listening if place.endswith(f":{port}")] == [f"0100007F:{port}"]


def test_foreign_names_unknown_places_and_other_methods_are_refused(served: Served) -> None:
    host = f"127.0.0.1:{served.place[1]}"
    assert served.ask(served.secret)[0] == 200
    assert served.ask(served.secret, Host="evil.example")[0] == 403
    assert served.ask(served.secret, Host=f"evil.example:{served.place[1]}")[0] == 403
    assert served.ask("/", Host=host)[0] == 404
    assert served.ask("/../../etc/passwd", Host=host)[0] == 404
    assert served.ask(served.secret, "POST")[0] == 501


def test_news_are_only_what_is_new(served: Served) -> None:
    _, text = served.ask(f"{served.secret}news?since=")
    news = json.loads(text)
    assert news["sections"]["verdict"]
    _, text = served.ask(f"{served.secret}news?since={news['stamp']}")
    assert set(json.loads(text)) == {"stamp", "running", "status"}


def test_many_idle_connections_do_not_stop_it(served: Served) -> None:
    idle = [socket.create_connection(served.place) for _ in range(MAX_CONNECTIONS + 8)]
    for connection in idle:
        connection.close()
    assert answered(served) == 200


def answered(served: Served) -> int:
    """The first answer of a server that turns callers away until it has noticed that others left."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return served.ask(served.secret)[0]
        except (http.client.RemoteDisconnected, ConnectionError):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_connections_that_never_finish_asking_make_room(served: Served) -> None:
    """A byte now and then must not keep the owner out: whoever has asked is answered first."""
    dripping = [socket.create_connection(served.place) for _ in range(2 * MAX_CONNECTIONS)]
    for _ in range(3):
        for connection in dripping:
            with contextlib.suppress(OSError):
                connection.sendall(b"G")
        assert served.ask(served.secret)[0] == 200
    for connection in dripping:
        connection.close()


def test_a_client_has_a_few_seconds_for_its_whole_request(served: Served) -> None:
    with socket.create_connection(served.place, timeout=20) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        ended = False
        for _ in range(40):  # the time for one read starts anew with each byte, the time for all of them does not
            try:
                slow.sendall(b"X")
                slow.settimeout(0.5)
                ended = slow.recv(1) == b""
            except TimeoutError:
                continue
            except OSError:
                ended = True
            if ended:
                break
        assert ended
    assert served.ask(served.secret)[0] == 200


def test_the_page_follows_and_keeps_its_zoom(served: Served, visit: Open) -> None:
    seen = visit(served.address)
    page = seen.page
    page.wait_for_selector("#memory svg path")
    page.click("#twin-memory summary")
    page.click("[data-zoom=in]")
    zoomed = page.get_attribute("#memory svg.plot", "aria-label").split(";")[0]
    assert page.locator(".finding").count() == 0
    append(served.recording, [line for line in leaking(400)[1:] if line.get("t", 9.0) > 8.0])
    page.wait_for_selector(".finding", timeout=1000 * PATIENCE)
    assert "Trainer.losses keeps" in page.inner_text("h1")
    assert page.get_attribute("#memory svg.plot", "aria-label").split(";")[0] == zoomed
    assert page.locator("#twin-memory table").is_visible()
    assert page.inner_text("#live").startswith("following the program")
    page.click("[data-zoom=reset]")
    assert "function call 3,990" in page.get_attribute("#memory svg.plot", "aria-label")
    append(served.recording, [{"k": "end", "t": 42.0, "tensorflow": "loaded"}])
    page.wait_for_function(
        "() => document.getElementById('live').textContent.includes('has ended')", timeout=1000 * PATIENCE
    )
    assert seen.problems == []
    origin = served.address.split(served.secret)[0]
    assert {url for url in seen.requests if not url.startswith((f"{origin}/", "data:"))} == set()


def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    found = Served(write(tmp_path / "r.jsonl", [header(), *samples(9)]))
    found.process.send_signal(signal.SIGINT)
    _, errors = found.process.communicate(timeout=PATIENCE)
    assert (found.process.returncode, errors) == (0, "")


@pytest.mark.parametrize("content", ["", "rubbish\n"])
def test_what_is_no_recording_is_refused_at_once(tmp_path: Path, content: str) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(content)
    command = [sys.executable, "-m", "tensorleak", "open", str(file), "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_recording_that_goes_away_or_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tensorleak.viewer.following.PAUSE", 0.0)
    monkeypatch.setattr("tensorleak.viewer.following.COST_SHARE", 0)
    file = write(tmp_path / "r.jsonl", [header(), *samples(50)])
    following = Following(file, source=True)
    before = following.news("")
    assert before["running"]
    file.rename(tmp_path / "away")
    gone = following.news(before["stamp"])
    assert (gone["running"], "gone" in gone["status"]) == (False, True)
    write(file, [header(pid=8), *samples(5)])
    again = following.news(before["stamp"])
    assert again["running"]
    assert len(again["data"]["runs"][0]["resident"]) == 5
