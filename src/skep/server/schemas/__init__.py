"""What clients and server send each other, each fact declared once."""
