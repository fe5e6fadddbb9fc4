"""How a use case reports progress, and how it ends when the user stops it (imports nothing, for a quick start)."""


class Progress:
    """What a use case reports while it works; this one stays silent, and others override what they show."""

    def starting(self, sentence: str) -> None:
        """Something begins."""

    def played(self, done: int, total: int) -> None:
        """So many games of all are played."""

    def standing(self, text: str) -> None:
        """How a search stands."""


class Interrupted(KeyboardInterrupt):
    """The user stopped the work; the sentence says what is saved and how to go on."""
