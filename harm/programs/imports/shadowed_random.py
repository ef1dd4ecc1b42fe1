"""A file `random.py` beside the script, which also uses TensorFlow: the script gets its own.

[files]
"random.py" = "here = True"
"tensorflow.py" = "__version__ = '2.21.0'"
"""
import random

import tensorflow

print(hasattr(random, "here"))
