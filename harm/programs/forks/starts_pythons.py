"""Starts other Pythons: with subprocess, os.system, posix_spawn and a cleaned environment."""
import os
import subprocess
import sys

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
code = "import sys; print(sys.argv[1:], sys.flags.isolated, len(sys.path) > 2); sys.exit(4)"
done = subprocess.run([sys.executable, "-c", code, "a b", "ü"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
print(done.returncode, done.stdout.decode())
clean = subprocess.run([sys.executable, "-c", code], env={}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
print(clean.returncode, clean.stdout.decode())
isolated = subprocess.run([sys.executable, "-I", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
print(isolated.returncode, isolated.stdout.decode(), flush=True)
print(os.system("%s -c 'raise SystemExit(3)'" % sys.executable) >> 8, flush=True)
if hasattr(os, "posix_spawn"):
    child = os.posix_spawn(sys.executable, [sys.executable, "-c", "print('spawned', flush=True)"], os.environ)
    print(os.waitpid(child, 0)[1])
