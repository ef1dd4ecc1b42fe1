"""Option desk: quotes are priced with a small simulation and memoised."""
import argparse
import dataclasses
import functools

import numpy as np
import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Contract:
    symbol: str
    strike: float
    days: int


@dataclasses.dataclass(frozen=True)
class Request:
    contract: Contract
    client: str
    received: float


@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([]), tf.TensorSpec([2], tf.int32)])
def payoffs(strike, years, seed):
    shocks = tf.random.stateless_normal([6000], seed=seed)
    prices = 100.0 * tf.exp(0.2 * tf.sqrt(years) * shocks - 0.02 * years)
    return tf.nn.relu(prices - strike)


def memoised(function):
    known = {}

    @functools.wraps(function)
    def wrapper(request):
        if request.contract not in known:
            known[request.contract] = function(request)
        return known[request.contract]

    wrapper.known = known
    return wrapper


@memoised
def distribution(request):
    contract = request.contract
    years = contract.days / 365.0
    return payoffs(contract.strike, years, [contract.days, int(contract.strike)]).numpy()


class Desk:
    def __init__(self):
        self.quoted = 0
        self.volume = 0.0

    def quote(self, request):
        values = distribution(request)
        self.quoted += 1
        self.volume += float(values.mean())
        return np.quantile(values, [0.05, 0.5, 0.95])

    def requote(self, request):
        """Clients ask twice, the second time for the spread."""
        low, _, high = self.quote(request)
        return high - low


def market(count, rng):
    clock = 0.0
    for _ in range(count):
        clock += rng.exponential(0.5)
        contract = Contract(rng.choice(["ABC", "XYZ"]), 80.0 + 5 * int(rng.integers(8)), int(rng.integers(1, 6)) * 30)
        yield Request(contract, f"client{rng.integers(30)}", clock)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quotes", type=int, default=5500)
    args = parser.parse_args()
    desk, spread = Desk(), 0.0
    for request in market(args.quotes, np.random.default_rng(6)):
        desk.quote(request)
        spread += desk.requote(request)
    print(f"{desk.quoted} quotes, mean spread {spread / args.quotes:.2f}")


if __name__ == "__main__":
    main()
