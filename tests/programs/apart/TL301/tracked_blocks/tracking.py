"""Names things and can say how many of each kind were made."""
import collections


class Named:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}>"


class Tracked(Named):
    kind = None
    known = []

    def __init__(self, name):
        super().__init__(name)
        self.known.append(self)  # LEAK

    @classmethod
    def report(cls):
        return dict(collections.Counter(item.kind for item in cls.known))
