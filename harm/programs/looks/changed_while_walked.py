r"""Threads change dictionaries, lists and sets all the time; no iteration of theirs breaks.

[[filters]]
pattern = "walked \\d+"
why = "the number of walks depends on the machine's speed"
"""
import threading

import tensorflow

from habit import rounds

table, items, group = {}, [], set()
stop, walks, errors = threading.Event(), [0], []


def change():
    number = 0
    try:
        while not stop.is_set():
            number += 1
            table[number % 5000] = [number]
            table.pop((number * 7) % 5000, None)
            items.append([number])
            if len(items) > 3000:
                del items[:]
            group.add(number % 3000)
            group.discard((number * 3) % 3000)
            if number % 100 == 0:
                walks[0] += sum(1 for _ in list(table)) > 0
                stop.wait(0.0005)
    except Exception as error:
        errors.append(repr(error))


threads = [threading.Thread(target=change) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in rounds():
    pass
stop.set()
for thread in threads:
    thread.join()
print("walked", walks[0])
print("errors", [e for e in errors if "changed size" not in e])
