"""Monte Carlo option pricing; desks ask for quotes under their own scenario."""
import sys

import numpy as np
import tensorflow as tf


class Scenario:
    """Market assumptions for one quote."""

    def __init__(self, rate, volatility, horizon):
        self.rate = rate
        self.volatility = volatility
        self.horizon = horizon

    def shocked(self, factor):
        return Scenario(self.rate, self.volatility * factor, self.horizon)


class Payoffs:
    @staticmethod
    def call(final, strike):
        return tf.nn.relu(final - strike)

    @staticmethod
    def put(final, strike):
        return tf.nn.relu(strike - final)


class Pricer:
    def __init__(self, paths, steps, seed):
        rng = np.random.default_rng(seed)
        self.noise = tf.constant(rng.normal(size=(paths, steps)), tf.float32)
        self.steps = steps

    @tf.function
    def simulate(self, spot, rate, volatility, horizon):
        dt = horizon / self.steps
        drift = (rate - 0.5 * volatility ** 2) * dt
        moves = drift + volatility * tf.sqrt(dt) * self.noise
        return spot * tf.exp(tf.reduce_sum(moves, axis=1))

    def quote(self, kind, spot, strike, scenario):
        final = self.simulate(*(tf.constant(v, tf.float32) for v in (
            spot, scenario.rate, scenario.volatility, scenario.horizon)))
        payoff = getattr(Payoffs, kind)(final, strike)
        return float(tf.reduce_mean(payoff)) * float(np.exp(-scenario.rate * scenario.horizon))


class Desk:
    """Asks for a quote, and for the same quote with volatility shocked."""

    def __init__(self, pricer, seed):
        self.pricer = pricer
        self.rng = np.random.default_rng(seed)

    def ask(self):
        scenario = Scenario(self.rng.uniform(0.0, 0.05), self.rng.uniform(0.1, 0.5), self.rng.uniform(0.1, 2.0))
        kind = ("call", "put")[int(self.rng.integers(2))]
        spot, strike = self.rng.uniform(90, 110), self.rng.uniform(90, 110)
        base = self.pricer.quote(kind, spot, strike, scenario)
        bumped = self.pricer.quote(kind, spot, strike, scenario.shocked(1.01))
        return base, bumped - base


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    desk = Desk(Pricer(paths=2000, steps=16, seed=0), seed=4)
    total = vega = 0.0
    for _ in range(rounds):
        price, bump = desk.ask()
        total += price
        vega += bump
    print(f"quotes {rounds} mean price {total / rounds:.2f} mean bump {vega / rounds:.2f}")


if __name__ == "__main__":
    main()
