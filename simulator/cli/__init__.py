"""The command line: one module per verb. Nothing heavy is imported before a verb needs it."""
