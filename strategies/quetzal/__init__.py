"""Players of Quetzal."""
