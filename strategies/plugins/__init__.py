"""Plug-ins: strategies that users write, loaded and run safely."""
