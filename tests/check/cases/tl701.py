# ruff: noqa

# --- leak: service with a model
from flask import Flask, request
from tensorflow import keras

app = Flask(__name__)
model = keras.models.load_model("score.keras")  # leak


@app.route("/score", methods=["POST"])
def score():
    return str(model(request.json["rows"]).numpy().mean())


# --- silent: service that lets the memory grow
import tensorflow as tf
from flask import Flask, request

for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)

app = Flask(__name__)
model = tf.keras.models.load_model("score.keras")


@app.route("/score", methods=["POST"])
def score():
    return str(model(request.json["rows"]).numpy().mean())


# --- silent: a training script
from tensorflow import keras

model = keras.models.load_model("score.keras")
model.fit([[1.0]], [[1.0]])
