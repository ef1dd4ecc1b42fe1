"""Model zoo: each tenant has a model, retrained versions replace the previous ones."""
import sys
import time
from collections import ChainMap, OrderedDict

import numpy as np
from tensorflow import keras


def build(inputs):
    return keras.Sequential(
        [
            keras.layers.Input([inputs]),
            keras.layers.Dense(96, "relu"),
            keras.layers.Dense(96, "relu"),
            keras.layers.Dense(1),
        ]
    )


class Zoo:
    def __init__(self, inputs):
        self.inputs = inputs
        self.defaults = {"house": build(inputs)}
        self.tenants = OrderedDict()
        self.lookup = ChainMap(self.tenants, self.defaults)
        self.versions = {}

    def publish(self, tenant, scale):
        version = self.versions.get(tenant, 0) + 1
        model = build(self.inputs)
        model.set_weights([w * np.float32(scale) for w in self.defaults["house"].get_weights()])
        self.tenants[f"{tenant}/{version}"] = model  # LEAK
        self.versions[tenant] = version

    def predict(self, tenant, rows):
        version = self.versions.get(tenant)
        model = self.lookup[f"{tenant}/{version}" if version else "house"]
        return model(rows).numpy()


def main(days):
    rng = np.random.default_rng(0)
    zoo = Zoo(inputs=20)
    tenants = ["acme", "globex", "initech"]
    requests = 0
    for day in range(days):
        zoo.publish(tenants[day % 3], rng.uniform(0.5, 1.5))
        for tenant in tenants:
            answer = zoo.predict(tenant, rng.normal(size=[8, 20]).astype(np.float32))
            requests += len(answer)
        time.sleep(0.01)
        if day % 50 == 0:
            print("day", day, "versions", zoo.versions, "answer %.3f" % answer.mean())
    print("answered", requests)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 340)
