"""Operating the server: health checks."""
