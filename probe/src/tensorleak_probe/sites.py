"""Finds the user's line: the innermost frame that belongs neither to TensorFlow, nor to a library, nor to the probe."""

from __future__ import annotations

import sys

from tensorleak_probe.origins import FRAMEWORK_FILE, GENERATED_FILE, LIBRARY, PROBE, STDLIB, USER, Origins
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Callable, Iterable, Sequence

    from tensorleak_probe.vocabulary import Record, SiteId, StackRow

__all__ = ["FRAMEWORK_FILE", "GENERATED_FILE", "LIBRARY", "PROBE", "STDLIB", "USER", "Sites"]

MAX_SITES = 4000
MAX_STACKS = 1000
MAX_FRAMES = 6
MAX_WALK = 120

# Packages that call a handler of the user's for every request.
SERVERS = frozenset(
    "aiohttp bentoml bottle cherrypy django falcon fastapi flask grpc gunicorn sanic socketserver starlette tornado twisted uvicorn "
    "waitress werkzeug wsgiref".split()
)
SERVER_MODULES = frozenset(["http/server"])
THREAD_MODULES = frozenset(["threading", "concurrent/futures/thread"])

# Library functions that tell, by being on the stack, what the user asked for.
TELLING = {
    "load_model": "loading",
    "load": "loading",
    "load_partial": "loading",
    "predict": "predict",
    "__get__": "bound",
}
THROUGH = "through "  # of a flag: after how many of the user's frames which library calls them


class Sites:
    """Interns user stacks as small integers; keeps file names and line numbers, never a frame."""

    def __init__(self) -> None:
        self._origins = Origins()
        self.kind = self._origins.kind
        self._flags: dict[str, str] = {}
        self._ids: dict[tuple[tuple[StackRow, ...], tuple[str, ...]], SiteId] = {}
        self._stacks: dict[tuple[int, ...], tuple[SiteId, list[CodeType]]] = {}
        self.rows: list[Record] = []

    def here(self) -> SiteId:
        """The site of the calling code: id of its user stack, innermost first, with what lies around it."""
        return self._of(system.frame(1), self._site)

    def of_thread(self, thread: int) -> SiteId:
        """The site of what another thread is doing; that of no frame where it has ended."""
        return self._of(system.frames_of_threads().get(thread), lambda frame: self.of_stack(_rows(frame)))

    def _of(self, innermost: FrameType | None, site: Callable[[FrameType | None], SiteId]) -> SiteId:
        frame = innermost
        codes: list[CodeType] = []
        places = []
        while frame is not None and len(codes) < MAX_WALK:
            code = frame.f_code
            codes.append(code)
            places.append(id(code))
            places.append(frame.f_lasti)
            frame = frame.f_back
        key = tuple(places)
        known = self._stacks.get(key)
        if known is None:
            if len(self._stacks) >= MAX_STACKS:
                self._stacks.clear()
            known = self._stacks[key] = (site(innermost), codes)  # the codes: an id must stay theirs
        return known[0]

    def _site(self, frame: FrameType | None) -> SiteId:
        rows = _rows(frame)
        if any(self.kind(row[0]) == GENERATED_FILE for row in rows):
            rows = self._mapped_by_autograph() or rows
        return self._intern(*self._select(rows))

    @staticmethod
    def _mapped_by_autograph() -> list[StackRow] | None:
        """This stack as TensorFlow itself records it: AutoGraph's generated lines mapped back to the user's."""
        tf_stack = sys.modules.get("tensorflow.python.util.tf_stack")
        if tf_stack is None:
            return None
        stack = tf_stack.extract_stack()
        return [
            (frame.filename, frame.lineno, frame.name) if hasattr(frame, "filename") else tuple(frame[:3])
            for frame in (stack[index] for index in range(len(stack) - 1, -1, -1))
        ]

    def of_stack(self, frames: Iterable[StackRow]) -> SiteId:
        """The site of a recorded stack: (file, line, function) rows, innermost first."""
        return self._intern(*self._select(frames))

    def _told_by(self, filename: str) -> str:
        """What a library's file on the stack says about the call: a server's handler, a thread."""
        known = self._flags.get(filename)
        if known is None:
            package = self._origins.package(filename)
            handler = package.split("/")[0] in SERVERS or package in SERVER_MODULES
            known = self._flags[filename] = "handler" if handler else "thread" if package in THREAD_MODULES else ""
        return known

    def _select(self, rows: Iterable[StackRow]) -> tuple[list[StackRow], set[str]]:
        """Splits a stack into the user's frames and the flags that the rest of it carries."""
        user: list[StackRow] = []
        library: list[StackRow] = []
        flags: set[str] = set()
        via = between = ""
        for filename, line, name in rows:
            kind = self.kind(filename)
            if kind == USER:
                if between and user:
                    flags.add("%s%d %s" % (THROUGH, len(user), self._origins.package(between).split("/")[0]))
                user.append((filename, line, name))
                between = ""
            elif kind == LIBRARY:
                library.append((filename, line, name))
                between = filename
            if kind in (LIBRARY, STDLIB):
                flags.add(self._told_by(filename))
            elif kind == FRAMEWORK_FILE and not user and not via and "keras" in filename:
                via = "keras"
            if kind == FRAMEWORK_FILE and not user and name in TELLING:
                flags.add(TELLING[name])
        flags.add(via)
        return (user or library)[:MAX_FRAMES], flags - {""}

    def _intern(self, frames: Sequence[StackRow], flags: set[str]) -> SiteId:
        key = (tuple(frames), tuple(sorted(flags)))
        number = self._ids.get(key)
        if number is None:
            if len(self.rows) >= MAX_SITES:
                return -1
            number = len(self.rows)
            self._ids[key] = number
            self.rows.append({"id": number, "frames": [list(row) for row in frames], "flags": sorted(flags)})
        return number


def _rows(frame: FrameType | None) -> list[StackRow]:
    """File, line and function of a frame and of those that called it."""
    rows: list[StackRow] = []
    while frame is not None and len(rows) < MAX_WALK:
        rows.append((frame.f_code.co_filename, frame.f_lineno or frame.f_code.co_firstlineno, frame.f_code.co_name))
        frame = frame.f_back
    return rows
