"""The worker of a model host: a process that holds one model, so that its end returns all memory.

Its `main` gets the numbers of four inherited descriptors: socket, requests, replies, lifeline. Frames on the
socket are a length and JSON; arrays lie in two unlinked files that both sides map. Python 3.7, standard library and NumPy only.
"""

from __future__ import annotations

import gc
import json
import mmap
import os
import socket
import struct
import sys
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Message = dict[str, Any]

LENGTH = struct.Struct("<I")
MAX_FRAME = 16 << 20
ALIGN = 64
KEEP = 16 << 20  # a segment that grew beyond this for one request shrinks again


class Segment:
    """A stretch of shared memory with arrays in it: an unlinked file that one side writes and the other reads."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._map: mmap.mmap | None = None

    def _mapped(self, size: int) -> mmap.mmap:
        if os.fstat(self._descriptor).st_size < size:  # new, or shrunk by the reader: touching it would end the process
            os.ftruncate(self._descriptor, size)
        if self._map is None or len(self._map) < size:
            self._drop()
            self._map = mmap.mmap(self._descriptor, size)
        return self._map

    def _drop(self) -> None:
        if self._map is not None:
            try:
                self._map.close()
            except BufferError:  # a traceback still shows an array in it: it goes with that
                pass
            self._map = None

    def close(self) -> None:
        """Lets go of the memory; the last side to do so frees it."""
        self._drop()
        os.close(self._descriptor)

    def write(self, arrays: list[Any], numpy: Any) -> list[int]:
        """Copies arrays in; returns their places."""
        places, at = [], 0
        for array in arrays:
            places.append(at)
            at += -(-array.nbytes // ALIGN) * ALIGN
        mapped = self._mapped(max(at, mmap.PAGESIZE))
        for place, array in zip(places, arrays):
            target = numpy.frombuffer(mapped, dtype=array.dtype, count=array.size, offset=place) if array.size else None
            if target is not None:
                target[:] = array.ravel()
                del target
        return places

    def read(self, rows: list[dict[str, Any]], numpy: Any) -> list[Any]:
        """Copies of the arrays that the rows describe."""
        end = max([row["at"] + row["size"] for row in rows] or [0])
        if os.fstat(self._descriptor).st_size < end:
            raise ValueError("the shared memory is smaller than the message says")
        mapped = self._mapped(max(end, mmap.PAGESIZE))
        found = []
        for row in rows:
            dtype, shape = numpy.dtype(row["dtype"]), tuple(row["shape"])
            count = row["size"] // dtype.itemsize if dtype.itemsize else 0
            flat = (
                numpy.frombuffer(mapped, dtype=dtype, count=count, offset=row["at"]) if count else numpy.empty(0, dtype)
            )
            found.append(flat.reshape(shape).copy())
            del flat
        self._shrink()
        return found

    def _shrink(self) -> None:
        """The reader is done with it: what one large request took is given back."""
        if os.fstat(self._descriptor).st_size > KEEP:
            self._drop()
            os.ftruncate(self._descriptor, 0)


def described(form: str, names: list[str], arrays: list[Any], places: list[int]) -> Message:
    """What the other side needs to find the arrays."""
    rows = [
        {"name": name, "dtype": array.dtype.str, "shape": list(array.shape), "at": place, "size": array.nbytes}
        for name, array, place in zip(names, arrays, places)
    ]
    return {"form": form, "arrays": rows}


class FrameTooLarge(Exception):  # noqa: N818 (named after the fact)
    """A message that the other side would not take; nothing of it was sent."""


def send(channel: socket.socket, message: Message) -> None:
    """Sends one message: its length, then JSON."""
    data = json.dumps(message).encode("utf-8")
    if len(data) > MAX_FRAME:
        raise FrameTooLarge("%.0f MB of at most %.0f MB" % (len(data) / 1e6, MAX_FRAME / 1e6))
    channel.sendall(LENGTH.pack(len(data)) + data)


def receive(channel: socket.socket) -> Message | None:
    """Receives one message; None when the other side has gone."""
    head = _exactly(channel, LENGTH.size)
    if head is None:
        return None
    size = LENGTH.unpack(head)[0]
    data = _exactly(channel, size) if size <= MAX_FRAME else None
    return None if data is None else json.loads(data.decode("utf-8"))


def _exactly(channel: socket.socket, size: int) -> bytes | None:
    parts = []
    while size:
        part = channel.recv(min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def hold_lifeline(descriptor: int) -> None:
    """Ends this process when its host ends, however that came about."""

    def wait() -> None:
        while os.read(descriptor, 1):
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


class Worker:
    """Answers one request after the other."""

    def __init__(self, serving: Any, channel: socket.socket, requests: int, replies: int) -> None:
        self._serving, self._channel = serving, channel
        self._requests, self._replies = Segment(requests), Segment(replies)
        self._served: Any = None

    def run(self) -> None:
        """Until the host says stop or goes away."""
        while True:
            message = receive(self._channel)
            if message is None or message["do"] == "stop":
                return
            try:
                answer = getattr(self, "do_" + message["do"])(message)
            except Exception as error:  # the model's own fault: told to the caller, the worker goes on
                answer = {"error": self._serving.error_text(error)}
            answer["id"] = message["id"]
            try:
                send(self._channel, answer)
            except FrameTooLarge as error:
                said = "the outputs' names and shapes take %s" % error
                send(self._channel, {"error": said, "id": message["id"]})

    def do_load(self, message: Message) -> Message:
        """Loads the model; tells what TensorFlow took before it, and what the process takes now."""
        import tensorflow

        tensorflow.constant(0.0)  # what every use of TensorFlow brings up
        runtime = self._serving.resident()
        self._served = self._serving.load(message["path"], message.get("builder"))
        gc.collect()
        self._serving.trim()
        return {
            "runtime": runtime,
            "resident": self._serving.resident(),
            "tensorflow": self._serving.tensorflow_version(),
        }

    def do_predict(self, message: Message) -> Message:
        """Answers one batch: arrays from the requests' memory, answers into that of the replies."""
        import numpy

        arrays = self._requests.read(message["arrays"], numpy)
        names = [row["name"] for row in message["arrays"]]
        form, names, found = self._serving.as_arrays(self._served.predict(message["form"], names, arrays))
        return dict(described(form, names, found, self._replies.write(found, numpy)), resident=self._serving.resident())


def main(channel: str, requests: str, replies: str, lifeline: str) -> None:
    """Runs until the host ends it."""
    hold_lifeline(int(lifeline))
    serving = _sibling(os.path.dirname(os.path.abspath(__file__)), "served_model")
    gate = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=int(channel))
    try:
        Worker(serving, gate, int(requests), int(replies)).run()
    except (BrokenPipeError, ConnectionResetError):
        pass
    sys.stdout.flush()
    os._exit(0)  # TensorFlow's own clean-up at exit can take seconds and frees nothing that the end does not


def _sibling(folder: str, name: str) -> Any:
    """The module beside this file, also where the package is not installed."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("tensorleak_" + name, os.path.join(folder, name + ".py"))
    assert spec is not None and spec.loader is not None  # for a path that is given
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
