"""Item tables of users, learned from what they clicked."""
import numpy as np


class UserTables:
    def __init__(self, items, width):
        rng = np.random.RandomState(8)
        self.common = rng.normal(size=(items, width)).astype(np.float32)
        self.changes = {}

    def learn(self, user, clicked):
        table = self.changes.setdefault(user, self.common.copy())
        table[clicked] *= 1.1

    def table(self, user):
        return self.changes[user]

    def forget(self, user):
        del self.changes[user]
