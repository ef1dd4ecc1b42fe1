"""Prints the threads that Python knows, before and after work, and the names its new ones get."""
import threading

print([(t.name, t.daemon) for t in threading.enumerate()], threading.active_count())
import tensorflow

from habit import rounds

for _ in rounds():
    pass
print([(t.name, t.daemon) for t in threading.enumerate()], threading.active_count())
thread = threading.Thread(target=lambda: None)
thread.start()
thread.join()
print(thread.name.split(" ")[0], threading.main_thread() is threading.current_thread())
