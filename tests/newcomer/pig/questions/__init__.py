"""Questions of Pig, and what the columns of their tables are called."""

from digsite.kit import Question, Term

QUESTIONS = (Question("rolls", "how often players roll, and what it brings"),)
TERMS = {"rolls": Term("rolls of the die")}
