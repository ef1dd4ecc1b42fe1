"""Prints the numbers its own descriptors get: the lowest free ones, always."""
import os
import socket

numbers = [os.open("/dev/null", os.O_RDONLY) for _ in range(3)]
print("before the import", numbers)
import tensorflow

from habit import descriptors, rounds

print(descriptors())
for number in rounds():
    if number % 10 == 0:
        pair = socket.socketpair()
        print(number, os.open("/dev/null", os.O_RDONLY), [end.fileno() for end in pair])
        for end in pair:
            end.close()
