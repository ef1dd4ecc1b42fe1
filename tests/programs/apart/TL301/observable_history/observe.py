"""A small observer library: objects emit events, others listen."""
import dataclasses
import typing


@dataclasses.dataclass
class Event:
    source: object
    name: str
    payload: typing.Any


class Observable:
    history: typing.ClassVar[list] = []

    def listen(self, name, listener):
        self.__dict__.setdefault("listeners", {}).setdefault(name, []).append(listener)

    def emit(self, name, payload):
        event = Event(self, name, payload)
        self.history.append(event)  # LEAK
        for listener in self.__dict__.get("listeners", {}).get(name, ()):
            listener(event)
        return event
