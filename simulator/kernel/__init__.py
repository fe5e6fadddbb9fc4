"""The kernel layer: everything that compiled code depends on."""
