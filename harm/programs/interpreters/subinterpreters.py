"""Five subinterpreters, one after another, each importing TensorFlow.

lanes = ["py311"]
"""
import _xxsubinterpreters as interpreters

import tensorflow

from habit import rounds

for _ in rounds(15):
    pass
for number in range(5):
    one = interpreters.create()
    interpreters.run_string(one, "import sys, os\nimport tensorflow\nprint(tensorflow.__version__, len(sys.path) > 2, flush=True)")
    interpreters.destroy(one)
for _ in rounds(15):
    pass
print("ok")
