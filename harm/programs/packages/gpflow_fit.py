"""GPflow: a Gaussian process fitted by Scipy, several times.

lanes = ["harm2"]
needs = ["gpflow"]
timeout = 300
"""
import gpflow
import numpy
import tensorflow as tf
from graphs import bits

numpy.random.seed(1)
x = numpy.random.uniform(size=(40, 1))
y = numpy.sin(6 * x)
for number in range(6):
    model = gpflow.models.GPR((x, y), gpflow.kernels.SquaredExponential())
    result = gpflow.optimizers.Scipy().minimize(model.training_loss, model.trainable_variables, options={"maxiter": 15})
    mean, variance = model.predict_f(x[:5])
print(result.nit, float(result.fun).hex(), bits([mean, variance]))
