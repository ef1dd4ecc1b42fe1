r"""A watchdog's habit: prints the innermost function of every thread that sys._current_frames() lists.

[[filters]]
pattern = "'unknown', "
why = "the probe's one thread, which dumps of all threads show: docs/promises.md"
"""
import sys
import threading

import tensorflow

from habit import rounds

done = threading.Event()
worker = threading.Thread(target=done.wait, name="worker")
worker.start()
for number in rounds(40):
    if number in (0, 20, 39):
        known = {t.ident: t.name for t in threading.enumerate()}
        print(number, sorted(known.get(ident, "unknown") for ident in sys._current_frames()))
done.set()
worker.join()
