"""Route planner: predicts travel times; log records carry the request for later complaints."""
import json
import logging
import random
import sys
import time

import numpy as np
import tensorflow as tf

SEGMENTS = 300

log = logging.getLogger("planner")
log.setLevel(logging.INFO)
log.propagate = False


class Logbook(logging.Handler):
    """Collects records by level; warnings are printed in the report."""

    def __init__(self):
        super().__init__()
        self.records = []
        self.slowest = None

    def emit(self, record):
        seconds = getattr(record, "seconds", 0.0)
        if self.slowest is None or seconds > self.slowest.seconds:
            self.slowest = record
        if record.levelno >= logging.ERROR:
            self.records.append(record)

    def report(self):
        yield f"slowest trip took {self.slowest.seconds:.0f} s"
        for record in self.records:
            if record.levelno >= logging.ERROR:
                yield record.getMessage()


@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def travel_time(segments):
    length, slope, traffic = tf.unstack(segments, axis=1)
    speed = 14.0 * tf.exp(-3.0 * tf.abs(slope)) / (1.0 + traffic)
    return tf.reduce_sum(length / speed)


def incoming(count, rng):
    """Requests as they come over the wire."""
    for number in range(count):
        route = [
            {"length": rng.uniform(20, 300), "slope": rng.gauss(0, 0.05), "traffic": rng.random()}
            for _ in range(rng.randint(SEGMENTS // 2, SEGMENTS))
        ]
        yield json.dumps({"id": f"trip-{number}", "route": route})


def plan(body):
    request = json.loads(body)
    rows = [[s["length"], s["slope"], s["traffic"]] for s in request["route"]]
    seconds = float(travel_time(tf.constant(rows, tf.float32)))
    details = {"request": request, "seconds": seconds}
    if seconds <= 0.0 or not np.isfinite(seconds):
        log.error("trip %s has no travel time", request["id"], extra=details)
    else:
        log.info("trip %s planned", request["id"], extra=details)
    return seconds


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    logbook = Logbook()
    log.addHandler(logbook)
    window = []
    print("planner ready", flush=True)
    for body in incoming(count, random.Random(77)):
        window.append(plan(body))
        del window[:-100]
        time.sleep(0.01)
    for line in logbook.report():
        print(line)
    print(f"mean of the last trips {sum(window) / len(window):.0f} s")


if __name__ == "__main__":
    main()
