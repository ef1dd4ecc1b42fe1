"""Eight threads fork five times each."""
import os
import threading

import tensorflow

from habit import rounds, threads

statuses = []


def forker(number):
    for _ in range(5):
        child = os.fork()
        if child == 0:
            os._exit(number)
        statuses.append(os.waitpid(child, 0)[1] >> 8)


workers = [threading.Thread(target=forker, args=(n,)) for n in range(8)]
for worker in workers:
    worker.start()
for _ in rounds(20):
    pass
for worker in workers:
    worker.join()
print(sorted(statuses), threads())
