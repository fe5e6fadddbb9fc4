def sweep() -> None:
    """x"""
