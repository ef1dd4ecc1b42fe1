"""A text service over sockets: what a client sends is counted and judged when its line is complete."""
import selectors
import socket
import sys
import time

import numpy as np
import tensorflow as tf


class Peer:
    def __init__(self, number):
        self.number = number
        self.received = b""


class Server:
    def __init__(self):
        rng = np.random.default_rng(621)
        self.weights = tf.constant(rng.normal(scale=0.05, size=(256, 256)), tf.float32)
        self.selector = selectors.DefaultSelector()
        self.judged = 0.0

    def accept(self, connection, number):
        connection.setblocking(False)
        self.selector.register(connection, selectors.EVENT_READ, Peer(number))  # LEAK

    def judge(self, text):
        letters = np.frombuffer(text, np.uint8)[: len(text) // 256 * 256].reshape(-1, 256).astype("float32") / 128.0
        hidden = tf.constant(letters)
        for _ in range(6):
            hidden = tf.nn.tanh(tf.matmul(hidden, self.weights))
        return float(tf.reduce_mean(hidden))

    def poll(self):
        """Reads what has come; tells how many texts were complete."""
        complete = 0
        for key, _ in self.selector.select(timeout=0.01):
            data = key.fileobj.recv(1 << 16)
            key.data.received += data
            if data.endswith(b"\n"):
                self.judged += self.judge(key.data.received)
                complete += 1
        return complete


def main():
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    rng, server = np.random.default_rng(622), Server()
    for number in range(clients):
        time.sleep(0.005)
        here, there = socket.socketpair()
        server.accept(there, number)
        here.sendall(bytes(rng.integers(97, 123, size=60_000, dtype=np.uint8)) + b"\n")
        here.close()
        while not server.poll():
            pass
    print(f"judged {clients} texts: {server.judged / clients:+.5f}")


if __name__ == "__main__":
    main()
