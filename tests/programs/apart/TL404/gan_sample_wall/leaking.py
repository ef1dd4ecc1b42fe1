"""A tiny GAN on rings; a callback collects sample grids for the training wall."""
import sys

import keras
import numpy as np
import tensorflow as tf

LATENT, SIDE, BATCH = 8, 16, 32


class Gan(keras.Model):
    def __init__(self):
        super().__init__()
        self.generator = keras.Sequential([
            keras.layers.Dense(64, activation="relu"),
            keras.layers.Dense(SIDE * SIDE, activation="sigmoid"),
        ])
        self.critic = keras.Sequential([
            keras.layers.Dense(64, activation="relu"),
            keras.layers.Dense(1),
        ])

    def compile(self):
        super().compile()
        self.g_optimizer = keras.optimizers.SGD(0.05)
        self.d_optimizer = keras.optimizers.SGD(0.02)
        self.cross = keras.losses.BinaryCrossentropy(from_logits=True)

    def train_step(self, real):
        noise = tf.random.normal([tf.shape(real)[0], LATENT])
        with tf.GradientTape(persistent=True) as tape:
            fake = self.generator(noise)
            on_real, on_fake = self.critic(real), self.critic(fake)
            d_loss = self.cross(tf.ones_like(on_real), on_real)
            d_loss += self.cross(tf.zeros_like(on_fake), on_fake)
            g_loss = self.cross(tf.ones_like(on_fake), on_fake)
        for loss, part, optimizer in (
            (g_loss, self.generator, self.g_optimizer),
            (d_loss, self.critic, self.d_optimizer),
        ):
            weights = part.trainable_variables
            optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return {"g": g_loss, "d": d_loss}


class SampleWall(keras.callbacks.Callback):
    def __init__(self, count=64):
        super().__init__()
        self.seeds = tf.random.stateless_normal([count, LATENT], [9, 9])
        self.grids = []
        self.balance = []

    def on_train_batch_end(self, batch, logs=None):
        samples = self.model.generator(self.seeds).numpy()
        rows = samples.reshape(8, 8, SIDE, SIDE).transpose(0, 2, 1, 3)
        grid = rows.reshape(8 * SIDE, 8 * SIDE)
        self.grids.append(grid)  # LEAK

    def on_epoch_end(self, epoch, logs=None):
        self.balance.append(logs["g"] - logs["d"])

    def contrast(self):
        first, last = self.grids[0], self.grids[-1]
        return float(first.std()), float(last.std())


def rings(count, seed=0):
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2 + 0.5
    radius = rng.uniform(2, 7, size=(count, 1, 1))
    images = np.exp(-np.square(np.hypot(x, y) - radius))
    return images.reshape(count, -1).astype(np.float32)


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 1800
    epochs = 6
    per_epoch = max(1, batches // epochs)
    data = tf.data.Dataset.from_tensor_slices(rings(640)).shuffle(640).repeat().batch(BATCH)
    wall = SampleWall()
    model = Gan()
    model.compile()
    print("training", epochs, "epochs of", per_epoch, "batches", flush=True)
    model.fit(data, epochs=epochs, steps_per_epoch=per_epoch, verbose=0, callbacks=[wall])
    print("contrast first %.3f, last %.3f" % wall.contrast())
    print("balance", np.round(wall.balance, 2))


if __name__ == "__main__":
    main()
