"""Frameworks that call a program back for every request, message or event: what is theirs, and which of it happens only once.

Whoever is handed a function by a program calls it again and again: a decorator, a call that takes the function, a class to derive
from. So a framework is one word here, the name of its package; what it calls once only is told apart by its usual names.
"""

from __future__ import annotations

CALLING = frozenset(
    # web
    "flask quart fastapi starlette sanic bottle falcon aiohttp tornado django rest_framework ninja responder hug connexion "
    "chalice flask_restful flask_restx flask_socketio socketio websockets robyn litestar cherrypy pyramid "
    # messages and jobs
    "telebot telegram aiogram pyrogram telethon discord nextcord disnake linebot slack_bolt slackeventsapi vkbottle twitchio "
    "wechaty itchat wxpy botbuilder paho pika kombu celery dramatiq rq huey faust nats "
    # functions and models as a service
    "functions_framework azure bentoml ray gradio "
    # robots and windows
    "rospy rclpy tkinter PyQt5 PyQt6 PySide2 PySide6 kivy pynput keyboard".split()
)
# Of these, pages that people try a model on by hand.
TRIED_OUT = frozenset(("gradio",))
# What is called when a program begins or ends, or never by itself.
ONCE = frozenset(
    "on_event on_startup on_shutdown startup shutdown before_first_request before_serving after_serving lifespan on_ready "
    "cli group teardown_appcontext context_processor errorhandler exception_handler template_filter shell_context_processor "
    "before_server_start after_server_start before_server_stop after_server_stop listener main_process_start on_after_configure "
    "cache_resource cache_data cache experimental_singleton experimental_memo worker_process_init setup_hook "
    "validator model_validator property remote deployment run init_app register_blueprint include_router middleware".split()
)
# Libraries that look for the best arguments of a function, and call it for every trial.
SEARCHING = frozenset("hyperopt optuna skopt bayes_opt deap GPyOpt nevergrad pyswarm pyswarms cma".split())
EVENTS = frozenset("startup shutdown ready".split())


def root(name: str) -> str:
    """The package that a dotted name begins with."""
    return name.lstrip(".").partition(".")[0]


# Methods that whoever has an object of a class to derive from calls in every step, by the packages of these classes.
STEPPED = {
    **dict.fromkeys(("gym", "gymnasium"), frozenset("step reset observation reward action".split())),
    "tf_agents": frozenset(("_step", "_reset")),
    "rl": frozenset(
        "process_step process_observation process_reward process_state_batch on_step_end on_step_begin".split()
    ),
}


def is_stepped(base: str, method: str) -> bool:
    """Whether a method is called for every step, by what its class derives from."""
    return method in STEPPED.get(root(base), ())


def searches(name: str) -> bool:
    """Whether what carries this dotted name tries functions out."""
    return root(name) in SEARCHING or name.startswith("scipy.optimize.")


def is_tried_out(name: str) -> bool:
    """Whether what carries this dotted name shows a page on which people try something."""
    return root(name) in TRIED_OUT


def calls_back(name: str, attribute: str) -> bool:
    """Whether what carries this dotted name, asked for this attribute, calls a function again and again."""
    return root(name) in CALLING and attribute not in ONCE
