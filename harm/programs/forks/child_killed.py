"""Children that die of signals are told apart by their status."""
import os
import signal
import time

import tensorflow

from habit import rounds

for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGABRT, signal.SIGSEGV):
    child = os.fork()
    if child == 0:
        for _ in rounds(5):
            pass
        signal.signal(number, signal.SIG_DFL) if number != signal.SIGKILL else None
        os.kill(os.getpid(), number)
        time.sleep(5)
    status = os.waitpid(child, 0)[1]
    print(os.WIFSIGNALED(status), os.WTERMSIG(status) == number)
