"""The messages between clients and server, each fact declared once."""
