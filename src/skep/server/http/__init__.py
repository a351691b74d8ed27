"""Security headers, errors, rate limits, caching, static files."""
