"""Streaming transcription: while a client is connected, a heartbeat keeps its decoder state warm."""
import threading
import time

import numpy as np
import tensorflow as tf

STATE = 40_000


class Connection:
    def __init__(self, client, interval=0.5):
        self.client = client
        self.interval = interval
        self.state = tf.random.stateless_uniform((STATE,), (client, 1))
        self.closed = threading.Event()
        self.beats = 0

    def open(self):
        threading.Thread(target=self.beat, name=f"heartbeat-{self.client}", daemon=True).start()  # LEAK
        return self

    def beat(self):
        while not self.closed.wait(self.interval):
            self.beats += 1

    def send(self, chunk):
        if chunk is None:
            raise ConnectionResetError(self.client)
        window = tf.constant(np.resize(chunk, STATE), tf.float32)
        self.state = 0.9 * self.state + 0.1 * window
        return int(tf.argmax(self.state[:500]))

    def close(self):
        self.closed.set()


class Service:
    def __init__(self):
        self.letters = 0
        self.dropped = 0

    def serve(self, client, chunks):
        connection = Connection(client).open()  # LEAK
        try:
            for chunk in chunks:
                self.letters += connection.send(chunk) is not None
            connection.close()
        except ConnectionResetError:
            self.dropped += 1


def client(rng):
    for _ in range(int(rng.integers(3, 9))):
        yield rng.normal(size=400)
        time.sleep(0.002)
    yield None


def main():
    rng = np.random.default_rng(15)
    service = Service()
    for number in range(300):
        service.serve(number, client(rng))
    print("letters:", service.letters, "dropped:", service.dropped)


if __name__ == "__main__":
    main()
