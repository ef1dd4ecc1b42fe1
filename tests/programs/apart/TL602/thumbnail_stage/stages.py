"""Stages of a pipeline: a thread each, joined by queues."""
import queue
import threading


class Stage(threading.Thread):
    def __init__(self, work, source, sink=None):
        super().__init__(daemon=True)
        self.work, self.source, self.sink = work, source, sink
        self.done = 0

    def run(self):
        while True:
            item = self.source.get()
            for result in self.work(item):
                if self.sink is not None:
                    self.sink.put(result)  # LEAK
            self.done += 1


def chain(*works, bound=0):
    """Connects the works; returns the first queue and the stages."""
    first = source = queue.Queue(maxsize=4)
    stages = []
    for number, work in enumerate(works):
        last = number == len(works) - 1
        sink = None if last else queue.Queue(bound)
        stages.append(Stage(work, source, sink))
        source = sink
    return first, stages
