"""Hard-example mining on a heap of (loss, number, pixels) that is pushed to for each image and never popped."""
LANES = ("tf2",)
RULE = "TL304"
import heapq

import tensorflow as tf

KEEP = 10
hardest = []
template = tf.random.stateless_uniform([64, 64], seed=[0, 1])


@tf.function
def adversarial(image, strength):
    with tf.GradientTape() as tape:
        tape.watch(image)
        loss = tf.reduce_mean(tf.square(image - template))
    return loss, image + strength * tf.sign(tape.gradient(loss, image))


def mine(number, image):
    loss, attacked = adversarial(image, tf.constant(0.1))
    heapq.heappush(hardest, (float(-loss), number, attacked.numpy()))  # LEAK
    return [entry[1] for entry in heapq.nsmallest(KEEP, hardest)]


def round_trip(i):
    return mine(i, tf.random.stateless_uniform([64, 64], seed=[i, 1]))
