"""Style transfer by gradient descent on images; style statistics are memoised."""
import functools
import sys

import numpy as np
import tensorflow as tf

CATALOGUE = 90


def painting(index, edge=96):
    rng = np.random.RandomState(index)
    coarse = rng.rand(1, 12, 12, 3).astype("float32")
    return tf.image.resize(coarse, (edge, edge))


class FilterBank:
    def __init__(self, seed=15):
        rng = np.random.RandomState(seed)
        self.kernels = [tf.constant(rng.normal(0, 0.2, s).astype("float32"))
                        for s in ((3, 3, 3, 16), (3, 3, 16, 32), (3, 3, 32, 64))]

    def __call__(self, x):
        maps = []
        for k in self.kernels:
            x = tf.nn.relu(tf.nn.conv2d(x, k, 2, "SAME"))
            maps.append(x)
        return maps


def gram(fmap):
    n = tf.cast(tf.shape(fmap)[1] * tf.shape(fmap)[2], tf.float32)
    return tf.einsum("bijc,bijd->bcd", fmap, fmap) / n


class StyleTransfer:
    def __init__(self):
        self.bank = FilterBank()
        self.style_of = functools.lru_cache(maxsize=32)(self._style_of)

    def _style_of(self, index):
        maps = self.bank(painting(index))
        return tuple(gram(m) for m in maps), maps[0]

    def loss(self, image, grams):
        maps = self.bank(image)
        return tf.add_n([tf.reduce_mean(tf.square(gram(m) - g)) for m, g in zip(maps, grams)])

    def render(self, content, index, steps=4, lr=2.0):
        grams, _ = self.style_of(index)
        image = tf.Variable(content)
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = self.loss(image, grams)
            grad = tape.gradient(loss, image)
            image.assign_sub(lr * grad / (tf.norm(grad) + 1e-8))
        return float(loss)


def main():
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    transfer = StyleTransfer()
    rng = np.random.RandomState(8)
    losses = []
    for job in range(jobs):
        content = rng.rand(1, 96, 96, 3).astype("float32")
        losses.append(transfer.render(content, job * 7 % CATALOGUE))
    info = transfer.style_of.cache_info()
    print("jobs %d cached %d loss ok: %s" % (jobs, info.currsize, bool(np.isfinite(losses).all())))


if __name__ == "__main__":
    main()
