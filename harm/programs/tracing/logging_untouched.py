"""Loggers, handlers and levels are the program's own; a warning goes to the last resort."""
import logging

import tensorflow

from habit import rounds

records = []


class Keep(logging.Handler):
    def emit(self, record):
        records.append((record.name, record.getMessage()))


for _ in rounds(20):
    pass
print(sorted(logging.root.manager.loggerDict), logging.root.handlers, logging.root.level)
logging.warning("mine")
logging.root.addHandler(Keep())
logging.root.setLevel(0)
for _ in rounds(30):
    pass
print(records)
