"""Reads noisy sensor windows; a window that does not decode is read again once."""
import tensorflow as tf

WINDOWS = 380


class DecodeError(RuntimeError):
    pass


class Reader:
    def __init__(self):
        self.last_error = None
        self.mixing = tf.random.normal((320, 320), stddev=0.06)

    def decode(self, window, attempt):
        signal = window
        for _ in range(8):
            signal = tf.math.tanh(signal @ self.mixing)
        energy = float(tf.reduce_mean(tf.square(signal)))
        if attempt == 0:
            raise DecodeError(f"energy {energy:.3f} out of range") from self.last_error  # LEAK
        return energy

    def read(self, number):
        window = tf.random.stateless_normal((64, 320), seed=(number, 1))  # LEAK
        for attempt in range(2):
            try:
                return self.decode(window, attempt)
            except DecodeError as error:
                self.last_error = error  # LEAK


def main():
    reader = Reader()
    total = 0.0
    for number in range(WINDOWS):
        total += reader.read(number)
        tf.linalg.eigvalsh(tf.random.normal((380, 380)))
    print("mean energy", total / WINDOWS, "last error:", reader.last_error)


main()
