"""Use cases about the program itself: timing, compiling ahead, examining the installation."""
