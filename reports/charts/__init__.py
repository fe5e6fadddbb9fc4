"""Charts: from a description as data to SVG and PNG."""
