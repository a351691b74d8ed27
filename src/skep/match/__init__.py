"""Matches: engines against engines, with our rules as the referee and statistics that say what the result is worth."""
