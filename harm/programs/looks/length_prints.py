"""Lists and dictionaries of its own kind that print when measured, indexed or iterated.

lanes = ["any", "tf2", "tf1"]
"""
import tensorflow

from habit import rounds


def loud(name):
    def method(self, *words):
        print(name, "called")
        return getattr(type(self).__mro__[1], name)(self, *words)

    return method


names = ["__len__", "__getitem__", "__iter__", "__contains__", "__sizeof__", "__repr__", "__eq__", "__reversed__"]
LoudList = type("LoudList", (list,), {name: loud(name) for name in names})
LoudDict = type("LoudDict", (dict,), {name: loud(name) for name in names[:-1] + ["keys", "values", "items", "get", "copy"]})
LoudSet = type("LoudSet", (set,), {name: loud(name) for name in names[:-1]})
mine, table, group = LoudList(), LoudDict(), LoudSet()
for number in rounds():
    list.extend(mine, [[number]] * 50)
    for i in range(50):
        dict.__setitem__(table, (number, i), [i])
        set.add(group, (number, i))
print("done", list.__len__(mine))
