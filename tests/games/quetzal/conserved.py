"""What never changes during a game of Quetzal: cards, tiles and meeples, wherever they lie, and coins by what moved them."""

from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import BONUSES, KINDS, UPGRADES
from digsite.simulator.games.quetzal.state import UNDER_STRIDE

FROM_THE_BOX = {"coins": "coins"}  # what nudges bring into the game or take out of it


def inventory(rules, state) -> dict[str, int]:
    """Cards and tiles of each kind over all places, coins less all that was gained and spent, and meeples."""
    seats = int(rules.seats)
    deck = [int(card) % UNDER_STRIDE for card in state.deck[: state.deck_left]]
    laid = [
        int(card) for place, size in enumerate(state.surroundings_size) for card in state.surroundings[place, :size]
    ]
    drawn = [int(card) for card in state.drawn[: state.drawn_size]]
    found = {}
    for kind in range(KINDS):
        places = (
            deck.count(kind), laid.count(kind), drawn.count(kind), int(state.temple[kind]),
            int(state.discarded[kind]), int(state.hand[:, kind].sum()),
        )  # fmt: skip
        found[f"{TYPES[kind // len(BONUSES)]} {BONUSES[kind % len(BONUSES)]}"] = sum(places)
    pile = state.pile[: state.pile_left].tolist()
    for kind, name in enumerate(UPGRADES):
        found[name] = pile.count(kind) + int(state.village[kind]) + int(state.gained[:, kind].sum())
    found["coins"] = _coins(rules, state)
    for seat in range(seats):
        found[f"meeples of seat {seat + 1}"] = _meeples(rules, state, seat)
    found["sizes kept right"] = int(
        (state.hand.sum(axis=1) == state.hand_size).all()
        and state.temple.sum() == state.temple_size
        and state.village.sum() == state.village_size
        and (state.pool.sum(axis=1) == state.pool_size).all()
        and (state.shown <= state.hand).all()
    )
    return found


def _coins(rules, state) -> int:
    """Coins at the table, less those gained, plus those spent: as many as were handed out."""
    prices = [int(rules.buy_vp.max()), int(rules.buy_discovery.max())]
    bought = int((state.bought.astype(int) * prices).sum())
    return int(state.coins.sum()) - int(state.coins_from.sum()) + int(state.coins_spent.sum()) + bought


def _meeples(rules, state, seat: int) -> int:
    """Meeples in the pool and on the board; those at the Camp are told by what has come there in all rounds."""
    if state.over:
        return int(rules.rounds) * (int(rules.meeples_team) + 1)
    placed = int(state.meeples[seat].sum())
    rounds = int(state.rounds_done) + 1
    return placed + int(state.pool_size[seat]) - (rounds - int(rules.rounds)) * (int(rules.meeples_team) + 1)
