"""Collections of documents are tokenised with their own vocabulary and counted."""
import argparse

import numpy as np
import tensorflow as tf


class Tokenizer:
    """Assigns word numbers by frequency within one collection."""

    def __init__(self, documents):
        counts = {}
        for document in documents:
            for word in document.split():
                counts[word] = counts.get(word, 0) + 1
        ranked = sorted(counts, key=lambda word: (-counts[word], word))
        self.numbers = {word: number for number, word in enumerate(ranked)}

    def encode(self, text):
        words = text.numpy().decode().split()
        return np.array([self.numbers.get(word, -1) for word in words], np.int32)

    def __len__(self):
        return len(self.numbers)


class Collections:
    def __init__(self, documents, words, seed):
        self.documents, self.words = documents, words
        self.rng = np.random.default_rng(seed)

    def make(self, number):
        vocabulary = [f"word{number}x{index}" for index in range(self.words)]
        return [" ".join(self.rng.choice(vocabulary, 200)) for _ in range(self.documents)]


def encoded(documents, tokenizer):
    rows = [tokenizer.encode(tf.constant(document)) for document in documents]
    return tf.data.Dataset.from_tensor_slices(np.stack(rows))


def statistics(documents):
    tokenizer = Tokenizer(documents)
    pipeline = encoded(documents, tokenizer).padded_batch(8)
    total = tf.constant(0.0)
    for batch in pipeline:
        total += tf.reduce_mean(tf.cast(batch, tf.float32))
    return float(total) / len(tokenizer)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--collections", type=int, default=220)
    parser.add_argument("--documents", type=int, default=24)
    args = parser.parse_args()
    source = Collections(args.documents, 3000, seed=50)
    mean = 0.0
    for number in range(args.collections):
        mean += (statistics(source.make(number)) - mean) / (number + 1)
    print(f"mean rank {mean:.4f}")


if __name__ == "__main__":
    main()
