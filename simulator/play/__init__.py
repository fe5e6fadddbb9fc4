"""Playing: plans, tables, back ends and what batches of games add up to."""
