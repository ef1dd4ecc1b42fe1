"""Objects whose `__dict__` is a property that computes, prints and grows."""
import tensorflow

from habit import rounds

seen = []


class Record:
    __slots__ = ("rows",)

    def __init__(self):
        self.rows = []

    @property
    def __dict__(self):
        seen.append(1)
        return {"rows": self.rows, "loaded": len(seen)}


class Keeper:
    pass


keeper = Keeper()
keeper.record = Record()
keeper.all = []
for number in rounds():
    keeper.record.rows.extend([number] for _ in range(50))
    keeper.all.append(Record())
print("computed", len(seen))
