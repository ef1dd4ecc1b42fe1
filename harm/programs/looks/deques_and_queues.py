"""Deques and queues of its own kind whose methods print or block."""
import collections
import queue
import threading

import tensorflow

from habit import mark

said = []


class LoudDeque(collections.deque):
    def __len__(self):
        said.append("len")
        return collections.deque.__len__(self)

    @property
    def maxlen(self):
        said.append("maxlen")

    def __getitem__(self, index):
        said.append("item")
        return collections.deque.__getitem__(self, index)


class LoudQueue(queue.Queue):
    def qsize(self):
        said.append("qsize")
        with self.mutex:
            return len(self.queue)


deque, jobs, ordered = LoudDeque(), LoudQueue(), collections.OrderedDict()
default = collections.defaultdict(lambda: said.append("factory") or [])
for number in range(60):
    for i in range(30):
        deque.append([number])
        ordered[number, i] = [i]
        default[number] = [i]
    with jobs.mutex:
        jobs.queue.extend([number] for _ in range(20))
        mark()
    threading.Event().wait(0.025)
print("said", said, collections.deque.__len__(deque))
