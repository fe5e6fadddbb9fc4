"""The Adventurers: The Temple of Chac (Blossier and Henry, 2009)."""
