"""Questions of the Temple of Chac."""
