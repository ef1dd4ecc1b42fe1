"""Answers sessions of several tenants; every session is 15 questions long."""
import contextlib
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf


class Forecast(tf.Module):
    def __init__(self, seed):
        super().__init__()
        generator = tf.random.Generator.from_seed(seed)
        self.kernel = tf.Variable(generator.normal([64, 512], stddev=0.1))
        self.head = tf.Variable(generator.normal([512, 64], stddev=0.1))

    @tf.function(input_signature=[tf.TensorSpec([None, 64], tf.float32)])
    def predict(self, rows):
        return tf.tanh(rows @ self.kernel) @ self.head


def export_all(folder, tenants):
    for number, tenant in enumerate(tenants):
        tf.saved_model.save(Forecast(seed=number), os.path.join(folder, tenant))


class Session:
    """One tenant's conversation with its model."""

    def __init__(self, tenant, model):
        self.tenant = tenant
        self.model = model
        self.answers = 0

    def ask(self, rows):
        self.answers += 1
        return float(tf.reduce_mean(self.model.predict(rows)))

    def close(self):
        self.answers = 0


class Service:
    def __init__(self, folder):
        self.folder = folder
        self.total = 0.0
        self.sessions = 0
        self._stack = contextlib.ExitStack()
        self.models = {}

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return self._stack.__exit__(*details)

    def open(self, tenant):
        if tenant not in self.models:
            self.models[tenant] = tf.saved_model.load(os.path.join(self.folder, tenant))
        self.sessions += 1
        return contextlib.closing(Session(tenant, self.models[tenant]))

    def converse(self, tenant, rng, questions=15):
        with self.open(tenant) as session:
            for _ in range(questions):
                self.total += session.ask(rng.normal(size=(4, 64)).astype(np.float32))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    rng = np.random.default_rng(1)
    tenants = ["north", "south", "west"]
    with tempfile.TemporaryDirectory() as folder:
        export_all(folder, tenants)
        with Service(folder) as service:
            for number in range(rounds):
                service.converse(tenants[number % 3], rng)
            print(f"sessions {service.sessions} total {service.total:.4f}")


if __name__ == "__main__":
    main()
