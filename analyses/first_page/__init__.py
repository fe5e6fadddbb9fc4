"""Page one of a report: what a designer needs to know, in one screen.

One sentence with the verdict, what to know before relying on it, four tiles, the answers to the game's own first questions,
two pictures and what to change. Everything on it comes from the answers and the scorecard of the same report, which say how
sure each figure is.
"""

from digsite.analyses.first_page.page import FirstPage, first_page
from digsite.analyses.first_page.tiles import Tile

__all__ = ["FirstPage", "Tile", "first_page"]
