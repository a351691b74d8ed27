"""Compare the functions that are compiled for CUDA with the processor's; run with ``NUMBA_ENABLE_CUDASIM=1``.

Prints, as JSON, the modules that are loaded for CUDA, the names of functions that differ between the devices, and the
names that come from the decorators of each device.
"""

from __future__ import annotations

import inspect
import json
from importlib import import_module
from types import CodeType, ModuleType
from typing import Any

from skep.kernel import cuda_jit


def functions_of(module: ModuleType) -> dict[str, CodeType]:
    """Return the code of every function that a module names, whichever device it is compiled for."""
    codes: dict[str, CodeType] = {}
    for name, value in vars(module).items():
        function: Any = getattr(value, "fn", None) or getattr(value, "py_func", value)
        if inspect.isfunction(function):
            codes[name] = function.__code__
    return codes


def main() -> None:
    """Load everything that a batch needs on the GPU, and print the comparison."""
    cuda_jit.load_for_cuda("skep.lab.kernels.entries")
    modules = dict(cuda_jit._modules._modules)
    decorators = modules.pop("skep.kernel.jit")
    differing, decorated = set[str](), set[str]()
    for name, twin in modules.items():
        module = import_module(name)
        assert twin is not module
        ours, theirs = functions_of(module), functions_of(twin)
        for function in ours.keys() | theirs.keys():
            here, there = ours.get(function), theirs.get(function)
            if there is not None and there.co_filename == decorators.__file__:
                decorated.add(function)
            elif here is None or here != there or here.co_filename != there.co_filename:
                differing.add(f"{name}.{function}")
    print(json.dumps({"modules": sorted(modules), "differing": sorted(differing), "decorated": sorted(decorated)}))


if __name__ == "__main__":
    main()
