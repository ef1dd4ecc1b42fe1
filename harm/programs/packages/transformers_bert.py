r"""Hugging Face transformers with random weights: a small BERT, fine-tuned and called inside tf.function.

lanes = ["harm215"]
needs = ["transformers", "tf_keras"]
timeout = 400
environment = {HF_HUB_OFFLINE = "1", TRANSFORMERS_OFFLINE = "1"}
"""
import tensorflow as tf
import tf_keras
from graphs import bits, show_graph
from transformers import BertConfig, TFBertForSequenceClassification

tf_keras.utils.set_random_seed(1)
model = TFBertForSequenceClassification(BertConfig(vocab_size=50, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16))
ids = tf.constant([[1, 2, 3, 4], [5, 6, 7, 8]])


@tf.function
def classify(x):
    return model(x, training=False).logits


print(bits([classify(ids)]))
show_graph("classify", classify.get_concrete_function(ids).graph.as_graph_def())
model.compile("sgd")
history = model.fit({"input_ids": ids, "labels": tf.constant([0, 1])}, epochs=4, verbose=0)
print(history.history, bits(model.get_weights()), classify.experimental_get_tracing_count())
