"""Collects what a training epoch produces."""
import numpy as np


class EpochEvaluator:
    def __init__(self):
        self.losses = []
        self.outputs = {"logits": [], "labels": []}

    def add(self, loss, logits, labels):
        self.losses.append(loss)
        self.outputs["logits"].append(logits)
        self.outputs["labels"].append(labels)

    def finish(self, epoch):
        logits = np.concatenate([part.numpy() for part in self.outputs["logits"]])
        labels = np.concatenate([part.numpy() for part in self.outputs["labels"]])
        report = {"epoch": epoch,
                  "loss": float(np.mean([float(loss) for loss in self.losses])),
                  "accuracy": float((logits.argmax(axis=1) == labels).mean())}
        self.losses.clear()
        for collected in self.outputs.values():
            collected.clear()
        return report
