"""Query service: rows become objects with the columns of the query, then a model ranks them."""
import dataclasses
import sys

import numpy as np
import tensorflow as tf


class Row:
    """Base of all rows; knows its kinds for the decoder."""

    kinds = []

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        Row.kinds.append(cls)
        del Row.kinds[:-16]

    def values(self):
        return [getattr(self, field.name) for field in dataclasses.fields(self)]


def kind_for(number, columns):
    return dataclasses.make_dataclass(f"Row{number}", [(c, float) for c in columns], bases=(Row,), order=True)


@tf.function(input_signature=[tf.TensorSpec([None, 6])])
def rank(rows):
    return tf.argsort(tf.reduce_sum(tf.tanh(rows), 1))


def main():
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else 2800
    rng = np.random.default_rng(141)
    names = [f"column_{n}" for n in range(40)]
    best = 0.0
    for number in range(queries):
        columns = [names[i] for i in rng.choice(40, 6, replace=False)]
        kind = kind_for(number, columns)
        rows = [kind(*rng.normal(size=6).tolist()) for _ in range(8)]
        order = rank(tf.constant([row.values() for row in rows], tf.float32))
        best = max(best, max(rows[int(order[-1])].values()))
    print(f"{queries} queries, largest value of a best row {best:.3f}")


if __name__ == "__main__":
    main()
