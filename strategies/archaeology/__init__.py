"""Players of Archaeology."""
