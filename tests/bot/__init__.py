"""Tests of the client of the bot API."""
