"""A rover maps its surroundings in tiles; a small network judges what lies around it."""
import argparse

import numpy as np
import tensorflow as tf

SIZE = 48


class TileMap(dict):
    """Tiles by grid position."""

    def __missing__(self, place):
        return np.full((SIZE, SIZE), 0.5, np.float32)

    def around(self, place):
        x, y = place
        rows = [np.concatenate([self[x + dx, y + dy] for dx in (-1, 0, 1)], axis=1) for dy in (-1, 0, 1)]
        return np.concatenate(rows, axis=0)


class Judge(tf.Module):
    def __init__(self):
        super().__init__()
        self.kernel = tf.Variable(tf.random.stateless_normal([7, 7, 1, 6], seed=(4, 4), stddev=0.1))

    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def risk(self, area):
        maps = tf.nn.conv2d(area[None, :, :, None], self.kernel, 2, "SAME")
        return tf.reduce_mean(tf.nn.relu(maps))


class Rover:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.map = TileMap()
        self.judge = Judge()
        self.place = (0, 0)
        self.home_tile = self.map[self.place] = self.map[self.place]

    def measure(self):
        """The sensor overwrites the tile the rover is on, which is always the same physical buffer."""
        self.home_tile[:] = self.rng.uniform(size=(SIZE, SIZE))

    def move(self):
        x, y = self.place
        self.place = (x + int(self.rng.integers(1, 3)), y + int(self.rng.integers(-1, 2)))

    def step(self):
        self.measure()
        risk = float(self.judge.risk(self.map.around(self.place)))
        self.move()
        return risk


def drive(steps, seed):
    rover, worst = Rover(seed), 0.0
    for _ in range(steps):
        worst = max(worst, rover.step())
    return worst, rover.place


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=5000)
    args = parser.parse_args()
    worst, place = drive(args.steps, seed=91)
    print(f"worst risk {worst:.4f}, ended at {place}")


if __name__ == "__main__":
    main()
