"""The Universal Hive Protocol (UHP): a server, which makes skep an engine, and a client, which runs other engines."""
