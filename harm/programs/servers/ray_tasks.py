"""ray: two workers on this machine compute remote functions.

lanes = ["harm2"]
needs = ["ray"]
timeout = 240
"""
import ray
import tensorflow


@ray.remote
def square(x):
    import tensorflow

    return x * x


ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
print(ray.get([square.remote(n) for n in range(20)]))
ray.shutdown()
