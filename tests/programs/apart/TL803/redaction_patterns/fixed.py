"""Redaction service: a user's own names are blotted out of the documents before these are indexed."""
import argparse
from typing import List

import numpy as np
import tensorflow as tf

SYLLABLES = ["ka", "lo", "mi", "ren", "tas", "vor", "eli", "dan", "shu", "per", "gol", "nim"]


class Directory:
    """Who is who: the names a user wants to have redacted."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def names(self, count: int) -> List[str]:
        picks = self.rng.integers(0, len(SYLLABLES), size=(count, 4))
        return ["".join(SYLLABLES[i] for i in row) for row in picks]


class Corpus:
    def __init__(self, directory: Directory, documents: int) -> None:
        words = directory.names(400)
        rng = np.random.default_rng(1)
        self.documents = tf.constant([" ".join(rng.choice(words, 40)) for _ in range(documents)])


def pattern_for(names: List[str]) -> str:
    return r"(?i)\b(" + "|".join(f"{name}(?:{name[:2]}|s|en)?" for name in names) + r")\b"


class Redactor:
    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus

    def redact(self, names: List[str]) -> tf.Tensor:
        pattern = tf.constant(pattern_for(names))
        return tf.strings.regex_replace(self.corpus.documents, pattern, "***")

    def handle(self, names: List[str]) -> int:
        clean = self.redact(names)
        return int(tf.reduce_sum(tf.strings.length(clean)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("users", nargs="?", type=int, default=1800)
    parser.add_argument("--names", type=int, default=16)
    args = parser.parse_args()
    directory = Directory(seed=20)
    redactor = Redactor(Corpus(directory, documents=300))
    characters = 0
    for _ in range(args.users):
        characters += redactor.handle(directory.names(args.names))
    print(f"{args.users} users, {characters} characters left")


if __name__ == "__main__":
    main()
