"""Text sampler whose temperature is a Python float that cools a little with each draw: one trace per temperature."""
LANES = ("tf2",)
RULE = "TL201"
import tensorflow as tf

VOCAB = 64
tf.random.set_seed(0)
bigram = tf.random.normal((VOCAB, VOCAB))


@tf.function
def draw(temperature, previous):
    logits = tf.gather(bigram, previous) / temperature
    return tf.random.categorical(logits[tf.newaxis, :], 1, seed=1)[0, 0]


class Sampler:
    def __init__(self, start=2.0, decay=0.999):
        self.temperature = start
        self.decay = decay
        self.token = tf.constant(0, tf.int64)

    def step(self):
        self.token = draw(self.temperature, self.token)  # LEAK
        self.temperature *= self.decay
        return self.token


sampler = Sampler()


def round_trip(i):
    return int(sampler.step())
