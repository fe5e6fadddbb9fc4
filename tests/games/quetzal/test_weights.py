"""The weights of the players are read in the order in which the file names them."""

import tomllib
from pathlib import Path

import digsite.strategies.quetzal
from digsite.strategies.quetzal.weights import Weight


def test_weights_stand_in_the_order_of_the_file():
    path = Path(digsite.strategies.quetzal.__file__).with_name("strategies.toml")
    styles = tomllib.loads(path.read_text(encoding="utf-8"))
    names = [weight.name.lower() for weight in sorted(Weight)]
    assert all(list(style["weights"]) == names for style in styles.values() if "weights" in style)
    assert list(styles["shared"]["heuristic"]) == names
