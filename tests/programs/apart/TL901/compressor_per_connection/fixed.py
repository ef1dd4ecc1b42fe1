"""Streams scores to clients as compressed chunks; connections are short."""
import argparse
import enum
import json
import zlib

import numpy as np
import tensorflow as tf


class Status(enum.Enum):
    OPEN = "open"
    CLOSED = "closed"


class Connection:
    def __init__(self, number):
        self.number = number
        self.status = Status.OPEN
        self.compressor = zlib.compressobj(6)
        self.sent = 0

    def send(self, payload):
        chunk = self.compressor.compress(payload) + self.compressor.flush(zlib.Z_SYNC_FLUSH)
        self.sent += len(chunk)
        return chunk

    def finish(self):
        self.sent += len(self.compressor.flush(zlib.Z_SYNC_FLUSH))
        self.status = Status.CLOSED


class ConnectionManager:
    def __init__(self):
        self.connections = {}

    def open(self, number):
        connection = Connection(number)
        self.connections[number] = connection
        return connection

    def close(self, number):
        self.connections.pop(number).finish()

    def active(self):
        return sum(c.status is Status.OPEN for c in self.connections.values())


@tf.function(input_signature=[tf.TensorSpec([None, 32])])
def score(rows):
    return tf.nn.softmax(tf.reduce_sum(tf.square(rows), axis=1))


class Endpoint:
    def __init__(self):
        self.manager = ConnectionManager()
        self.bytes = 0

    def handle(self, number, batches):
        connection = self.manager.open(number)
        for rows in batches:
            values = score(tf.constant(rows, tf.float32)).numpy()
            self.bytes += len(connection.send(json.dumps(values.tolist()).encode()))
        self.manager.close(number)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--connections", type=int, default=1000)
    args = parser.parse_args()
    rng, endpoint = np.random.default_rng(49), Endpoint()
    for number in range(args.connections):
        endpoint.handle(number, (rng.normal(size=(64, 32)) for _ in range(10)))
    print(f"{endpoint.bytes} bytes, {endpoint.manager.active()} active")


if __name__ == "__main__":
    main()
