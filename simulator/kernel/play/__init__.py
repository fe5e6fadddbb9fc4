"""The play loop and its parts: chance, events, nudges."""
