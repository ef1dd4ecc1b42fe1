# ruff: noqa
# fmt: off
"""TL604: a request handler builds or loads a model."""

# --- leak: flask loads per request
import numpy as np
from flask import Flask, jsonify, request
from tensorflow import keras

app = Flask(__name__)


@app.route("/predict", methods=["POST"])
def predict():
    model = keras.models.load_model("m.keras")  # leak
    x = np.array(request.get_json()["x"])
    return jsonify(model.predict(x).tolist())

# --- leak: http server
from http.server import BaseHTTPRequestHandler, HTTPServer
import numpy as np
import tensorflow as tf


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        model = tf.keras.models.load_model("score.keras")  # leak
        self.wfile.write(model.predict(np.frombuffer(body)[None]).tobytes())


if __name__ == "__main__":
    HTTPServer(("", 8080), Handler).serve_forever()

# --- leak: fastapi builds
import numpy as np
from fastapi import FastAPI
from keras import Sequential
from keras.layers import Dense

api = FastAPI()


@api.post("/fit")
async def fit(rows: list[float]):
    model = Sequential([Dense(8), Dense(1)])  # leak
    model.compile("adam", "mse")
    model.fit(np.array([rows]), np.zeros([1, 1]))
    return {"weights": model.get_weights()[0].tolist()}

# --- leak: tornado
import json
import numpy as np
import tornado.ioloop
import tornado.web
from keras.models import load_model as lm


class Predict(tornado.web.RequestHandler):
    def post(self):
        model = lm("m.h5")  # leak
        rows = np.array(json.loads(self.request.body))
        self.write({"y": model.predict(rows).tolist()})


def main():
    tornado.web.Application([("/", Predict)]).listen(8888)
    tornado.ioloop.IOLoop.current().start()

# --- leak: helper that loads
import tensorflow as tf
from flask import Flask, request
from service import classify

app = Flask(__name__)


@app.route("/classify", methods=["GET", "POST"])
def handler():
    return {"label": classify(request.files["image"].read())}
# file: service.py
import tensorflow as tf


def get_model():
    return tf.keras.applications.ResNet50(weights="imagenet")  # leak


def classify(data):
    image = tf.io.decode_jpeg(data)
    return int(get_model().predict(tf.image.resize(image, [224, 224])[None]).argmax())

# --- leak: aiohttp
import tensorflow as tf
from aiohttp import web

routes = web.RouteTableDef()


@routes.post("/score")
async def score(request):
    rows = (await request.json())["rows"]
    model = tf.keras.models.load_model("m.keras")  # leak
    return web.json_response(model.predict(tf.constant(rows)).tolist())


app = web.Application()
app.add_routes(routes)
web.run_app(app)

# --- leak: flask restful resource
import tensorflow as tf
from flask import Flask
from flask_restful import Api, Resource, reqparse

app = Flask(__name__)
api = Api(app)


class Price(Resource):
    def post(self):
        args = reqparse.RequestParser().parse_args()
        model = tf.keras.models.load_model("price.h5")  # leak
        return {"price": float(model.predict([[args["area"]]])[0, 0])}


api.add_resource(Price, "/price")

# --- leak: socket server
import socketserver
import numpy as np
import tensorflow as tf


class Scorer(socketserver.StreamRequestHandler):
    def handle(self):
        row = np.fromstring(self.rfile.readline(), sep=",")
        model = tf.keras.models.load_model("m.keras")  # leak
        self.wfile.write(str(model.predict(row[None])).encode())


with socketserver.TCPServer(("", 9999), Scorer) as server:
    server.serve_forever()

# --- leak: blueprint
import numpy as np
import tensorflow as tf
from flask import Blueprint, request

bp = Blueprint("scores", __name__)


def load():
    return tf.keras.models.load_model("m.keras")  # leak


@bp.route("/scores", methods=["POST"])
def scores():
    return {"y": load().predict(np.array(request.json)).tolist()}

# --- leak: subclassed model per request
import tensorflow as tf
from fastapi import APIRouter

router = APIRouter()


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


@router.get("/net/{name}")
def run(name: str):
    net = Net()  # leak
    net.load_weights(f"{name}.weights.h5")
    return {"y": net.predict(tf.zeros([1, 4])).tolist()}

# --- silent: loaded at import
import numpy as np
from flask import Flask, jsonify, request
from tensorflow import keras

app = Flask(__name__)
model = keras.models.load_model("m.keras")


@app.route("/predict", methods=["POST"])
def predict():
    return jsonify(model.predict(np.array(request.json)).tolist())

