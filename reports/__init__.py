"""Charts in one style, and the self-contained HTML report."""
