"""``python -m bench.attack``."""

import signal
import sys

from bench.attack.run import main

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stops the server in any case
    sys.exit(main())
