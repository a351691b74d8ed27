"""Moderation: blocks and mutes, reports, sanctions, forbidden words and the log."""
