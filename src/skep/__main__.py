"""``python -m skep`` is the ``skep`` command."""

from skep.cli import main

main()
