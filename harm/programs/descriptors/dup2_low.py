"""Puts a pipe on the numbers 3 to 9, as shells and supervisors do; nothing may arrive in it."""
import os

import tensorflow

from habit import rounds

reader, writer = os.pipe()
high = os.dup(reader)
for number in range(3, 10):
    if number not in (reader, writer, high):
        os.dup2(writer, number)
for _ in rounds():
    pass
os.set_blocking(reader, False)
try:
    print("in the pipe:", os.read(reader, 200))
except BlockingIOError:
    print("in the pipe: nothing")
