"""An actor server: every client that connects gets a listener for the actions chosen for it."""
import queue
import sys
import threading
import time

import numpy as np
import tensorflow as tf


class Client:
    """Receives actions through its inbox and counts them."""

    def __init__(self, name, preferences):
        self.name = name
        self.preferences = preferences
        self.inbox = queue.Queue()
        self.actions = [0, 0, 0]

    def listen(self):
        while True:
            action = self.inbox.get()
            if action is None:
                return
            self.actions[action] += 1
            self.inbox.task_done()


class ActorServer:
    """Chooses actions with a linear policy."""

    def __init__(self, width):
        self.policy = tf.constant(np.random.default_rng(171).normal(size=(width, 3)), tf.float32)

    def connect(self, name, preferences):
        client = Client(name, preferences)
        threading.Thread(target=client.listen, name=name, daemon=True).start()
        return client

    def serve(self, client, observations):
        logits = tf.matmul(tf.constant(observations * client.preferences, tf.float32), self.policy)
        for action in tf.argmax(logits, axis=1).numpy():
            client.inbox.put(int(action))
        client.inbox.join()
        client.inbox.put(None)
        return client.actions


def main(width=8192):
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng = np.random.default_rng(181)
    server, totals = ActorServer(width), np.zeros(3, int)
    for number in range(clients):
        time.sleep(0.005)
        client = server.connect(f"client-{number}", rng.random(width))
        totals += server.serve(client, rng.normal(size=(8, width)))
    print("actions", totals.tolist())


if __name__ == "__main__":
    main()
