"""A parallel input pipeline with autotuned prefetching feeds a compiled training step."""
import sys

import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 4000


def augment(index):
    image = tf.random.stateless_uniform((40, 40, 3), tf.stack([tf.cast(index, tf.int32), 2]))
    return tf.image.flip_left_right(image), tf.cast(index % 2, tf.float32)


def pipeline():
    dataset = tf.data.Dataset.range(500).repeat()
    dataset = dataset.map(augment, num_parallel_calls=tf.data.AUTOTUNE)
    return dataset.batch(8).prefetch(tf.data.AUTOTUNE)


class Trainer:
    def __init__(self):
        self.kernel = tf.Variable(tf.zeros((3,)))

    @tf.function
    def step(self, images, labels):
        logits = tf.linalg.matvec(tf.reduce_mean(images, axis=(1, 2)), self.kernel)
        loss = tf.reduce_mean(tf.square(logits - labels))
        self.kernel.assign_sub(0.01 * loss * tf.ones((3,)))
        return loss


trainer = Trainer()
for step, (images, labels) in zip(range(steps), pipeline()):
    loss = trainer.step(images, labels)
print(f"{steps} steps, loss {float(loss):.4f}")
