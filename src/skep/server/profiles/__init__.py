"""Profiles: what others see of a player, whom a player follows, and leaderboards."""
