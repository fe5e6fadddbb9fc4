"""A game of Archaeology told in English, a paragraph a turn."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from simulator.game.figures import Figures
from simulator.games.archaeology.rules import MONUMENTS
from simulator.games.archaeology.state import Event, Monument

NAMES = (
    ("Pot Shard", "Pot Shards"), ("Parchment Scrap", "Parchment Scraps"), ("Coin", "Coins"),
    ("Broken Cup", "Broken Cups"), ("Talisman", "Talismans"), ("Map", "Maps"),
    ("Pharaoh's Mask", "Pharaoh's Masks"), ("Broken Tablet", "Broken Tablets"), ("Broken Pendant", "Broken Pendants"),
)  # fmt: skip
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(n: int) -> str:
    """A small number as a word."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def count(n: int, one: str, many: str = "") -> str:
    """So many of a thing, in words."""
    return f"{number(n)} {one if n == 1 else many or one + 's'}"


def cards_named(kind: int, cards: int) -> str:
    """Cards of one treasure: "a Coin", "two Coins"."""
    return f"a {NAMES[kind][0]}" if cards == 1 else f"{number(cards)} {NAMES[kind][1]}"


def listed(parts: Sequence[str]) -> str:
    """Words joined as in a sentence."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def cards_listed(cards: Counter) -> str:
    """A pile of cards: "two Coins and a Map"."""
    return listed([cards_named(kind, n) for kind, n in sorted(cards.items()) if n > 0] or ["nothing"])


class Teller:
    """Gathers the events of a turn into sentences."""

    def __init__(self, players: Sequence[str]):
        self.players = players
        self.head = ""
        self.sentences: list[str] = []
        self.finished: list[str] = []
        self.offered: Counter = Counter()
        self.taken: Counter = Counter()
        self.found: Counter = Counter()
        self.lost: Counter = Counter()
        self.loser = -1
        self.drawn: list[str] = []
        self.monument = Monument.GREAT_PYRAMID
        self.hands: dict[int, Counter] = {}
        self.market: Counter = Counter()
        self.chambers: dict[int, Counter] = {}
        self.final: list[tuple[int, int, int]] = []
        self.money: Counter = Counter()
        self.after: Callable[[], None] | None = None  # closes a list of finds or losses when another event comes

    def say(self, sentence: str) -> None:
        self.sentences.append(sentence)

    def close_turn(self) -> None:
        """Put the turn's sentences together: the player's name opens the first, the others follow."""
        if self.sentences:
            first, *rest = self.sentences
            opening = f"{self.head} {first}" if self.head else first
            self.finished.append(" ".join([opening, *(s[0].upper() + s[1:] for s in rest)]))
        self.head, self.sentences = "", []

    def take_finished(self) -> list[str]:
        lines, self.finished = self.finished, []
        return lines

    # ---------------------------------------------------------------------------------------- set-up

    def on_monument(self, seat: int, a: int, b: int, c: int) -> None:
        self.monument = Monument(a)
        tile = MONUMENTS[a].replace("_", " ").title()
        self.say(f"The expedition reaches the {tile}; {b} cards lie in the dig site.")

    def on_hand(self, seat: int, a: int, b: int, c: int) -> None:
        self.hands.setdefault(seat, Counter())[a] += b

    def on_market(self, seat: int, a: int, b: int, c: int) -> None:
        self.market[a] += b

    def on_chamber(self, seat: int, a: int, b: int, c: int) -> None:
        self.chambers.setdefault(a, Counter())[b] += c

    def tell_deal(self) -> None:
        """What was dealt, once, before the first turn."""
        if not self.hands and not self.market:
            return
        self.close_turn()
        for seat in sorted(self.hands):
            self.finished.append(f"{self.players[seat]} is dealt {cards_listed(self.hands[seat])}.")
        if self.market:
            self.finished.append(f"The marketplace opens with {cards_listed(self.market)}.")
        for chamber, cards in sorted(self.chambers.items()):
            open_face = "Face up" if self.monument == Monument.BURIED_RUINS else "Unseen"
            self.finished.append(f"{open_face} in chamber {chamber + 1}: {cards_listed(cards)}.")
        self.hands, self.market, self.chambers = {}, Counter(), {}

    # ---------------------------------------------------------------------------------------- turns

    def on_turn(self, seat: int, a: int, b: int, c: int) -> None:
        self.tell_deal()
        self.close_turn()
        self.head = f"Turn {a}: {self.players[seat]}"
        if c:
            self.say("has to sell now.")

    def again(self, seat: int) -> str:
        """The digger's name, where others have been spoken of in between."""
        return f"{self.players[seat]} digs again and " if self.sentences else ""

    def on_dig(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"{self.again(seat)}digs up {cards_named(a, 1)} ({count(b, 'card')} left).")

    def on_thief(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"{self.again(seat)}meets a thief ({count(a, 'thief', 'thieves')} left).")

    def on_no_victim(self, seat: int, a: int, b: int, c: int) -> None:
        self.say("Nobody else holds a card, so there is nothing to steal.")

    def on_steal(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"steals from {self.players[a]}: {cards_named(b, 1)}.")

    def on_storm(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"{self.again(seat)}uncovers a sandstorm ({count(a, 'storm')} left).")

    def on_unearth(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"It lays bare {cards_named(b, 1)} in chamber {a + 1} of the ruins.")

    def on_tent(self, seat: int, a: int, b: int, c: int) -> None:
        at_stake = count(c, "card")
        if a:
            left = "" if b == 0 else f", which stands {count(b, 'more time')}"
            self.say(f"{self.players[seat]} shelters in the tent{left} and keeps all, {at_stake} saved.")
        else:
            self.say(f"{self.players[seat]} saves the tent and risks {at_stake}.")

    def on_lose(self, seat: int, a: int, b: int, c: int) -> None:
        if self.loser != seat:
            self.flush()
        self.loser = seat
        self.lost[a] += 1
        self.after = self.tell_losses

    def tell_losses(self) -> None:
        self.say(f"{self.players[self.loser]} loses {cards_listed(self.lost)} to the marketplace.")
        self.lost, self.loser = Counter(), -1

    # ---------------------------------------------------------------------------------------- actions

    def on_offer(self, seat: int, a: int, b: int, c: int) -> None:
        self.offered[a] += 1

    def on_take(self, seat: int, a: int, b: int, c: int) -> None:
        self.taken[a] += 1

    def on_trade(self, seat: int, a: int, b: int, c: int) -> None:
        waste = f", wasting {count(a - b, 'point')}," if a > b else ""
        worth = f"the hand is worth ${abs(c)} {'more' if c > 0 else 'less'}" if c else "the hand is worth the same"
        self.say(f"trades {cards_listed(self.offered)}{waste} for {cards_listed(self.taken)}: {worth}.")
        self.offered, self.taken = Counter(), Counter()

    def on_explore(self, seat: int, a: int, b: int, c: int) -> None:
        where = MONUMENTS[self.monument].replace("_", " ").title()
        chamber = "" if self.monument in (Monument.MINE, Monument.SPHINX) else f", chamber {a + 1}"
        self.say(f"explores the {where}{chamber} ({count(c, 'card')}) for {count(b, 'map')}.")

    def on_find(self, seat: int, a: int, b: int, c: int) -> None:
        self.found[a] += b
        self.after = self.tell_finds

    def tell_finds(self) -> None:
        self.say(f"comes out with {cards_listed(self.found)}.")
        self.found = Counter()

    def on_draw(self, seat: int, a: int, b: int, c: int) -> None:
        self.drawn.append(f"{cards_named(a, 1)} ({b})")

    def on_bust(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"draws {listed(self.drawn)}: {a} is too much, and all {number(b)} go back.")
        self.drawn = []

    def on_stop(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"draws {listed(self.drawn)} and stops.")
        self.drawn = []

    def on_name(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"names {NAMES[a][1]} and {NAMES[b][1]}.")

    def on_reveal(self, seat: int, a: int, b: int, c: int) -> None:
        self.drawn.append(f"{cards_named(a, 1)}{' (a match)' if b else ''}")
        self.after = self.tell_reveal

    def tell_reveal(self) -> None:
        self.say(f"The Sphinx shows {listed(self.drawn)}.")
        self.drawn = []

    def on_sell(self, seat: int, a: int, b: int, c: int) -> None:
        self.money[seat] += c
        self.say(f"sells {cards_named(a, b)} for ${c} (${self.money[seat]} in all).")

    def on_peek(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"looks into chamber {a + 1} of the Temple.")

    def on_pass(self, seat: int, a: int, b: int, c: int) -> None:
        self.say("passes.")

    def on_end_turn(self, seat: int, a: int, b: int, c: int) -> None:
        self.say(f"[{count(a, 'card')} in hand, ${b}]")

    def on_dig_site_empty(self, seat: int, a: int, b: int, c: int) -> None:
        self.say("That was the last card of the dig site.")

    def on_guard(self, seat: int, a: int, b: int, c: int) -> None:
        self.close_turn()
        self.finished.append("Nobody has sold anything for a long time, so somebody must.")

    def on_score(self, seat: int, a: int, b: int, c: int) -> None:
        self.final.append((a, b, seat))

    def flush(self) -> None:
        if self.after is not None:
            self.after()
            self.after = None

    def tell_result(self) -> None:
        """The final account, the winner first; a tie goes to fewer cards sold."""
        self.close_turn()
        standing = sorted(self.final, key=lambda row: (-row[0], row[1]))
        for money, sold, seat in standing:
            self.finished.append(f"{self.players[seat]} ends with ${money} from {count(sold, 'card')} sold.")
        best = [row for row in standing if row[:2] == standing[0][:2]]
        names = [self.players[row[2]] for row in best]
        if len(best) > 1:
            self.finished.append(f"{listed(names)} share the win.")
            return
        tied = len([row for row in standing if row[0] == standing[0][0]]) > 1
        self.finished.append(f"{names[0]} wins{', by fewer cards sold' if tied else ''}.")


_LISTS = {Event.LOSE, Event.FIND, Event.REVEAL}


def narrate(events, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """The game's events, told a paragraph a turn."""
    teller = Teller(players)
    previous = None
    for kind, seat, a, b, c in events.tolist():
        event = Event(kind)
        if event != previous or event not in _LISTS:
            teller.flush()
        previous = event
        getattr(teller, f"on_{event.name.lower()}")(seat, a, b, c)
        yield from teller.take_finished()
    teller.flush()
    if teller.final:
        teller.tell_result()
    else:
        teller.close_turn()
    yield from teller.take_finished()
