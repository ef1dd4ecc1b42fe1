"""Video denoiser in graph mode that turns each frame into a tensor with convert_to_tensor: all frames stay in the graph."""
LANES = ("tf2",)
RULE = "TL104"
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

SIZE = 96
blur = np.ones((3, 3, 1, 1), np.float32) / 9.0


class Camera:
    def __init__(self, seed):
        self._rng = np.random.RandomState(seed)

    def grab(self):
        return self._rng.rand(SIZE, SIZE).astype(np.float32)


class Denoiser:
    def __init__(self):
        self.session = tf.Session()
        self.kernel = tf.constant(blur)

    def __call__(self, frame):
        image = tf.convert_to_tensor(frame)  # LEAK
        image = tf.reshape(image, (1, SIZE, SIZE, 1))
        smooth = tf.nn.conv2d(image, self.kernel, strides=[1, 1, 1, 1], padding="SAME")
        return self.session.run(smooth)[0, :, :, 0]


camera = Camera(9)
denoise = Denoiser()


def round_trip(i):
    return float(denoise(camera.grab()).std())
