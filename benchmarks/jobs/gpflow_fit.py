"""Bayesian optimisation in small: a Gaussian process is fitted anew whenever a point was added."""

import sys

import gpflow
import numpy as np

rounds = int(sys.argv[1])
rng = np.random.default_rng(0)
x = rng.uniform(size=(20, 1))
for _ in range(rounds):
    y = np.sin(6 * x) + 0.1 * rng.normal(size=x.shape)
    model = gpflow.models.GPR((x, y), gpflow.kernels.SquaredExponential())
    gpflow.optimizers.Scipy().minimize(model.training_loss, model.trainable_variables, options={"maxiter": 20})
    mean, _ = model.predict_y(np.linspace(0, 1, 50)[:, None])
    x = np.vstack([x, [[float(np.argmax(mean)) / 50]]])
print(f"{len(x)} points, best {float(np.max(mean)):.2f}")
