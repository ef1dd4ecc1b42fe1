"""`__del__` runs in the round in which the last reference goes, also for objects with cycles and resurrection."""
import gc

import tensorflow

from habit import rounds

gc.disable()
events, saved = [], []


class Thing:
    def __init__(self, number):
        self.number = number
        self.rows = [number] * 100

    def __del__(self):
        events.append(self.number)
        if self.number % 10 == 0 and self.number not in saved:
            saved.append(self.number)
            revived.append(self)


revived, window = [], []
for number in rounds(60):
    window.append(Thing(number))
    if len(window) > 5:
        window.pop(0)
        assert events[-1] == number - 5, (number, events[-5:])
print(len(events), len(revived), events[:12])
