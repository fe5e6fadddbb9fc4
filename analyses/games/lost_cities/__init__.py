"""Questions of Lost Cities."""
