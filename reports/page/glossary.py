"""The words of a report, each explained in a sentence or two."""

from digsite.simulator.commands import Command

GLOSSARY: tuple[tuple[str, str], ...] = (
    (
        "interval",
        "The range beside a figure. It covers the truth in at least 95 of 100 repetitions of the run. Where a sentence lists many figures, their intervals are in the chart or in the table below it; what is exact, computed and not sampled, says so.",
    ),
    (
        "corrected",
        "The interval of a tested or caused figure is a little wider, so that all of them hold together in 95 of 100 reports.",
    ),
    (
        "described ○",
        "How these games went, and nothing beyond. Players who did something and won more often did not necessarily win by it.",
    ),
    (
        "tested ●",
        "Held against a null that stands beside it: what would be true if there were nothing to find.",
    ),
    (
        "caused ◆",
        "Found by an experiment that changed one thing and played the same luck with and without it.",
    ),
    (
        "large, moderate, small",
        "The size of an effect by the near end of its interval, so at least as much is there: of the fair share of wins a fifth, a tenth, a fiftieth. Scores are held against their own spread.",
    ),
    (
        "certain, likely, unclear",
        "Chance alone would show as much in less than one report of a thousand, in less than one of twenty, or more often: then more games are needed.",
    ),
    (
        "the most, alike",
        "*The most* is said only of what beats the second beyond chance, *alike* only of what is shown to be.",
    ),
    (
        "percentage points (pp)",
        "One share less another: 27 % is 2 percentage points above 25 %. Points without *percentage* are those of the game.",
    ),
    ("win rate", "The part of games that are won; a shared win counts as a part for each."),
    ("fair share", "One part in as many as there are players."),
    ("same luck", "The same cards, tiles and dice, played again with other seats, rules or choices."),
    (
        "seat order",
        "Who sits after whom, in a circle. Each deal is played in one order, every strategy in every seat, and deals go through the orders.",
    ),
    ("appearance", "One player in one game; a game of four has four."),
    ("pairs of games", "The same game without and with a change, on the same luck."),
    (
        "nudge",
        "A thing given to, taken from or forbidden to one random player at a random turn, to see what it causes.",
    ),
    ("head to head", "How often one strategy ranks before another at the same table; equal ranks count half."),
    (
        "win chance",
        "How often a seat wins when the game is played on many times from there. A game is decided once the winner's chance stays above 90 %.",
    ),
    ("nine in ten", "The middle nine tenths: one in twenty lies below the range, one in twenty above."),
    (
        "target",
        f"What the scorecard is held against: a contract of yours (`{Command('new contract')}`), or digsite's defaults.",
    ),
    (
        "unconfirmed",
        "A figure of the rules that no source at hand confirms: a placeholder for a printed value, one on which sources "
        "disagree, or a ruling where the rulebook is silent.",
    ),
    ("players", "All of it is about these strategies. Other players may shift the balance."),
)
