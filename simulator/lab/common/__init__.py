"""What all use cases share: progress, command lines, how they continue after an interruption."""
