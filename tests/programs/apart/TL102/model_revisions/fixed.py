"""Model server for tenants: an upload becomes the tenant's newest revision, and requests go to that one."""
import sys

import numpy as np
from single_revision import Tenant


class Registry(object):
    def __init__(self, names):
        self.tenants = {name: Tenant(name) for name in names}

    def upload(self, name, weights):
        self.tenants[name].deploy(weights)


def main():
    uploads = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.RandomState(311)
    registry = Registry(["bakery", "garage", "florist"])
    total = 0.0
    for number in range(uploads):
        name = ("bakery", "garage", "florist")[number % 3]
        registry.upload(name, rng.normal(size=(128, 96)))
        for _ in range(10):
            total += float(registry.tenants[name].score(rng.normal(size=(40, 128))).mean())
    print("mean score %.2f" % (total / uploads / 10))


if __name__ == "__main__":
    main()
