"""Players of Lost Ruins of Arnak."""
