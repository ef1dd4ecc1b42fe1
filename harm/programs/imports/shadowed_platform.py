"""A file `platform.py` beside the script, which also uses TensorFlow: the script gets its own.

[files]
"platform.py" = "here = True"
"tensorflow.py" = "__version__ = '2.21.0'"
"""
import platform

import tensorflow

print(hasattr(platform, "here"))
