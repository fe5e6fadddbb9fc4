"""The live lab without its pages: a setting is played at once, the answer narrows, and nothing is written."""
