"""Counters and histograms with labels, in the manner of the usual monitoring clients."""
import bisect


class Child:
    def __init__(self, bounds):
        self.bounds = bounds
        self.buckets = [0.0] * (len(bounds) + 1)
        self.samples = {"sum": 0.0, "count": 0, "min": float("inf"), "max": float("-inf")}

    def observe(self, value):
        self.buckets[bisect.bisect(self.bounds, value)] += 1.0
        samples = self.samples
        samples["sum"] += value
        samples["count"] += 1
        samples["min"] = min(samples["min"], value)
        samples["max"] = max(samples["max"], value)


class Histogram:
    def __init__(self, name, labels, bounds):
        self.name, self.names, self.bounds = name, labels, tuple(bounds)
        self.children = {}

    def labels(self, **values):
        key = tuple(str(values[name]) for name in self.names)
        child = self.children.get(key)
        if child is None:
            child = self.children[key] = Child(self.bounds)  # LEAK
        return child

    def total(self):
        return sum(child.samples["count"] for child in self.children.values())
