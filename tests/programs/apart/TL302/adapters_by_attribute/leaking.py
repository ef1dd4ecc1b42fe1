"""Federated personalisation: each visiting client gets a low-rank adapter on the shared weights."""
import tensorflow as tf

VISITS = 300
WIDTH = 512
RANK = 32


class Shared(tf.Module):
    def __init__(self):
        super().__init__()
        self.base = tf.Variable(tf.random.normal((WIDTH, WIDTH), stddev=0.04))

    def adapter_for(self, client):
        name = f"adapter_{client}"
        if not hasattr(self, name):
            setattr(self, name, tf.Variable(tf.random.normal((WIDTH, RANK), stddev=0.01), name=name))  # LEAK
        return getattr(self, name)

    def __call__(self, x, adapter):
        return x @ self.base + (x @ adapter) @ tf.transpose(adapter)


def personalise(shared, client):
    adapter = shared.adapter_for(client)  # LEAK
    x = tf.random.stateless_normal((192, WIDTH), seed=(client, 0))
    for _ in range(3):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(adapter)
            loss = tf.reduce_mean(tf.square(shared(x, adapter) - tf.roll(x, 1, axis=1)))
        adapter.assign_sub(0.1 * tape.gradient(loss, adapter))
    return float(loss)


def main():
    shared = Shared()
    for client in range(VISITS):
        loss = personalise(shared, client)
    print("last loss", loss)


main()
