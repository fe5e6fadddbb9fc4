"""Ready pieces of rules that many games have: seats and turns, rows of cards, dice and sharing."""