# --- silent: loaded at start up
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()
state = {}


@app.on_event("startup")
def load():
    state["model"] = tf.keras.models.load_model("m.keras")


@app.post("/predict")
def predict(rows: list):
    return state["model"].predict(tf.constant(rows)).tolist()

# --- silent: lifespan
from contextlib import asynccontextmanager
import tensorflow as tf
from fastapi import FastAPI

models = {}


@asynccontextmanager
async def lifespan(app):
    models["m"] = tf.keras.models.load_model("m.keras")
    yield
    models.clear()


app = FastAPI(lifespan=lifespan)


@app.post("/predict")
def predict(rows: list):
    return models["m"].predict(tf.constant(rows)).tolist()

# --- silent: global loaded when first used
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
model = None


def get_model():
    global model
    if model is None:
        model = tf.keras.models.load_model("m.keras")
    return model


@app.route("/predict", methods=["POST"])
def predict():
    return {"y": get_model().predict(request.json["x"]).tolist()}

# --- silent: passed to the handler class
import json
import tensorflow as tf
import tornado.web


class Predict(tornado.web.RequestHandler):
    def initialize(self, model):
        self.model = model

    def post(self):
        self.write({"y": self.model.predict(json.loads(self.request.body)).tolist()})


def main():
    model = tf.keras.models.load_model("m.keras")
    tornado.web.Application([("/", Predict, {"model": model})]).listen(8888)

# --- silent: class attribute
from http.server import BaseHTTPRequestHandler
import numpy as np
import tensorflow as tf


class Handler(BaseHTTPRequestHandler):
    model = tf.keras.models.load_model("m.keras")

    def do_GET(self):
        self.wfile.write(self.model.predict(np.zeros([1, 4])).tobytes())

# --- silent: cached by the framework of functions
import functools
import tensorflow as tf
from fastapi import Depends, FastAPI

app = FastAPI()


@functools.lru_cache
def get_model():
    return tf.keras.models.load_model("m.keras")


@app.post("/predict")
def predict(rows: list, model=Depends(get_model)):
    return model.predict(tf.constant(rows)).tolist()


@app.post("/again")
def again(rows: list):
    return get_model().predict(tf.constant(rows)).tolist()

# --- silent (false alarm): a table filled on demand
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)
MODELS = {}
NAMES = ("small", "large")


@app.route("/predict/<name>", methods=["POST"])
def predict(name):
    if name not in NAMES:
        return "unknown", 404
    if name not in MODELS:
        MODELS[name] = tf.keras.models.load_model(f"{name}.keras")
    return {"y": MODELS[name].predict(request.json["x"]).tolist()}

# --- silent: streamlit resource
import streamlit as st
import tensorflow as tf


@st.cache_resource
def load():
    return tf.keras.models.load_model("m.keras")


model = load()
if st.button("Score"):
    st.write(model.predict(tf.zeros([1, 4])))

# --- silent: service object
import tensorflow as tf
from aiohttp import web


class Service:
    def __init__(self):
        self.model = tf.keras.models.load_model("m.keras")

    async def score(self, request):
        rows = (await request.json())["rows"]
        return web.json_response(self.model.predict(tf.constant(rows)).tolist())


service = Service()
app = web.Application()
app.router.add_post("/score", service.score)
web.run_app(app)

# --- leak: django view
import json
import numpy as np
import tensorflow as tf
from django.http import JsonResponse
from django.views import View


class Score(View):
    def post(self, request):
        model = tf.keras.models.load_model("m.keras")  # leak
        rows = np.array(json.loads(request.body))
        return JsonResponse({"y": model.predict(rows).tolist()})

# --- leak: added by a call
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)


def predict():
    model = tf.keras.models.load_model("m.keras")  # leak
    return {"y": model.predict(request.json["x"]).tolist()}


app.add_url_rule("/predict", "predict", predict, methods=["POST"])

# --- leak: aiohttp route added by a call
import tensorflow as tf
from aiohttp import web


async def handle(request):
    model = tf.keras.models.load_model("m.keras")  # leak
    rows = (await request.json())["rows"]
    return web.json_response(model.predict(tf.constant(rows)).tolist())


app = web.Application()
app.router.add_post("/predict", handle)
web.run_app(app)

# --- leak: class behind a handler
import numpy as np
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()


class Predictor:
    def __init__(self):
        self.model = tf.keras.models.load_model("m.keras")  # leak

    def predict(self, rows):
        return self.model.predict(np.array(rows))


