"""Leave out the examples of modules whose packages `make` does not install."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["src/skep/lab/torch_data.py", "src/skep/lab/baseline.py"]
