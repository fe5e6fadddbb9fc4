"""Rules as data: figures, components, effects, and the files they are read from."""
