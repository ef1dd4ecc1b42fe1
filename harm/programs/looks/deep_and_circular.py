"""Lists nested a hundred thousand deep, circular containers, a tuple that holds itself."""
import tensorflow

from habit import rounds

deep = []
for _ in range(100_000):
    deep = [deep]
circle = []
circle.append(circle)
table = {"self": None}
table["self"] = table
chain = None
for _ in range(50_000):
    chain = {"next": chain}
kept = []
for number in rounds():
    kept.extend([circle, table, deep, chain, number] for _ in range(30))
print("done", len(kept))
del kept
while deep:
    deep = deep.pop()
while chain:
    chain = chain.pop("next")
