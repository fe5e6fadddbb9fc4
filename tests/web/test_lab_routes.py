"""What the Lab page is told: what can be set, what a setting is called, and what is kept of it."""

import json

import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import all_games
from digsite.simulator.lab.live.cards import answer_data
from digsite.simulator.lab.live.commands import written_rules
from digsite.simulator.lab.live.explorer import Explorer
from digsite.simulator.lab.live.figures import grouped_figures
from digsite.simulator.lab.live.growth import Stop
from digsite.simulator.lab.live.start import start
from digsite.simulator.lab.rules import chosen_rules
from tests.web.serving import LINE_UP, begun, client, setting


@pytest.fixture(scope="module")
def begin():
    return begun()


@pytest.fixture(scope="module")
def lab(begin):
    with client(begin) as made:
        yield made


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_figure_of_a_game_is_in_one_group_that_its_rules_file_names(game):
    named = list(game.figures.head["groups"])
    groups = grouped_figures(game, game.figures, game.players[-1])
    assert [group["title"] for group in groups] == [title for title in named if title in [g["title"] for g in groups]]
    keys = [figure["key"] for group in groups for figure in group["figures"]]
    assert len(keys) == len(set(keys)) > 20
    labels = [(group["title"], figure["label"]) for group in groups for figure in group["figures"]]
    assert len(labels) == len(set(labels))


def test_a_page_learns_what_can_be_set(lab):
    found = lab.get("/api/games").json()
    assert [game["name"] for game in found["games"]] == list(all_games())
    assert found["setting"] == setting()
    game = lab.get("/api/game?name=archaeology&seats=3").json()
    assert game["seats"] == 3
    assert len(game["line_up"]) == 3
    assert game["players"] == [2, 3, 4, 5]
    assert "merchant" in [one["name"] for one in game["strategies"]]
    variants = {one["name"]: one["patch"] for one in game["variants"]}
    assert variants["fierce-weather"] == {"sandstorms.count": [6, 6, 6, 6], "tents.uses": 2}
    assert "long-expedition" in variants
    assert "long-expedition" not in [
        one["name"] for one in lab.get("/api/game?name=archaeology&seats=4").json()["variants"]
    ]
    (thieves,) = [f for group in game["groups"] for f in group["figures"] if f["key"] == "thieves.count"]
    assert thieves["value"][thieves["at"]] == 6


def test_no_path_of_this_machine_reaches_a_page(tmp_path):
    with client(begun("digsite/examples/basic", players=2)) as made:
        found = made.get("/api/games").text + made.get("/api/game?name=basic&seats=2").text
        assert '"basic"' in found
        assert "/digsite/examples" not in found


def test_what_is_set_at_the_start_is_a_patch_to_begin_with():
    made = begun(variants=["fierce-weather"], settings={"setup.market": 4}, seats=LINE_UP)
    assert made.setting.patch == {"sandstorms.count": [6, 6, 6, 6], "tents.uses": 2, "setup.market": 4}


def test_a_contract_brings_its_game_and_its_targets(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "archaeology"\nplayers = 4\n[targets]\nseats = 0.001\n')
    made = start(contract=file, seed=1)
    assert made.contract == "mine.toml"
    targets = made.targets_for(made.setting)
    assert targets["seats"][1] == 0.001
    explorer = Explorer(1)
    told = list(explorer.answers(made.setting, Stop(), 2_000, targets))[-1]
    explorer.close()
    data = answer_data(made.setting, told, targets, made.contract)
    assert data["lights"]["hint"] == "mine.toml"
    assert data["lights"]["lights"][0]["promise"] == "Every seat wins 24.9 % to 25.1 %"
    assert data["cards"][0]["verdict"]["word"] == "off target"
    assert json.dumps(data, allow_nan=False)
    with pytest.raises(WrongUse, match="The contract says what is played"):
        start("archaeology", contract=file)


def test_a_kept_variant_reads_back_as_the_same_figures(begin, tmp_path):
    patch = {"setup.market": 4, "thieves.count": [4, 6, 3, 10], "coin.prices": [1, 2, 3], "buried_ruins.reopen": False}
    kept = written_rules(begin.read(setting(patch=patch)), "my idea", tmp_path)
    assert kept.name == "my-idea.toml"
    figures = chosen_rules("archaeology", rules_file=kept)
    assert {key: figures[key] for key in patch} == patch
    assert "published: 5" in figures.by_key["setup.market"].source


def test_a_component_s_figure_reads_back_too(tmp_path):
    made = begun("quetzal")
    patch = {"artifacts.pottery.cards": 20, "artifacts.pottery.points": [1, 3, 7]}
    line_up = list(made.setting.seats)
    kept = written_rules(made.read(setting("quetzal", line_up, patch)), "pots", tmp_path)
    figures = chosen_rules("quetzal", rules_file=kept)
    assert {key: figures[key] for key in patch} == patch


def test_a_file_is_never_written_over_and_never_elsewhere(begin, tmp_path):
    changed = begin.read(setting(patch={"setup.market": 4}))
    written_rules(changed, "mine", tmp_path)
    for name in ("mine", "mine.toml", " mine "):
        with pytest.raises(WrongUse, match=r"mine\.toml is there already"):
            written_rules(changed, name, tmp_path)
    for name in ("", "../mine", "/tmp/mine", "a/b", "a\\b", ".hidden", "-x", "a\nb", "ä", "x" * 61, "a:b"):
        with pytest.raises(WrongUse, match="A name has letters"):
            written_rules(changed, name, tmp_path)
    with pytest.raises(DigsiteError, match="cannot be written"):
        written_rules(changed, "mine", tmp_path / "gone")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


@pytest.mark.parametrize("path", ["/api/keep", "/api/compare"])
def test_the_published_rules_are_neither_kept_nor_compared_with_themselves(lab, path):
    answer = lab.post(path, json={"page": "page-12345678", "setting": setting(), "name": "mine", "seed": 5})
    assert answer.status_code == 400
    assert answer.json()["sentence"].startswith("Nothing is changed")


@pytest.mark.parametrize(
    ("patch", "told"),
    [({"setup.hand": "many"}, "setup.hand"), ({"no.figure": 3}, "no.figure"), ({"setup.hand": 11}, "from 0 to 10")],
)
def test_a_value_that_a_figure_cannot_have_is_refused_with_a_sentence(lab, patch, told):
    answer = lab.post("/api/ask", json={"page": "page-12345678", "setting": setting(patch=patch)})
    assert answer.status_code == 422
    assert told in answer.json()["sentence"]
