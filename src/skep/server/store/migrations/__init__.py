"""How databases that exist become what :mod:`skep.server.store.tables` says."""
