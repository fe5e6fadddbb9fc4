"""The report's page, its style and its script."""
