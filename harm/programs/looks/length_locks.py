"""A list with its own lock: measuring it while the program holds the lock would wait for ever.

lanes = ["any", "tf2", "tf1"]
timeout = 60
"""
import threading

import tensorflow

from habit import mark

class Locked(list):
    def __init__(self):
        self.lock = threading.Lock()

    def __len__(self):
        with self.lock:
            return list.__len__(self)

    def __getitem__(self, index):
        with self.lock:
            return list.__getitem__(self, index)


kept = Locked()
for number in range(70):
    with kept.lock:
        for _ in range(20):
            list.append(kept, [number] * 50)
        mark()
        threading.Event().wait(0.02)
print("done", len(kept))
