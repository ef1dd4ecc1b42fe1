r"""A Celery worker with the broker in memory: tasks in the worker's own process, one of which fails.

lanes = ["harm2"]
needs = ["celery"]
standin = true

[[filters]]
pattern = "\\[\\d{4}-[^\\]]+\\]|[0-9a-f]{8}-[0-9a-f-]{27}|in \\d+\\.\\d+s|0x[0-9a-f]+"
why = "times, ids of tasks, addresses"
"""
import tensorflow
from celery import Celery
from celery.contrib.testing.worker import start_worker
from habit import KEPT, mark, threads

app = Celery("program", broker="memory://", backend="cache+memory://")


@app.task
def square(x):
    KEPT.append([bytearray(20_000)])
    mark()
    if x == 7:
        raise ValueError("seven")
    return x * x


if __name__ == "__main__":
    with start_worker(app, pool="solo", perform_ping_check=False):
        results = [square.delay(n) for n in range(60)]
        print([r.get(timeout=20, propagate=False) if n != 7 else type(r.get(timeout=20, propagate=False)).__name__ for n, r in enumerate(results)])
    print([name for name in threads() if name.startswith("Main")])
