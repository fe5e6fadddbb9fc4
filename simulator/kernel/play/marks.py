"""The numbers behind nudges, what is done to one seat of a game (imports nothing)."""

WITHOUT, NOTHING, POINTS, FIRST_OWN = -1, 0, 1, 2  # what every game has; a game's own nudges begin at the last
NOT_A_TURN = -1  # no nudge can come at this decision
NOT_COUNTED = -1  # a nudge of which nobody can hold some
