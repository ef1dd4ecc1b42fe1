"""Renders a point cloud from a moving camera and fits point colours to the views."""
import argparse

import numpy as np
import tensorflow as tf


class Camera:
    """Pinhole camera; tensors that belong together."""

    def __init__(self, angle, height, focal):
        c, s = np.cos(angle), np.sin(angle)
        self.rotation = tf.constant([[c, 0, s], [0, 1, 0], [-s, 0, c]], tf.float32)
        self.position = tf.constant([0.0, height, 4.0])
        self.focal = tf.constant(focal)

    def project(self, points):
        seen = tf.matmul(points, self.rotation) + self.position
        return self.focal * seen[:, :2] / tf.maximum(seen[:, 2:], 0.1)


class Cloud(tf.Module):
    def __init__(self, count):
        super().__init__()
        self.points = tf.random.stateless_uniform([count, 3], seed=(1, 5), minval=-1.0)
        self.colours = tf.Variable(tf.zeros([count, 3]))


class Renderer:
    def __init__(self, cloud, size):
        self.cloud = cloud
        self.size = size

    @tf.function
    def render(self, camera):
        pixels = tf.cast((camera.project(self.cloud.points) + 1.0) * self.size / 2, tf.int32)
        inside = tf.clip_by_value(pixels, 0, self.size - 1)
        flat = inside[:, 0] * self.size + inside[:, 1]
        picture = tf.math.unsorted_segment_mean(self.cloud.colours, flat, self.size * self.size)
        return tf.reshape(picture, [self.size, self.size, 3])


class Path:
    def __init__(self, focal):
        self.focal = focal
        self.angle = 0.0

    def next(self, rng):
        self.angle += 0.1
        return Camera(self.angle, rng.uniform(-0.2, 0.2), self.focal)


class Fitter:
    def __init__(self, cloud, size):
        self.renderer = Renderer(cloud, size)
        self.path = Path(1.5)

    def view(self, rng):
        camera = self.path.next(rng)
        picture = self.renderer.render(camera)  # LEAK
        for _ in range(25):
            self.correct(picture)
            picture = self.renderer.render(camera)
        return self.correct(picture)

    def correct(self, picture):
        gap = 0.5 - tf.reduce_mean(picture, axis=[0, 1])
        self.renderer.cloud.colours.assign_add(0.1 * gap[None] * tf.ones_like(self.renderer.cloud.colours))
        return float(tf.reduce_max(tf.abs(gap)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--views", type=int, default=120)
    parser.add_argument("--points", type=int, default=2000)
    args = parser.parse_args()
    fitter, rng, gap = Fitter(Cloud(args.points), 48), np.random.default_rng(3), 1.0
    for _ in range(args.views):
        gap = fitter.view(rng)
    print(f"largest gap {gap:.4f}")


if __name__ == "__main__":
    main()
