"""Audio endpoint that parses each request into a settings object and passes it into a tf.function: a trace per request."""
LANES = ("tf2",)
RULE = "TL204"
import tensorflow as tf


class WindowSettings:
    __slots__ = ("length", "hop", "gain", "__weakref__")

    def __init__(self, length, hop, gain=1.0):
        self.length = length
        self.hop = hop
        self.gain = gain

    @classmethod
    def from_query(cls, query):
        return cls(int(query["len"]), int(query["hop"]), float(query.get("gain", 1)))


@tf.function
def loudness(settings, samples):
    frames = tf.signal.frame(samples, settings.length, settings.hop)
    return settings.gain * tf.sqrt(tf.reduce_mean(tf.square(frames), axis=1))


tone = tf.sin(tf.range(2048, dtype=tf.float32) * 0.05)


def handle(query):
    settings = WindowSettings.from_query(query)
    levels = loudness(settings, tone)  # LEAK
    return {"peak": float(tf.reduce_max(levels))}


def round_trip(i):
    return handle({"len": "256", "hop": "128"})
