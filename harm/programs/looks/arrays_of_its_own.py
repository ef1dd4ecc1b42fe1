"""Arrays of its own: `__array__`, `nbytes`, `shape` and `__len__` copy from a device and are counted."""
import tensorflow

from habit import rounds

copies = []


class DeviceArray:
    def __init__(self, number):
        self.number = number

    def __array__(self, dtype=None):
        copies.append("__array__")
        raise RuntimeError("device lost")

    def __len__(self):
        copies.append("__len__")
        return 4

    def __sizeof__(self):
        copies.append("__sizeof__")
        return 10**9

    @property
    def nbytes(self):
        copies.append("nbytes")
        return 10**9

    @property
    def shape(self):
        copies.append("shape")
        return (4,)

    @property
    def dtype(self):
        copies.append("dtype")
        raise SystemExit(9)

    __array_interface__ = property(lambda self: copies.append("interface"))


kept = []
for number in rounds():
    kept.extend(DeviceArray(i) for i in range(50))
print("copies", copies)
