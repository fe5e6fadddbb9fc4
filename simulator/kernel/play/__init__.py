"""The play loop and what it stands on: chance, events, nudges."""
