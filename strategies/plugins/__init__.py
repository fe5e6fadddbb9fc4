"""Plug-ins: strategies that users write, how they are loaded and kept from doing harm."""
