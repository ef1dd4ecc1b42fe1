"""Long training runs with a watchdog per segment that would restore the segment's starting point."""
import sys
import threading

import tensorflow as tf

SIZE = 420


class Watchdog(threading.Thread):
    """Restores a snapshot when a segment does not report back in time."""

    def __init__(self, segment, snapshot, patience):
        super().__init__(name="watchdog-%d" % segment, daemon=True)
        self.finished = threading.Event()
        self.patience = patience
        self.snapshot = snapshot
        self.fired = False

    def run(self):
        if not self.finished.wait(self.patience):
            self.fired = True


class Whitening(tf.Module):
    """Learns a decorrelating matrix by gradient steps."""

    def __init__(self):
        super().__init__()
        self.matrix = tf.Variable(tf.eye(SIZE))

    def snapshot(self):
        return tf.identity(self.matrix)

    def segment(self, number, steps=4):
        loss = None
        for step in range(steps):
            x = tf.random.stateless_normal((600, SIZE), seed=(number, step))
            with tf.GradientTape() as tape:
                z = tf.matmul(x, self.matrix)
                cov = tf.matmul(z, z, transpose_a=True) / 600.0
                loss = tf.reduce_mean(tf.square(cov - tf.eye(SIZE)))
            self.matrix.assign_sub(5.0 * tape.gradient(loss, self.matrix))
        return float(loss)


class Supervisor:
    def __init__(self, model, patience=3600.0):
        self.model, self.patience = model, patience

    def watch(self, segment):
        dog = Watchdog(segment, self.model.snapshot(), self.patience)
        dog.start()  # LEAK
        return dog

    def run(self, segment):
        dog = self.watch(segment)
        loss = self.model.segment(segment)
        return loss, dog.fired


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    supervisor = Supervisor(Whitening())
    loss = 0.0
    for segment in range(rounds):
        loss, _ = supervisor.run(segment)
    print("loss %.5f after %d segments" % (loss, rounds))


if __name__ == "__main__":
    main()
