"""The numbers behind nudges, which change one seat of a game (imports nothing)."""

WITHOUT, NOTHING, POINTS, FIRST_OWN = -1, 0, 1, 2  # codes that every game has; a game's nudges start at the last
NOT_A_TURN = -1  # no nudge can come at this decision
NOT_COUNTED = -1  # a nudge of something that seats cannot hold
