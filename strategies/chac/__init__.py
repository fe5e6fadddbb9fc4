"""Players of the Temple of Chac."""
