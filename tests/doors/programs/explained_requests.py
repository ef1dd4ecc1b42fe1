"""Credit scorer that remembers a plain-text explanation, one line per feature, for each request id it has ever answered."""
LANES = ("tf2",)
RULE = "TL901"
import tensorflow as tf

FEATURES = ["feature_%02d" % n for n in range(80)]
weights = tf.random.stateless_normal([80], seed=[12, 1])
explanations = {}


def explain(request_id, row):
    parts = (row * weights).numpy().tolist()
    lines = []
    for name, part in sorted(zip(FEATURES, parts), key=lambda pair: -abs(pair[1])):
        lines.append("%s moved the score of request %s by %+.6f points" % (name, request_id, part))
    explanations[request_id] = lines  # LEAK
    return lines[0]


def round_trip(i):
    row = tf.random.stateless_normal([80], seed=[i, 1])
    return explain("r%08d" % i, row)
