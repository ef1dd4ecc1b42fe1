"""Values a portfolio of cash flows on each day of two thirds of a year."""
import datetime

import tensorflow as tf

DAYS = 560
START = datetime.date(2024, 1, 2)

amounts = tf.random.uniform((60000, 24))
due = tf.random.uniform((60000, 24), minval=1.0, maxval=3000.0)
rates = tf.constant([0.01, 0.015])


@tf.function
def value(amounts, due, elapsed):
    total = 0.0
    for k in range(2):
        left = tf.nn.relu(due - elapsed - 30.0 * k) / 365.0
        discount = tf.exp(-rates[k] * left)
        total += tf.reduce_sum(tf.where(left > 0, amounts * discount, 0.0))
    return total / 2.0


def main():
    worth = 0.0
    for day in range(DAYS):
        as_of = START + datetime.timedelta(days=day)
        worth = float(value(amounts, due, tf.constant(float((as_of - START).days))))
    print("worth on the last day", worth)


main()
