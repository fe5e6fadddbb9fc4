"""The command line: one module a verb. Nothing heavy is imported before a verb needs it."""
