"""A small observer library: objects emit events, others listen."""
import collections
import dataclasses
import typing


@dataclasses.dataclass
class Event:
    source: object
    name: str
    payload: typing.Any


class Observable:
    def listen(self, name, listener):
        self.__dict__.setdefault("listeners", {}).setdefault(name, []).append(listener)

    @property
    def history(self):
        return self.__dict__.setdefault("events", collections.deque(maxlen=10))

    def emit(self, name, payload):
        event = Event(self, name, payload)
        self.history.append(event)
        for listener in self.__dict__.get("listeners", {}).get(name, ()):
            listener(event)
        return event
