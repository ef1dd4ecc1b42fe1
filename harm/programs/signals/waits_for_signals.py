"""Blocks signals in all threads and receives them with sigwait."""
import os
import signal
import threading

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, signal.SIGTERM})
import tensorflow

from habit import rounds

seen = []


def waiter():
    while True:
        number = signal.sigwait({signal.SIGUSR1, signal.SIGTERM})
        seen.append(int(number))
        if number == signal.SIGTERM:
            return


thread = threading.Thread(target=waiter)
thread.start()
for number in rounds(30):
    if number in (5, 15):
        os.kill(os.getpid(), signal.SIGUSR1)
os.kill(os.getpid(), signal.SIGTERM)
thread.join()
print(seen)
