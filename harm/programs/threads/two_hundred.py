"""Two hundred threads do units of work."""
import threading

import tensorflow

from habit import mark, threads

count, lock, local = [0], threading.Lock(), threading.local()


def work():
    local.mine = 0
    for _ in range(50):
        mark()
        local.mine += 1
        with lock:
            count[0] += 1
        event.wait(0.001)
    assert local.mine == 50


event = threading.Event()
workers = [threading.Thread(target=work) for _ in range(200)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(count, threads())
