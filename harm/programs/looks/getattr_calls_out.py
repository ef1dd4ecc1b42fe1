"""A remote proxy: each attribute it lacks is a call to a server, which is counted."""
import tensorflow

from habit import rounds

calls = []


class Proxy:
    def __init__(self):
        self.kept = []

    def __getattr__(self, name):
        calls.append(name)
        return lambda *words: None


proxy = Proxy()
held = {"proxy": proxy}
for number in rounds():
    proxy.kept.extend([object(), proxy] for _ in range(50))
print("calls", len(calls), calls[:10])