@app.post("/predict")
def predict(rows: list):
    return Predictor().predict(rows).tolist()

# --- leak: grpc servicer
import grpc
import tensorflow as tf
from protos import scorer_pb2, scorer_pb2_grpc


class Scorer(scorer_pb2_grpc.ScorerServicer):
    def Score(self, request, context):
        model = tf.keras.models.load_model("m.keras")  # leak
        return scorer_pb2.Reply(score=float(model.predict([[request.x]])[0, 0]))

# --- leak: gradio interface
import gradio as gr
import tensorflow as tf


def classify(image):
    model = tf.keras.applications.MobileNetV2()  # leak
    return model.predict(image[None]).argmax()


gr.Interface(fn=classify, inputs="image", outputs="label").launch()

# --- silent: kept on the application
import tensorflow as tf
from flask import Flask, current_app, request

app = Flask(__name__)


@app.route("/predict", methods=["POST"])
def predict():
    if "model" not in current_app.config:
        current_app.config["model"] = tf.keras.models.load_model("m.keras")
    return {"y": current_app.config["model"].predict(request.json["x"]).tolist()}

# --- silent: before the first request
import tensorflow as tf
from flask import Flask, request

app = Flask(__name__)


@app.before_first_request
def load():
    global model
    model = tf.keras.models.load_model("m.keras")


@app.route("/predict", methods=["POST"])
def predict():
    return {"y": model.predict(request.json["x"]).tolist()}

# --- silent: made by a factory of the application
import tensorflow as tf
from flask import Flask, request


def create_app():
    app = Flask(__name__)
    model = tf.keras.models.load_model("m.keras")

    @app.route("/predict", methods=["POST"])
    def predict():
        return {"y": model.predict(request.json["x"]).tolist()}

    return app

# --- silent: command of the command line
import click
import tensorflow as tf


@click.group()
def cli():
    pass


@cli.command()
@click.argument("path")
def predict(path):
    model = tf.keras.models.load_model(path)
    print(model.predict(tf.zeros([1, 4])))


cli()

# --- silent: names that other libraries route
import tensorflow as tf

HANDLERS = {}


class Registry:
    def get(self, name):
        def add(function):
            HANDLERS[name] = function
            return function

        return add


registry = Registry()


@registry.get("train")
def train():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(tf.zeros([4, 4]), tf.zeros([4, 1]))

# --- silent: missing name caught
import tensorflow as tf
from fastapi import FastAPI

app = FastAPI()


@app.post("/predict")
def predict(rows: list):
    global model
    try:
        model
    except NameError:
        model = tf.keras.models.load_model("m.keras")
    return model.predict(tf.constant(rows)).tolist()

# --- leak: sanic
import tensorflow as tf
from sanic import Sanic, json

app = Sanic("scores")


@app.post("/score")
async def score(request):
    net = tf.keras.models.load_model("m.keras")  # leak
    return json({"y": net.predict(tf.constant(request.json)).tolist()})

# --- leak: method routes of a class of flask views
import tensorflow as tf
from flask.views import MethodView


class Score(MethodView):
    def get(self, name):
        return {"y": self.load(name).predict(tf.zeros([1, 4])).tolist()}

    def load(self, name):
        return tf.keras.models.load_model(f"{name}.keras")  # leak

# --- leak: graph of a session in a handler
import numpy as np
import tensorflow.compat.v1 as tf
from flask import Flask, request

tf.disable_v2_behavior()
app = Flask(__name__)
sess = tf.Session()


@app.route("/score", methods=["POST"])
def score():
    model = tf.keras.models.load_model("m.h5")  # leak
    return {"y": model.predict(np.array(request.json)).tolist()}

# --- silent: handler that lists models
import os
import tensorflow as tf
from flask import Flask

app = Flask(__name__)
model = tf.keras.models.load_model("m.keras")


@app.get("/models")
def models():
    return {"models": os.listdir("models"), "version": tf.__version__}


@app.get("/summary")
def summary():
    return {"layers": [layer.name for layer in model.layers]}

# --- leak: telebot
import telebot
import tensorflow as tf

bot = telebot.TeleBot("token")


@bot.message_handler(content_types=["photo"])
def answer(message):
    model = tf.keras.models.load_model("net.keras")  # leak
    bot.reply_to(message, str(model.predict(read(message))))


bot.polling()

# --- silent: telebot that has its model
import telebot
import tensorflow as tf

bot = telebot.TeleBot("token")
model = tf.keras.models.load_model("net.keras")


@bot.message_handler(content_types=["photo"])
def answer(message):
    bot.reply_to(message, str(model.predict(read(message))))


