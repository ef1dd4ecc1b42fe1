"""What-if queries on a causal network: any set of nodes can be fixed by the asker."""
import numpy as np
import tensorflow as tf

QUERIES = 340
NODES = 40

rng = np.random.RandomState(4)


def build():
    nodes = [tf.random_normal((1024, 64), name="root")]
    switch = tf.placeholder(tf.float32, (NODES,))
    level = tf.placeholder(tf.float32, (NODES,))
    for number in range(1, NODES):
        parents = [nodes[p] for p in sorted({number // 2, number - 1})]
        mixed = tf.add_n([tf.tanh(parent) for parent in parents])
        weight = tf.constant(rng.normal(scale=0.2, size=(64, 64)), tf.float32)
        natural = tf.nn.relu(tf.matmul(mixed, weight)) + 0.1
        natural = tf.where(switch[number] > 0, tf.fill((1024, 64), level[number]), natural)
        nodes.append(tf.identity(natural, name="node_%d" % number))
    return nodes, switch, level


def ask(session, switch, level, outcome, fixed):
    switches, levels = np.zeros(NODES), np.zeros(NODES)
    for k, value in fixed.items():
        switches[k], levels[k] = 1.0, value
    return session.run(outcome, {switch: switches, level: levels})


def main():
    nodes, switch, level = build()
    outcome = tf.reduce_mean(nodes[-1])
    total = 0.0
    with tf.Session() as session:
        tf.get_default_graph().finalize()
        for _ in range(QUERIES):
            chosen = rng.choice(np.arange(1, NODES - 4), size=rng.randint(2, 9), replace=False)
            total += ask(session, switch, level, outcome, {int(k): rng.normal() for k in chosen})
    print("mean outcome", total / QUERIES)


main()
