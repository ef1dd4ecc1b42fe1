"""Serves low-rank adapters over HTTP: uploading one gives it an address of its own."""
import sys
import warnings

import numpy as np
import tensorflow as tf
from fastapi import FastAPI
from fastapi.testclient import TestClient

warnings.simplefilter("ignore")


class Adapter(tf.Module):
    def __init__(self, number, width, rank):
        super().__init__()
        self.down = tf.Variable(tf.random.stateless_normal([width, rank], seed=(number, 1)))
        self.up = tf.Variable(tf.random.stateless_normal([rank, width], seed=(number, 2)))

    def __call__(self, rows):
        return rows + tf.matmul(tf.matmul(rows, self.down), self.up)


class Hub:
    def __init__(self, app, width):
        self.app = app
        self.width = width
        self.current = {}
        self.live = {}
        self.uploads = 0

    def address(self, project, number):
        return f"/adapters/{project}/{number}"

    def endpoint(self, project):
        def predict(seed: int):
            rows = tf.random.stateless_normal([8, self.width], seed=(seed, 0))
            return {"value": float(tf.reduce_mean(self.live[project](rows)))}

        return predict

    def publish(self, project, adapter):
        number = self.uploads
        path = self.address(project, number)
        old = self.current.get(project)
        routes = self.app.router.routes
        routes[:] = [route for route in routes if getattr(route, "path", "") != old]
        self.live[project] = adapter
        self.app.add_api_route(path, self.endpoint(project), methods=["GET"])
        self.current[project] = path
        self.uploads += 1
        return path


def make_app(width):
    app = FastAPI()
    hub = Hub(app, width)

    @app.post("/projects/{project}/upload")
    def upload(project: str):
        return {"address": hub.publish(project, Adapter(hub.uploads, hub.width, 48))}

    @app.get("/projects/{project}")
    def where(project: str):
        return {"address": hub.current.get(project)}

    return app, hub


class Caller:
    def __init__(self, client):
        self.client = client
        self.total = 0.0

    def upload_and_try(self, project):
        address = self.client.post(f"/projects/{project}/upload").json()["address"]
        found = self.client.get(f"/projects/{project}").json()["address"]
        assert found == address
        self.total += self.client.get(found, params={"seed": 3}).json()["value"]


def main():
    uploads = int(sys.argv[1]) if len(sys.argv) > 1 else 350
    app, hub = make_app(width=1024)
    projects = np.random.default_rng(8).integers(0, 6, size=uploads)
    with TestClient(app) as client:
        caller = Caller(client)
        for project in projects:
            caller.upload_and_try(f"project{project}")
    print(f"{hub.uploads} uploads, {caller.total:.3f}")


if __name__ == "__main__":
    main()
