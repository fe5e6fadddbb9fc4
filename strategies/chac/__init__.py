"""Strategies for the Temple of Chac."""
