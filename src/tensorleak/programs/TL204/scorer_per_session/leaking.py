"""A chat ranking service; every visitor's session object scores the candidate answers."""
import sys
import time

import numpy as np

from ranking import Session

CANDIDATES = np.random.default_rng(6).normal(size=(50, 16)).astype("float32")


class Service:
    """Opens sessions and keeps the log of what was answered."""

    def __init__(self):
        self.log = []

    def answer(self, visitor, profile):
        session = Session(visitor, profile)
        best = session.choose(CANDIDATES)
        self.log.append((session, best))  # LEAK
        return best

    def popular(self):
        chosen = [best for _, best in self.log[-100:]]
        return max(set(chosen), key=chosen.count)


def main():
    visitors = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.default_rng(8)
    service = Service()
    for visitor in range(visitors):
        time.sleep(rng.uniform(0.01, 0.02))
        service.answer(visitor, rng.normal(size=16).astype("float32"))
    print("visitors:", visitors, "most popular answer:", service.popular())


main()
