"""Lazy properties, cached properties and descriptors: each is computed when the program asks, and only then."""
import tensorflow

from habit import rounds

computed = []


class Lazy:
    def __init__(self, function):
        self.name = function.__name__

    def __get__(self, instance, owner=None):
        computed.append((self.name, instance is None))
        return self.name


class Report:
    def __init__(self):
        self.lines = []

    @property
    def total(self):
        computed.append("total")
        return len(self.lines)

    @Lazy
    def summary(self):
        pass

    @Lazy
    def __wrapped__(self):
        pass

    @Lazy
    def shape(self):
        pass

    @Lazy
    def dtype(self):
        pass

    @Lazy
    def graph(self):
        pass

    @Lazy
    def maxlen(self):
        pass

    @Lazy
    def __code__(self):
        pass

    @Lazy
    def __func__(self):
        pass

    @Lazy
    def qsize(self):
        pass


report, kept = Report(), []
for number in rounds():
    report.lines.extend([number] for _ in range(50))
    kept.append(Report())
print("computed", computed[:10])
