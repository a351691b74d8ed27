"""How databases that exist become what :mod:`skep.archive.tables` says."""
