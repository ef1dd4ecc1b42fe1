"""Keeps weak proxies whose referents are gone: touching one raises ReferenceError."""
import weakref

import tensorflow

from habit import rounds


class Thing(list):
    def method(self):
        pass


kept, alive = [], Thing()
for number in rounds():
    for _ in range(50):
        thing = Thing()
        kept.append(weakref.proxy(thing))
        kept.append(weakref.proxy(alive))
        kept.append(weakref.WeakMethod(alive.method))
print(len(kept), len(weakref.getweakrefs(alive)))
