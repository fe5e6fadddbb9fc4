"""The kernel layer: all that compiled code depends on."""
