"""Playing: plans, tables, back ends and sums over batches of games."""
