"""Titles, descriptions and pictures of links that are shared."""
