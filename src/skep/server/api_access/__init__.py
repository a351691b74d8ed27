"""API access for programs: personal tokens, and tokens that players give to programs with OAuth 2."""
