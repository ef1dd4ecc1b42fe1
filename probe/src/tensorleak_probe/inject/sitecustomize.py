"""Runs at interpreter start because its folder leads PYTHONPATH: starts the probe, then the user's own sitecustomize."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def load_probe():
    """Imports the probe package from beside this folder, without leaving a trace on sys.path."""
    import importlib.util

    package = os.path.dirname(HERE)
    if "tensorleak_probe" not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            "tensorleak_probe", os.path.join(package, "__init__.py"), submodule_search_locations=[package]
        )
        module = importlib.util.module_from_spec(spec)
        sys.modules["tensorleak_probe"] = module
        spec.loader.exec_module(module)
    from tensorleak_probe import lifecycle

    lifecycle.start_from_environment()


def chain_users_sitecustomize():
    """Runs the sitecustomize that ours hides, as if ours were not there."""
    import importlib.util
    from importlib.machinery import PathFinder

    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]
    spec = PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


try:
    load_probe()
except Exception as error:  # the program must start whatever happens to the probe
    sys.stderr.write(
        "tensorleak: the probe could not start (%s: %s); the program runs unobserved\n" % (type(error).__name__, error)
    )
chain_users_sitecustomize()
