"""Holders with slots, empty slots, slots named like attributes that tools read."""
import tensorflow

from habit import rounds


class Base:
    __slots__ = ("rows", "empty", "shape", "dtype", "__dict__")


class Node(Base):
    __slots__ = ("next", "graph")


head, count = None, 0
keeper = Node()
keeper.rows = []
for number in rounds():
    for _ in range(50):
        node = Node()
        node.next, head = head, node
        keeper.rows.append(node)
        count += 1
print(count, hasattr(head, "empty"), head.__dict__, hasattr(keeper, "graph"))
while head:
    head = head.next
