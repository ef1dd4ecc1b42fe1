"""A minimal in-process event bus."""
from dataclasses import dataclass
from typing import Callable, Dict, List

import numpy as np


@dataclass
class PageView:
    rows: np.ndarray


class EventBus:
    def __init__(self):
        self.handlers: Dict[str, List[Callable]] = {}
        self.open_topics = set()
        self.published = 0

    def subscribe(self, topic, handler):
        self.open_topics.add(topic)
        self.handlers.setdefault(topic, []).append(handler)

    def unsubscribe(self, topic):
        self.handlers.pop(topic, None)

    def close(self, topic):
        self.open_topics.discard(topic)

    def publish(self, topic, payload):
        if topic not in self.open_topics:
            return []
        self.published += 1
        return [handler(payload) for handler in self.handlers[topic]]
