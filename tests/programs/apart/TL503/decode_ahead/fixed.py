"""Trains on compressed pictures; decoding runs ahead in the background."""
import tensorflow as tf

STEPS = 420

noise = tf.cast(tf.random.uniform((24, 160, 160, 3), maxval=255, dtype=tf.int32), tf.uint8)
stored = tf.stack([tf.io.encode_jpeg(picture) for picture in noise])


def decode(data):
    picture = tf.io.decode_jpeg(data, channels=3)
    return tf.image.resize(tf.image.convert_image_dtype(picture, tf.float32), (32, 32))


def pipeline():
    files = tf.data.Dataset.from_tensor_slices(stored).repeat()
    return files.map(decode).prefetch(4)


class Trainer:
    def __init__(self):
        self.kernel = tf.Variable(tf.random.normal((5, 5, 3, 24), stddev=0.1))
        self.out = tf.Variable(tf.random.normal((24, 1), stddev=0.1))

    @tf.function
    def step(self, pictures):
        with tf.GradientTape() as tape:
            features = tf.nn.relu(tf.nn.conv2d(pictures, self.kernel, 2, "SAME"))
            score = tf.reduce_mean(features, axis=(1, 2)) @ self.out
            loss = tf.reduce_mean(tf.square(score - 1.0))
        for variable, gradient in zip((self.kernel, self.out), tape.gradient(loss, (self.kernel, self.out))):
            variable.assign_sub(0.01 * gradient)
        return loss


def main():
    trainer = Trainer()
    for picture in pipeline().take(STEPS):
        loss = trainer.step(tf.repeat(picture[None], 240, axis=0))
    print("loss", float(loss))


main()
