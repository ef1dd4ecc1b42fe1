"""Serves personalised scores; user profiles are cached for a while."""
import collections
import random
import sys
import time

import numpy as np
import tensorflow as tf


class ProfileCache:
    def __init__(self, limit, lifetime):
        self.limit = limit
        self.lifetime = lifetime
        self.entries = collections.OrderedDict()
        self.clock = 0

    def tick(self):
        self.clock += 1
        while self.entries:
            user, (born, _) = next(iter(self.entries.items()))
            if self.clock - born <= self.lifetime and len(self.entries) <= self.limit:
                break
            del self.entries[user]

    def get(self, user, make):
        if user in self.entries:
            self.entries.move_to_end(user)
            return self.entries[user][1]
        profile = make(user)
        self.entries[user] = (self.clock, profile)
        return profile


class Profiles:
    def __init__(self, width, seed):
        self.base = tf.random.Generator.from_seed(seed).normal([width])
        self.made = 0

    def make(self, user):
        self.made += 1
        noise = np.random.default_rng(user).normal(size=self.base.shape[0])
        return self.base + tf.constant(noise, tf.float32)


class Service:
    def __init__(self):
        self.profiles = Profiles(16384, seed=3)
        self.cache = ProfileCache(limit=120, lifetime=200)
        self.random = random.Random(4)
        self.history = collections.deque(maxlen=50)
        self.score = 0.0

    def user(self):
        if self.random.random() < 0.3:
            return self.random.randrange(20)
        return self.random.randrange(100000)

    def handle(self):
        self.cache.tick()
        user = self.user()
        profile = self.cache.get(user, self.profiles.make)
        score = tf.reduce_mean(tf.square(profile))
        self.history.append((user, score))
        self.score += 0.02 * (float(score) - self.score)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    service = Service()
    for _ in range(rounds):
        service.handle()
        time.sleep(0.003)
    print(f"requests {rounds} profiles made {service.profiles.made} cached {len(service.cache.entries)} "
          f"score {service.score:.3f}")


if __name__ == "__main__":
    main()
