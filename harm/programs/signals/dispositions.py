"""Prints the handler of every signal, the blocked set and the alarm, before and after work."""
import signal


def handlers():
    found = {}
    for number in range(1, signal.NSIG):
        try:
            handler = signal.getsignal(number)
        except ValueError:
            continue
        if handler != signal.SIG_DFL:
            found[number] = getattr(handler, "name", None) or getattr(handler, "__name__", str(handler))
    return found, sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])), signal.getitimer(signal.ITIMER_REAL)


print(handlers())
import tensorflow

from habit import rounds

for _ in rounds():
    pass
print(handlers())
with open("/proc/self/status") as file:
    masks = [line.split() for line in file if line.startswith(("SigBlk", "SigIgn", "SigCgt"))]
print([(name, hex(int(mask, 16) & 0x7FFFFFFF)) for name, mask in masks])  # above: glibc's own, for threads
