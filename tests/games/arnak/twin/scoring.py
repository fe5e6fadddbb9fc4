"""Final scoring of the plain twin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.arnak.twin.box import LOST_TEMPLE

if TYPE_CHECKING:
    from tests.games.arnak.twin.game import Game
    from tests.games.arnak.twin.table import Player, Rival, Table


def _token_points(table: Table, space: int, token: str, arrival: int) -> int:
    if space == LOST_TEMPLE:
        return table.figures["scoring.lost_temple"][arrival - 1]
    row = table.box.spaces[space].row
    return table.box.row(row, f"{token}_points") if row else 0


def _temple_points(table: Table, tiles: list[int]) -> int:
    return sum(n * table.box.temple_points(stack) for stack, n in enumerate(tiles))


def _card_points(table: Table, cards: set[int], *kinds: str) -> int:
    return sum(table.box.cards[card].points for card in cards if table.box.cards[card].kind in kinds)


def points_of(table: Table, player: Player) -> dict[str, int]:
    """Points of a player by what they are for, as if the game were over."""
    figures, owned = table.figures, player.owned()
    empty = [points for points, full in zip(figures["scoring.slots"], player.slots, strict=True) if not full]
    return {
        "glass": _token_points(table, player.tokens["glass"], "glass", player.arrival),
        "notebook": _token_points(table, player.tokens["notebook"], "notebook", 0),
        "temple_tiles": _temple_points(table, player.temple_tiles),
        "idols": figures["scoring.idol"] * (player.crates + sum(player.slots)),
        "slots": sum(empty),
        "guardians": figures["scoring.guardian"] * len(player.guardians),
        "items": _card_points(table, owned, "item", "basic"),
        "artifacts": _card_points(table, owned, "artifact"),
        "fear": _card_points(table, owned, "fear") + figures["scoring.fear_tile"] * player.fear_tiles,
    }


def rival_points(table: Table, rival: Rival) -> dict[str, int]:
    """Points of the solo rival by what they are for."""
    figures = table.figures
    again = figures["rival.idol_again"] * rival.more_idols
    return {
        "glass": _token_points(table, rival.glass, "glass", rival.arrival),
        "temple_tiles": _temple_points(table, rival.temple_tiles),
        "idols": figures["rival.idol"] * len(rival.faces) + again,
        "guardians": figures["scoring.guardian"] * len(rival.guardians),
        "items": _card_points(table, rival.cards, "item"),
        "artifacts": _card_points(table, rival.cards, "artifact"),
    }


def final(game: Game) -> dict[str, Any]:
    """Scores, ranks and who has won; a solo player wins only with more points than the rival."""
    parts = [points_of(game, player) for player in game.players]
    standings = []
    for player, points in zip(game.players, parts, strict=True):
        earlier = -player.arrival if player.arrival else -99
        standings.append((sum(points.values()), earlier, points["glass"] + points["notebook"]))
    ranks = [1 + len([other for other in standings if other > mine]) for mine in standings]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if game.rival is not None and standings[0][0] <= sum(rival_points(game, game.rival).values()):
        winners = []
    return {"parts": parts, "scores": [standing[0] for standing in standings], "ranks": ranks, "winners": winners}
