"""Knowledge distillation with an annealed temperature."""
import functools
import sys

import tensorflow as tf

WIDTH, CLASSES = 256, 40


class Student(tf.Module):
    def __init__(self, depth=8):
        super().__init__()
        self.kernels = []
        for i in range(depth):
            out = CLASSES if i == depth - 1 else WIDTH
            self.kernels.append(tf.Variable(tf.random.stateless_normal((WIDTH, out), seed=(i, 4)) * 0.08))

    def logits(self, x):
        for kernel in self.kernels[:-1]:
            x = tf.nn.relu(tf.matmul(x, kernel)) + 0.1 * x
        return tf.matmul(x, self.kernels[-1])

    @tf.function
    def step(self, x, teacher, temperature, rate):
        with tf.GradientTape() as tape:
            soft = tf.nn.softmax(teacher / temperature)
            loss = tf.nn.softmax_cross_entropy_with_logits(soft, self.logits(x) / temperature)
            loss = tf.reduce_mean(loss) * temperature ** 2
        for kernel, gradient in zip(self.kernels, tape.gradient(loss, self.kernels)):
            kernel.assign_sub(rate * gradient)
        return loss


class Annealing:
    def __init__(self, start, factor):
        self.value, self.factor = start, factor

    def next(self):
        self.value = max(1.0, self.value * self.factor)
        return self.value


class Trainer:
    def __init__(self, student):
        self.student = student
        self.phases = {"warm": functools.partial(student.step, rate=tf.constant(0.01)),
                       "main": functools.partial(student.step, rate=tf.constant(0.002))}
        self.annealing = Annealing(20.0, 0.9975)

    def round(self, number, x, teacher):
        phase = self.phases["warm" if number < 10 else "main"]
        temperature = tf.constant(self.annealing.next(), tf.float32)
        return phase(x, teacher, temperature)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    trainer = Trainer(Student())
    readout = tf.random.stateless_normal((WIDTH, CLASSES), seed=(7, 7))
    loss = None
    for number in range(rounds):
        x = tf.random.stateless_normal((2048, WIDTH), seed=(number, 8))
        loss = trainer.round(number, x, tf.matmul(x, readout))
    print("loss %.4f after %d rounds" % (float(loss), rounds))


if __name__ == "__main__":
    main()
