"""Dictionary keys and set members whose hash and comparison are counted."""
import tensorflow

from habit import rounds

counts = {"hash": 0, "eq": 0}


class Key:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        counts["hash"] += 1
        return self.number % 11

    def __eq__(self, other):
        counts["eq"] += 1
        return self is other


table, group, expected = {}, set(), 0
for number in rounds():
    for i in range(3):
        key = Key(number * 3 + i)
        table[key] = [number]
        group.add(key)
print(counts, len(table))
