r"""Hugging Face transformers with random weights: a small GPT-2 generates inside tf.function for several lengths.

lanes = ["harm215"]
needs = ["transformers", "tf_keras"]
timeout = 400
environment = {HF_HUB_OFFLINE = "1", TRANSFORMERS_OFFLINE = "1"}
"""
import tensorflow as tf
import tf_keras
from graphs import show_graph
from transformers import GPT2Config, TFGPT2LMHeadModel

tf_keras.utils.set_random_seed(1)
model = TFGPT2LMHeadModel(GPT2Config(vocab_size=50, n_positions=32, n_embd=16, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=1, pad_token_id=0))
generate = tf.function(lambda ids: model.generate(ids, max_new_tokens=4, do_sample=False))
for length in (3, 4, 5):
    ids = tf.ones([1, length], tf.int32) * 7
    print(generate(ids).numpy().tolist())
show_graph("generate", generate.get_concrete_function(ids).graph.as_graph_def())
