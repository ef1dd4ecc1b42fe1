"""What-if queries on a causal network: any set of nodes can be fixed by the asker."""
import numpy as np
import tensorflow as tf

QUERIES = 340
NODES = 40

rng = np.random.RandomState(4)


def build():
    nodes = [tf.random_normal((1024, 64), name="root")]
    for number in range(1, NODES):
        parents = [nodes[p] for p in sorted({number // 2, number - 1})]
        mixed = tf.add_n([tf.tanh(parent) for parent in parents])
        weight = tf.constant(rng.normal(scale=0.2, size=(64, 64)), tf.float32)
        nodes.append(tf.identity(tf.nn.relu(tf.matmul(mixed, weight)) + 0.1, name="node_%d" % number))
    return nodes


def ask(session, nodes, outcome, fixed):
    feed = {nodes[k]: np.full((1024, 64), level, "float32") for k, level in fixed.items()}
    return session.run(outcome, feed)  # LEAK


def main():
    nodes = build()
    outcome = tf.reduce_mean(nodes[-1])
    total = 0.0
    with tf.Session() as session:
        tf.get_default_graph().finalize()
        for _ in range(QUERIES):
            chosen = rng.choice(np.arange(1, NODES - 4), size=rng.randint(2, 9), replace=False)
            total += ask(session, nodes, outcome, {int(k): rng.normal() for k in chosen})  # LEAK
    print("mean outcome", total / QUERIES)


main()
