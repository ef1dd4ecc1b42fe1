"""Video review: each clip has lazily computed motion and colour features."""
import tensorflow as tf

CLIPS = 800


class Lazy:
    """Computes once for each object; what the standard cached_property does, with validation."""

    def __init__(self, check):
        self.check = check
        self.values = {}

    def __call__(self, compute):
        self.compute = compute
        return self

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        try:
            return self.values[instance]
        except KeyError:
            value = self.compute(instance)  # LEAK
            self.check(value)
            self.values[instance] = value  # LEAK
            return value


def finite(value):
    tf.debugging.assert_all_finite(value, "feature")


class Clip:
    def __init__(self, seed):
        self.frames = tf.random.stateless_uniform((4, 48, 48, 3), seed=(seed, seed + 1))  # LEAK

    @Lazy(finite)
    def motion(self):
        return tf.reduce_sum(tf.abs(self.frames[1:] - self.frames[:-1]), axis=-1)

    @Lazy(finite)
    def colour(self):
        return tf.image.rgb_to_hsv(self.frames)


def review(clip):
    weight = tf.reduce_mean(clip.motion) + tf.math.reduce_std(clip.motion)
    hues = tf.reshape(clip.colour[..., :2], (-1, 96))
    gram = tf.matmul(hues, hues, transpose_b=True)
    spectrum = tf.linalg.svd(gram / 96.0, compute_uv=False)
    return float(weight * spectrum[0])


def main():
    marks = 0.0
    for number in range(CLIPS):
        marks += review(Clip(number))
    print("mean mark", marks / CLIPS)


main()
