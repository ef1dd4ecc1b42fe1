"""Audio features: a numpy filter bank called from TensorFlow code."""
import time

import numpy as np
import tensorflow as tf

RATE = 1024


class Clip:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        t = np.arange(RATE) / RATE
        self.wave = np.sin(2 * np.pi * rng.uniform(20, 200) * t) + rng.normal(scale=0.1, size=RATE)
        self.window = np.hanning(64 + int(rng.integers(0, 16)))


def spectrum(wave, window):
    size = len(window)
    hops = range(0, len(wave) - size, size // 2)
    return np.stack([np.abs(np.fft.rfft(wave[h:h + size] * window, n=128)) for h in hops]).astype("float32")


def host_spectrum(wave, window):
    return tf.convert_to_tensor(spectrum(wave.numpy(), window.numpy()))


@tf.function(input_signature=[tf.TensorSpec((RATE,), tf.float64), tf.TensorSpec((None,), tf.float64)])
def on_host(wave, window):
    return tf.ensure_shape(tf.py_function(host_spectrum, [wave, window], Tout=tf.float32), (None, 65))


def features(clip):
    frames = on_host(tf.constant(clip.wave), tf.constant(clip.window))
    log = tf.math.log1p(frames)
    return tf.reduce_mean(log, axis=0), tf.math.reduce_std(log, axis=0)


def main():
    centroid = np.zeros(65, "float32")
    for n in range(1, 1001):
        mean, std = features(Clip(n))
        centroid += (mean.numpy() - centroid) / n
        if n % 200 == 0:
            peak = int(np.argmax(centroid))
            print(f"{n} clips: peak bin {peak}, spread {float(tf.reduce_mean(std)):.4f}")
        time.sleep(0.009)


if __name__ == "__main__":
    main()
