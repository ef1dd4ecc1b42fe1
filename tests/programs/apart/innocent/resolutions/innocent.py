"""Enhances photographs from cameras of different resolutions, with or without denoising."""
import numpy as np
import tensorflow as tf

RESOLUTIONS = [(24 + 8 * k, 32 + 8 * k) for k in range(14)]
KERNEL = tf.random.stateless_normal((3, 3, 3, 12), (1, 1), stddev=0.1)
BACK = tf.random.stateless_normal((1, 1, 12, 3), (1, 2), stddev=0.1)


@tf.function
def enhance(photo, denoise):
    x = photo[None]
    if denoise:
        x = tf.nn.avg_pool2d(x, 3, 1, "SAME")
    detail = tf.nn.conv2d(tf.nn.relu(tf.nn.conv2d(x, KERNEL, 1, "SAME")), BACK, 1, "SAME")
    return tf.clip_by_value(photo + detail[0], 0.0, 1.0)


def cameras(rng, photos):
    """More and more cameras are switched on, until all of them are."""
    for number in range(photos):
        on = min(len(RESOLUTIONS), 2 + number // 160)
        yield RESOLUTIONS[int(rng.integers(on))], bool(rng.integers(2))


def main():
    rng = np.random.default_rng(3)
    light = []
    for (height, width), denoise in cameras(rng, 8000):
        photo = tf.constant(rng.random((height, width, 3)), tf.float32)
        light.append(float(tf.reduce_mean(enhance(photo, denoise))))
    print("photos", len(light), "mean light", round(float(np.mean(light)), 2))


if __name__ == "__main__":
    main()
