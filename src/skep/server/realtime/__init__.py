"""The WebSocket protocol, and the bus between processes."""
