"""Opening SQLite and PostgreSQL databases and migrating their tables, for any schema."""
