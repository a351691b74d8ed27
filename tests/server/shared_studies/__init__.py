"""Tests of shared studies on the server."""
