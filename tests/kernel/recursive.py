"""The toy game once more, slow and obvious: a step that holds steps calls itself. Shares nothing with the kernel."""

from tests.kernel.toy import BLANK, COSTS, MOST_PER_GEM, OPS, RESOURCES


class World:
    """What the toy game counts."""

    def __init__(self, cards):
        self.has = dict(BLANK) | {"order": 0}
        self.cards = cards

    def note(self, code):
        self.has["order"] = (self.has["order"] * 31 + code) % 1_000_003

    def ask(self, options):
        """One decision: the options are yielded, the option taken is sent back."""
        taken = yield options
        self.note(100 + taken)
        return taken

    def run(self, steps):
        for step in steps:
            yield from getattr(self, step["op"])(**{name: value for name, value in step.items() if name != "op"})

    def gain(self, **amounts):
        for name in RESOURCES:
            self.has[name] += amounts.get(name, 0)
        self.note(OPS.codes["gain"])
        yield from ()

    def draw(self, n=1):
        drawn = min(n, self.has["deck"])
        self.has["deck"] -= drawn
        self.has["hand"] += drawn
        self.note(OPS.codes["draw"])
        yield from ()

    def exile(self, n=1):
        for _ in range(n):
            if not self.has["hand"]:
                self.note(OPS.codes["exile"])
                return
            if not (yield from self.ask([0, 1])):
                return
            self.has["hand"] -= 1
            self.has["exiled"] += 1

    def per_gem(self, then):
        gems = min(self.has["gem"], MOST_PER_GEM)
        self.note(OPS.codes["per_gem"])
        for _ in range(gems):
            yield from self.run(then)

    def play(self):
        if not self.has["plays"]:
            self.note(OPS.codes["play"])
            return
        card = yield from self.ask(list(range(len(self.cards))))
        self.has["plays"] -= 1
        yield from self.run(self.cards[card])

    def pay(self, cost, then):
        held = {"coin": self.has["coin"], "gem": self.has["gem"], "card": self.has["hand"]}
        if (yield from self.ask([0, 1] if all(cost.get(name, 0) <= held[name] for name in COSTS) else [0])):
            for name, number in cost.items():
                self.has["hand" if name == "card" else name] -= number
            yield from self.run(then)

    def may(self, then):
        if (yield from self.ask([0, 1])):
            yield from self.run(then)

    def repeat(self, n, then):
        for _ in range(n):
            yield from self.run(then)

    def choose(self, options, n=1):
        left = list(range(len(options)))
        for _ in range(n):
            taken = yield from self.ask(list(left))
            left.remove(taken)
            yield from self.run(options[taken])


def play(effect, cards, script):
    """Play an effect as `toy.play` does: the options met, and what was left."""
    world = World([OPS.read(card) for card in cards])
    running = world.run(OPS.read(effect))
    met = []
    try:
        options = next(running)
        while True:
            met.append(options)
            options = running.send(options[script[len(met) % len(script)] % len(options)])
    except StopIteration:
        return met, world.has
