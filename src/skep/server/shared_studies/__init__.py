"""Shared studies: chapters that several people edit at the same time, and who may open them."""
