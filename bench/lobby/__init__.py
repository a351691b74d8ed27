"""A thousand players who look for games, on two servers of which one after the other is killed (``make lobby``)."""
