"""SQLite in a file or PostgreSQL by URL: how they are opened and brought up to date, whatever is kept in them."""
