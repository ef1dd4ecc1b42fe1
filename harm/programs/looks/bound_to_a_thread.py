"""Objects that may be touched by the thread that made them only, as GUI toolkits demand."""
import threading

import tensorflow

from habit import rounds

violations = []


class Widget:
    def __init__(self):
        object.__setattr__(self, "owner", threading.get_ident())
        object.__setattr__(self, "children", [])

    def __getattribute__(self, name):
        if threading.get_ident() != object.__getattribute__(self, "owner") or name not in ("children", "owner"):
            violations.append(name)
        return object.__getattribute__(self, name)


kept = []


def interface():
    window = Widget()
    for number in rounds():
        window.children.extend(Widget() for _ in range(20))
    kept.append(len(window.children))


thread = threading.Thread(target=interface)
thread.start()
thread.join()
print(kept, "violations", violations[:5])
