"""Uses TMPDIR in its own folder: only its own files are there."""
import os
import tempfile

os.mkdir("temporary")
os.environ["TMPDIR"] = os.path.abspath("temporary")
import tensorflow

from habit import rounds

for _ in rounds(30):
    pass
with tempfile.NamedTemporaryFile() as file:
    print(len(os.listdir("temporary")))
print(os.listdir("temporary"), sorted(os.listdir(".")))
