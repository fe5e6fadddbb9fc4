"""Questions of Archaeology."""
