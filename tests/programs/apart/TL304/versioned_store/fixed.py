"""Regional forecasts, refreshed all the time; the dashboard reads the newest of each region."""
from collections import UserDict

import tensorflow as tf

REFRESHES = 560
REGIONS = ("north", "south", "east", "west", "centre", "coast", "hills", "islands")


class Revision:
    __slots__ = ("number", "value")

    def __init__(self, number, value):
        self.number = number
        self.value = value


class Versioned(UserDict):
    """Reads like a dict of newest values."""

    def __setitem__(self, key, value):
        number = self.data[key][-1].number + 1 if key in self.data else 0
        self.data[key] = [Revision(number, value)]

    def __getitem__(self, key):
        return self.data[key][-1].value

    def age(self, key):
        return self.data[key][-1].number


class Dashboard:
    def __init__(self):
        self.store = Versioned()

    def publish(self, region, forecast):
        self.store[region] = forecast

    def total(self):
        return sum(float(self.store[region].sum()) for region in self.store)


@tf.function
def forecast(history, mixing):
    for _ in range(10):
        history = tf.tanh(history @ mixing)
    return history


def main():
    board = Dashboard()
    mixing = tf.random.normal((288, 288), stddev=0.08)
    for number in range(REFRESHES):
        region = REGIONS[number % len(REGIONS)]
        history = tf.random.stateless_normal((168, 288), seed=(number, 4))
        tf.linalg.svd(history, compute_uv=False)
        board.publish(region, forecast(history, mixing).numpy())
        level = board.total()
    print("level", level, "revisions", board.store.age("north"))


main()
