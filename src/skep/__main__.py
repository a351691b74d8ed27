"""``python -m skep``: the same as the ``skep`` command."""

from skep.cli import main

main()
