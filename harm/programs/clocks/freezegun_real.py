"""freezegun itself: stops, ticks and moves the clock around work.

lanes = ["harm2"]
needs = ["freezegun"]
"""
import datetime
import time

import tensorflow as tf
from freezegun import freeze_time
from habit import rounds

values = []
with freeze_time("2020-01-01") as frozen:
    for number in rounds(30):
        values.append(float(tf.reduce_sum(tf.ones([number + 1]))))
        frozen.tick(1)
    print(datetime.datetime.now(), time.time())
with freeze_time("1970-01-01"):
    for number in rounds(30):
        values.append(float(tf.reduce_sum(tf.ones([number + 1]))))
print(sum(values), time.time() > 1.7e9)
