r"""nbclient runs a notebook in a kernel: outputs, an error, execution counts.

lanes = ["harm2"]
needs = ["nbclient", "ipykernel"]
timeout = 180

[[filters]]
pattern = "0x[0-9a-f]+|ipykernel_\\d+/\\d+"
why = "addresses and the kernel's id"
"""
import nbformat
from nbclient import NotebookClient

cells = [
    "import tensorflow as tf, threading\ntf.random.set_seed(1)\nv = tf.Variable(1.0)",
    "kept = []\nfor i in range(400):\n    kept.append(tf.ones([100]) * i)\nfloat(kept[-1][0])",
    "model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer='ones')])\nmodel.compile('sgd', 'mse')\nmodel.fit(tf.ones([8, 2]), tf.ones([8, 1]), verbose=0).history",
    "print(len(kept)); 1 / 0",
    "print('after')",
]
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
NotebookClient(notebook, kernel_name="python3", allow_errors=True, timeout=120).execute()
for cell in notebook.cells:
    print(cell.execution_count)
    for output in cell.outputs:
        print("  ", output.output_type, output.get("text") or output.get("data") or output.get("traceback"))
