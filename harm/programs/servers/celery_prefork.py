r"""A Celery worker that forks a pool of two, as `celery worker` does; the broker is a folder.

lanes = ["harm2"]
needs = ["celery"]
standin = true
unordered = true
timeout = 120

[[filters]]
pattern = "\\[\\d{4}-[^\\]]+\\]|[0-9a-f]{8}-[0-9a-f-]{27}|in \\d+\\.\\d+s|0x[0-9a-f]+|celery@\\S+|concurrency: .*|Linux-\\S+ \\d{4}-.*|\\d+ms"
why = "times, ids of tasks, addresses, the machine's name"
"""
import os
import shutil
import signal
import threading

import tensorflow
from celery import Celery
from habit import KEPT, mark

os.makedirs("queue", exist_ok=True)
app = Celery("program", broker="filesystem://", backend="file://" + os.path.abspath("queue"))
app.conf.broker_transport_options = {"data_folder_in": "queue", "data_folder_out": "queue", "control_folder": "queue"}
app.conf.worker_send_task_events = False


@app.task(name="square")
def square(x):
    KEPT.append([bytearray(20_000)])
    mark()
    return x * x


def send():
    results = [square.delay(n) for n in range(30)]
    values = [r.get(timeout=60, interval=0.05, disable_sync_subtasks=False) for r in results]
    os.write(1, ("%s\n" % values).encode())
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Timer(3, send).start()
    try:
        app.worker_main(["worker", "-P", "prefork", "-c", "2", "-l", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"])
    finally:
        shutil.rmtree("queue", ignore_errors=True)
