"""The checks of the battery, a module for each subject; a check yields a `Problem` for whatever is wrong."""
