"""The Universal Hive Protocol: a server (we are the engine) and a client (we drive one)."""
