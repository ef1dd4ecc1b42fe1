"""Evaluators that are updated batch by batch and read at the end of a pass."""

class Evaluator(object):
    def __init__(self):
        self._batches = []

    def reset(self):
        self._batches = []

    def update(self, predictions, labels):
        self._batches.append((predictions, labels))  # LEAK

    def last(self):
        return self._batches[-1]

    def result(self):
        raise NotImplementedError