bot.polling()

# --- leak: aiogram
from aiogram import Bot, Dispatcher, types
import tensorflow as tf

dp = Dispatcher(Bot(token="token"))


@dp.message_handler(content_types=["photo"])
async def answer(message: types.Message):
    model = tf.keras.models.load_model("net.keras")  # leak
    await message.reply(str(model.predict(await read(message))))

# --- leak: line bot
from linebot import WebhookHandler
from linebot.models import MessageEvent
import tensorflow as tf

handler = WebhookHandler("secret")


@handler.add(MessageEvent)
def answer(event):
    model = tf.keras.models.load_model("net.keras")  # leak
    reply(event, model.predict(read(event)))

# --- leak: telegram handler handed over
from telegram.ext import Filters, MessageHandler, Updater
import tensorflow as tf


def answer(update, context):
    model = tf.keras.models.load_model("net.keras")  # leak
    update.message.reply_text(str(model.predict(read(update))))


updater = Updater("token")
updater.dispatcher.add_handler(MessageHandler(Filters.photo, answer))
updater.start_polling()

# --- leak: discord event
import discord
import tensorflow as tf

client = discord.Client()


@client.event
async def on_message(message):
    model = tf.keras.models.load_model("net.keras")  # leak
    await message.channel.send(str(model.predict(read(message))))

# --- silent: discord bot that loads when it is ready
import discord
import tensorflow as tf

client = discord.Client()


@client.event
async def on_ready():
    client.model = tf.keras.models.load_model("net.keras")


client.run("token")

# --- leak: discord client of its own
import discord
import tensorflow as tf


class Guesser(discord.Client):
    async def on_message(self, message):
        model = tf.keras.models.load_model("net.keras")  # leak
        await message.channel.send(str(model.predict(read(message))))

# --- leak: django function view
from django.http import JsonResponse
import tensorflow as tf


def predict(request):
    model = tf.keras.models.load_model("net.keras")  # leak
    return JsonResponse({"label": int(model.predict(read(request)).argmax())})

# --- leak: view of the rest framework
from rest_framework.decorators import api_view
from rest_framework.response import Response
import tensorflow as tf


@api_view(["POST"])
def predict(request):
    model = tf.keras.models.load_model("net.keras")  # leak
    return Response(model.predict(read(request)).tolist())

# --- leak: socket events
import socketio
import tensorflow as tf

sio = socketio.Server()


@sio.on("frame")
def frame(sid, data):
    model = tf.keras.models.load_model("net.keras")  # leak
    sio.emit("steering", float(model.predict(decode(data))[0, 0]))

# --- leak: celery task
from celery import Celery
import tensorflow as tf

app = Celery("tasks")


@app.task
def score(path):
    model = tf.keras.models.load_model("net.keras")  # leak
    return float(model.predict(read(path))[0, 0])

# --- leak: function of a cloud
import tensorflow as tf


def lambda_handler(event, context):
    model = tf.keras.models.load_model("/opt/net.keras")  # leak
    return {"score": float(model.predict(decode(event))[0, 0])}

# --- silent: function of a cloud that keeps its model
import tensorflow as tf

model = None


def lambda_handler(event, context):
    global model
    if model is None:
        model = tf.keras.models.load_model("/opt/net.keras")
    return {"score": float(model.predict(decode(event))[0, 0])}

# --- leak: messages of a broker
import paho.mqtt.client as mqtt
import tensorflow as tf


def on_message(client, userdata, message):
    model = tf.keras.models.load_model("net.keras")  # leak
    client.publish("answers", str(model.predict(decode(message.payload))))


client = mqtt.Client()
client.on_message = on_message
client.loop_forever()

# --- leak: button of a window
import tkinter
import tensorflow as tf


def recognise():
    model = tf.keras.models.load_model("digits.keras")  # leak
    label.config(text=str(model.predict(drawn()).argmax()))


window = tkinter.Tk()
label = tkinter.Label(window)
tkinter.Button(window, text="What is it?", command=recognise).pack()
window.mainloop()

# --- silent: decorator that calls nobody back
import tensorflow as tf
from somewhere import timed


@timed("load")
def load(path):
    return tf.keras.models.load_model(path)

# --- leak: command of a bot
from discord.ext import commands
import tensorflow as tf

bot = commands.Bot(command_prefix="!")


@bot.command()
async def guess(ctx):
    model = tf.keras.models.load_model("net.keras")  # leak
    await ctx.send(str(model.predict(read(ctx))))
