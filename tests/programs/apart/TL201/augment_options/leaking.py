"""Contrastive pre-training: each batch is compared with a randomly changed view of it."""
import random
import time

import tensorflow as tf

BATCH, SIDE = 8, 24


def draw(rng):
    """The parameters of a view."""
    return {
        "colour": {"brightness": round(rng.uniform(-0.2, 0.2), 3), "contrast": round(rng.uniform(0.7, 1.4), 3)},
        "shift": (rng.randrange(-5, 6), rng.randrange(-5, 6)),
        "noise": round(rng.uniform(0.0, 0.05), 4),
    }


@tf.function
def view(images, options):
    colour = options["colour"]
    images = tf.image.adjust_contrast(images, colour["contrast"]) + colour["brightness"]
    images = tf.roll(images, options["shift"], (1, 2))
    images = images + options["noise"] * tf.random.normal(tf.shape(images), seed=1)
    return tf.clip_by_value(images, 0.0, 1.0)


class Encoder(tf.Module):
    def __init__(self):
        super().__init__()
        self.kernel = tf.Variable(tf.random.stateless_normal((5, 5, 3, 16), (1, 2), stddev=0.1))

    @tf.function
    def step(self, left, right):
        with tf.GradientTape() as tape:
            codes = [tf.math.l2_normalize(tf.reduce_mean(tf.nn.relu(tf.nn.conv2d(x, self.kernel, 2, "SAME")), (1, 2)), 1)
                     for x in (left, right)]
            logits = 5.0 * tf.matmul(*codes, transpose_b=True)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(tf.range(BATCH), logits))
        self.kernel.assign_sub(0.05 * tape.gradient(loss, self.kernel))
        return loss


def main():
    rng = random.Random(3)
    encoder = Encoder()
    for step in range(110):
        images = tf.random.stateless_uniform((BATCH, SIDE, SIDE, 3), (step, 0))
        other = view(images, draw(rng))  # LEAK
        time.sleep(0.03)
        loss = encoder.step(images, other)
    print("loss is finite:", bool(tf.math.is_finite(loss)))


if __name__ == "__main__":
    main()
