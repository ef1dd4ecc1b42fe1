"""A file `json.py` beside the script, which also uses TensorFlow: the script gets its own.

[files]
"json.py" = "here = True"
"tensorflow.py" = "__version__ = '2.21.0'"
"""
import json

import tensorflow

print(hasattr(json, "here"))
