"""What all use cases share: progress, command lines and resuming after an interruption."""
