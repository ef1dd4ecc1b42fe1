"""Units of work: what growth is told per, in the words that users read."""

from __future__ import annotations

# The counters that can serve as the unit of work, most telling first, with the word users read.
UNITS = {
    "marks": "mark",
    "train_batches": "training batch",
    "gradients": "gradient step",
    "predict_batches": "predicted batch",
    "test_batches": "evaluated batch",
    "function_calls": "function call",
    "session_runs": "session run",
    "model_calls": "model call",
    "model_loads": "model load",
    "dataset_items": "dataset item",
    "births": "object made",
    "tensors": "tensor made",
    "seconds": "second",
}
FALLBACKS = ("births", "tensors", "seconds")  # for programs that never reach a boundary of work
# What executes something: gradients and calls of layers also build a graph, and run nothing.
EXECUTING = (
    "marks",
    "train_batches",
    "predict_batches",
    "test_batches",
    "function_calls",
    "session_runs",
    "dataset_items",
)
