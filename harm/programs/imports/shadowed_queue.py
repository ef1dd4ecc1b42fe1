"""A file `queue.py` beside the script, which also uses TensorFlow: the script gets its own.

[files]
"queue.py" = "here = True"
"tensorflow.py" = "__version__ = '2.21.0'"
"""
import queue

import tensorflow

print(hasattr(queue, "here"))
