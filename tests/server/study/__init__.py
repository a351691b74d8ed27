"""Tests of the study on the server."""
