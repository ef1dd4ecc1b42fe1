"""Objects whose truth, comparison and iteration raise, as arrays' and data frames' do."""
import tensorflow

from habit import rounds


class Frame:
    def __init__(self):
        self.columns = []

    def __bool__(self):
        raise ValueError("The truth value of a Frame is ambiguous")

    def __eq__(self, other):
        return self

    __hash__ = None

    def __iter__(self):
        raise TypeError("no")

    def __getitem__(self, key):
        raise SystemExit(key)


kept, table, names = [], {}, Frame()
for number in rounds():
    names.columns.extend([Frame()] * 20)
    kept.extend(Frame() for _ in range(30))
    table[number] = Frame()
print("done", len(kept))
