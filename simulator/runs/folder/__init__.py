"""A run folder: its manifest, parts, copies of what was played, and the lock of whoever writes it."""
