"""Lengthens buffers in place and replaces others by longer ones, and prints at once when the old one is gone."""
import array
import io
import weakref

import tensorflow

from habit import rounds


class Pixels(array.array):
    """An array that can be referred to weakly, whose size only we may ask for."""

    def __sizeof__(self):
        print("asked for its size")
        return 10**6

    def __len__(self):
        print("asked for its length")
        return 3


class Text(str):
    """A text that tells when it goes."""

    def __del__(self):
        gone.append(len(self))


class Desk:
    def __init__(self):
        self.stream = io.BytesIO()
        self.points = Pixels("d", [0.0] * 2000)
        self.text = Text("x" * 9000)
        self.raw = b""
        self.closed = io.BytesIO(b"x" * 9000)


desk, gone, late = Desk(), [], 0
desk.closed.close()
for number in rounds():
    old = weakref.ref(desk.points)
    desk.points = desk.points + array.array("d", [1.0] * 500)
    late += old() is not None
    desk.text = Text(desk.text + "y" * 5000)
    late += len(gone) != number + 1
    desk.raw = desk.raw + bytes(5000)
    desk.stream.write(bytes(5000))
    with desk.stream.getbuffer() as view:
        late += len(view) != 5000 * (number + 1)
print(late, len(gone), len(desk.raw), desk.stream.tell(), array.array.__len__(desk.points))
