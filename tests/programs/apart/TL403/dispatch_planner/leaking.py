"""Plans couriers' next stops with a learned travel time model."""
import sys

import keras
import numpy as np
import tensorflow as tf


class TravelTime:
    def __init__(self, seed):
        keras.utils.set_random_seed(seed)
        self.model = keras.Sequential([
            keras.Input((2, None)),
            keras.layers.Permute((2, 1)),
            keras.layers.Dense(24, activation="relu"),
            keras.layers.Dense(1),
        ])

    def minutes(self, legs):
        """legs: [2, n] offsets to n candidate stops."""
        times = self.model.predict(legs[None], verbose=0)  # LEAK
        return np.abs(times[0, :, 0])


class Courier:
    def __init__(self, name, rng):
        self.name = name
        self.place = rng.uniform(size=2)
        self.driven = 0.0

    def go(self, stop, minutes):
        self.place = stop
        self.driven += float(minutes)


class City:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.stops = self.rng.uniform(size=(1500, 2))

    def open_orders(self):
        count = int(self.rng.integers(5, len(self.stops)))
        return self.stops[self.rng.choice(len(self.stops), count, replace=False)]


class Planner:
    def __init__(self, city, travel, couriers):
        self.city = city
        self.travel = travel
        self.couriers = couriers

    def tick(self):
        courier = min(self.couriers, key=lambda c: c.driven)
        stops = self.city.open_orders()
        legs = (stops - courier.place).T.astype(np.float32)
        minutes = self.travel.minutes(legs)
        nearest = int(minutes.argmin())
        courier.go(stops[nearest], minutes[nearest] + 1.0)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    city = City(seed=3)
    couriers = [Courier(name, city.rng) for name in ("ada", "ben", "eva")]
    planner = Planner(city, TravelTime(seed=1), couriers)
    for _ in range(rounds):
        planner.tick()
    print("ticks", rounds, {c.name: round(c.driven, 1) for c in couriers})


if __name__ == "__main__":
    main()
