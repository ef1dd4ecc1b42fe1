"""Runs at interpreter start because its folder leads PYTHONPATH: starts the probe, then the user's own sitecustomize."""

import os
import sys
from _frozen_importlib import module_from_spec
from _frozen_importlib_external import PathFinder, spec_from_file_location

HERE = os.path.dirname(os.path.abspath(__file__))


def load_probe() -> None:
    """Imports the probe package from beside this folder, without leaving a trace on sys.path."""
    package = os.path.dirname(HERE)
    if "tensorleak_probe" not in sys.modules:
        spec = spec_from_file_location(
            "tensorleak_probe", os.path.join(package, "__init__.py"), submodule_search_locations=[package]
        )
        assert spec is not None and spec.loader is not None  # for a path that is given
        module = module_from_spec(spec)
        sys.modules["tensorleak_probe"] = module
        spec.loader.exec_module(module)
    from tensorleak_probe import private

    sys.meta_path.insert(0, private.PrivateFinder)
    try:
        from tensorleak_probe import standby
    finally:
        sys.meta_path.remove(private.PrivateFinder)
    standby.start_from_environment()


def chain_users_sitecustomize() -> None:
    """Runs the sitecustomize that ours hides, as if ours were not there."""
    sys.path[:] = [entry for entry in sys.path if not is_ours(entry)]
    spec = PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        raise ImportError("No module named 'sitecustomize'", name="sitecustomize")  # `site` takes it as: there is none
    module = module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


def is_ours(entry: str) -> bool:
    """Whether an entry of sys.path is this folder; a working directory that was deleted is not."""
    try:
        return os.path.abspath(entry or ".") == HERE
    except OSError:
        return False


try:
    load_probe()
except Exception as error:  # the program must start whatever happens to the probe
    if sys.stderr is not None:
        sys.stderr.write(
            "tensorleak: the probe could not start (%s: %s); the program runs unobserved\n"
            % (type(error).__name__, error)
        )
chain_users_sitecustomize()
