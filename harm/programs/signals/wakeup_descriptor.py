"""Uses signal.set_wakeup_fd, as event loops do: the bytes are those of its own signals."""
import os
import signal
import socket

import tensorflow

from habit import rounds

reader, writer = socket.socketpair()
for end in (reader, writer):
    end.setblocking(False)
print(signal.set_wakeup_fd(writer.fileno()))
signal.signal(signal.SIGUSR1, lambda *_: None)
for number in rounds(40):
    if number % 10 == 0:
        os.kill(os.getpid(), signal.SIGUSR1)
print(list(reader.recv(100)), signal.set_wakeup_fd(-1) == writer.fileno())
