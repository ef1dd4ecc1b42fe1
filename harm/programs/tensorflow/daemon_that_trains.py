"""Becomes a daemon the usual way, then trains and writes results into a database and logs.

lanes = ["tf2", "tf1"]
"""
import os
import sqlite3

os.closerange(3, 1024)
import numpy
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
model.compile("sgd", "mse")
logs = [open("log%d" % n, "w") for n in range(4)]
base = sqlite3.connect("results.db")
base.execute("create table r (step, loss)")
for number in range(400):
    loss = model.train_on_batch(numpy.ones([4, 2], "float32"), numpy.zeros([4, 1], "float32"))
    base.execute("insert into r values (?, ?)", (number, float(numpy.ravel(loss)[0])))
    if number % 40 == 0:
        base.commit()
        for log in logs:
            log.write("step %d\n" % number)
            log.flush()
base.commit()
base.close()
for n, log in enumerate(logs):
    log.close()
    with open("log%d" % n) as file:
        print(n, len(file.readlines()))
print(sqlite3.connect("results.db").execute("select count(*), round(sum(loss), 6) from r").fetchone())
os.unlink("results.db")
