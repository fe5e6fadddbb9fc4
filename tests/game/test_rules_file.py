"""Rules files: every shape comes back as it went out, and every wrong form gets one sentence."""

import copy
import json
import re
import tempfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.game.rules.rules_file import load
from digsite.simulator.game.wording import toml
from digsite.simulator.games import find_game
from tests.game import guide

RULES, COMPONENTS = guide.block("rules.toml"), guide.block("components.toml")
_MAY, _MORE = '[{ op = "may", then = ', ' }, { op = "draw" }]'
DEEP = _MAY * 4 + '[{ op = "draw" }]' + _MORE * 4 + "  # "
CHANGES = [
    "hand=6",
    "start.coins.2=9",
    "meeples.odds=0.1,0.2,0.3,0.4",
    "meeples.odds.1=1",
    "entry.cost=nothing",
    "entry.cost.gem=3",
    "scoring=flat",
    "items=cheap",
    "items.rope.cost=3",
    'items.rope.name=The "long" rope',
    "items.lantern.travel=car,ship",
    "items.rope.travel=",
    "items.lantern.effect.2.options.1.1.gem=2",
    "items.rope.effect=[]",
    "sets.masks.points.3=12",
]


@pytest.fixture
def trek(tmp_path):
    return guide.game(tmp_path)


def noted(figures):
    return [(f.key, f.value, f.source, f.confirmed, f.alternatives) for f in figures]


@pytest.mark.parametrize("setting", [*CHANGES, None])
def test_an_export_reads_back_the_same(trek, tmp_path, setting):
    changed = trek.with_settings([setting] if setting else [])
    path = tmp_path / "mine.toml"
    path.write_text(changed.to_toml(), encoding="utf-8")
    assert noted(trek.with_file(path)) == noted(changed)


@pytest.mark.parametrize("setting", CHANGES)
def test_a_manifest_reads_back_the_same(trek, setting):
    changed = trek.with_settings([setting])
    assert changed.values() != trek.values()
    assert trek.replace(json.loads(json.dumps(changed.values()))).values() == changed.values()


@pytest.mark.parametrize("setting", [s for s in CHANGES if "[" not in s and "nothing" not in s])
def test_the_value_at_a_key_is_what_was_set(trek, setting):
    key, _, text = setting.partition("=")
    changed = trek.with_settings([setting])
    again = trek.replace({key: changed.at(key)})
    assert again.values() == changed.values(), text


def test_figures_that_go_together_change_back_and_forth(trek):
    flat = trek.with_settings(["scoring=flat"])
    assert flat.column("sets", "points") == [[1, 2, 3], [2, 4, 6]]
    assert flat.with_settings(["scoring=steep"]).values() == trek.values()


def test_one_word_takes_back_what_another_changed(tmp_path):
    second = 'changes.flat = { "sets.masks.points" = [2, 4, 6] }\nchanges.high = { "sets.pots.points" = [7, 8, 9] }'
    lines = [second if line.startswith("changes.flat") else line for line in RULES.splitlines()]
    figures = load(guide.write(tmp_path, "\n".join(lines)), guide.OPS)
    high = figures.with_settings(["scoring=flat"]).with_settings(["scoring=high"])
    assert high.column("sets", "points") == [[7, 8, 9], [2, 5, 9]]


def test_what_was_set_beside_a_word_has_the_last_word(trek):
    both = trek.replace({"sets.pots.points": [9, 9, 9], "scoring": "flat"})
    assert both.column("sets", "points") == [[9, 9, 9], [2, 4, 6]]


def test_the_word_in_force_leaves_alone_what_was_set(trek):
    assert trek.with_settings(["sets.pots.points.1=4", "scoring=steep"])["sets.pots.points"] == [4, 3, 6]


def test_a_table_as_a_whole_has_alternatives(trek):
    assert trek.with_settings(["items=cheap"]).column("items", "cost") == [1, 1]
    assert trek.by_key["items"].alternatives == ["cheap"]


def test_what_only_changes_together_is_stood_for_by_what_changes_it(trek):
    assert {f.key for f in trek.unconfirmed()} == {"meeples.odds", "scoring", "items", "items.lantern.cost"}
    assert not trek.by_key["sets.pots.points"].confirmed


def by_file(figures, folder, text):
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return figures.with_file(path)


def test_a_table_whose_components_a_user_confirms_is_confirmed(trek, tmp_path):
    text = '[items]\nsource = "my box"\nconfirmed = true\nrope.cost = 2\nlantern.cost = 3\n'
    read = by_file(trek, tmp_path, text)
    assert (read.by_key["items"].confirmed, read.by_key["items"].source) == (True, "my box")
    assert {f.key for f in read.unconfirmed()} == {"meeples.odds", "scoring"}
    some = by_file(trek, tmp_path, "[items]\nconfirmed = false\nlantern.cost = 3\n")
    assert "items" in {f.key for f in some.unconfirmed()}


def test_a_user_confirms_a_table_by_the_word_that_chooses_it(trek, tmp_path):
    read = by_file(trek, tmp_path, '[items]\nvalue = "cheap"\nsource = "my box"\nconfirmed = true\n')
    assert read.column("items", "cost") == [1, 1]
    assert {read.by_key[key].source for key in ("items", "items.rope.cost", "items.lantern.cost")} == {"my box"}
    assert {f.key for f in read.unconfirmed()} == {"meeples.odds", "scoring"}


def test_a_calibrated_figure_that_a_user_confirms_is_confirmed(tmp_path):
    chac = find_game("chac").figures
    read = by_file(chac, tmp_path, '[boulder.head_start]\nvalue = 2\nsource = "my board"\n').by_key
    assert chac.by_key["boulder.head_start"].calibrated
    assert (read["boulder.head_start"].confirmed, read["boulder.head_start"].calibrated) == (True, False)


def test_variants_set_and_raise_fields_of_components(trek):
    short = trek.with_variants(["short"])
    assert (short["items.rope.cost"], short["hand"]) == (1, 4)


def test_an_argument_that_is_not_written_has_its_default(trek):
    assert trek.at("items.lantern.effect.2.options.2.1.n") == 1
    assert trek.at("entry.cost.gem") == 0


def test_an_effect_is_the_same_however_its_defaults_are_written(trek):
    said, unsaid = (trek.with_settings([f"items.rope.effect=[{{ op = 'draw'{n} }}]"]) for n in (", n = 1", ""))
    assert said.values() == unsaid.values()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), True, "0.5", 10**400])
def test_a_number_without_bounds_is_still_a_number(value):
    with pytest.raises(WrongUse, match="k must be a number"):
        Figure("k", 0.5).check(value)


def test_a_field_with_one_decimal_number_is_decimal_throughout(tmp_path):
    weighed = COMPONENTS.replace("[items.fields]", "[items.fields]\nweight = { default = 1 }", 1)
    weighed = weighed.replace('name = "Lantern"', 'name = "Lantern"\nweight = 0.5')
    figures = load(guide.write(tmp_path, components=weighed), guide.OPS)
    assert figures.column("items", "weight") == [1.0, 0.5]


def test_whole_numbers_for_decimals_are_decimals(trek):
    assert trek.with_settings(["meeples.odds=1,0,0,0"])["meeples.odds"] == [1.0, 0.0, 0.0, 0.0]
    assert all(isinstance(n, float) for n in trek.with_settings(["meeples.odds=1,0,0,0"])["meeples.odds"])


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("meeples.odds.1=nan", "meeples.odds must be 4 numbers from 0 to 1"),
        ("meeples.odds.1=inf", "meeples.odds must be 4 numbers from 0 to 1"),
        ("meeples.odds=0.5,0.5", "meeples.odds must be 4 numbers from 0 to 1"),
        ("meeples.odds.5=0.5", "meeples.odds has no entry 5"),
        ("hand=2.0", "hand must be a whole number from 1 to 10; 2.0 is not."),
        ("hand.1=2", "hand has no entry 1; it is 5."),
        ("hand=" + "9" * 5000, "hand must be a whole number from 1 to 10; 999"),
        ("entry.cost=2 coins", "entry.cost: there is no 'coins' among coin, gem. Did you mean 'coin'?"),
        ("entry.cost=1 coin + 2 coin", "entry.cost: coin is named twice."),
        ("entry.cost.coin=-1", "entry.cost must be amounts such as 1 coin + 2 gem"),
        ("items=cheep", "items must be one of as-written, cheap; cheep is not. Did you mean 'cheap'?"),
        ("items.rope=3", "There is no field of items.rope ''."),
        ("items.rope.travel=boot,boot,boot", "items.rope.travel must be 0 to 2 of the words boot, car, ship, separated by commas; boot,boot,boot is not."),
        ("items.rope.travel=boot, shp", "items.rope.travel must be 0 to 2 of the words boot, car, ship, separated by commas; boot,shp is not. Did you mean 'ship'?"),
        ("items.rope.travel=caar", "items.rope.travel must be 0 to 2 of the words boot, car, ship, separated by commas; caar is not. Did you mean 'car'?"),
        ("items.rope.effect=[{ op = 'drow' }]", "items.rope.effect: there is no op 'drow'. Did you mean 'draw'?"),
        ("items.rope.effect=draw", "items.rope.effect: draw is not TOML such as"),
        ("items.rope.effect=[1]", "items.rope.effect: a step is written { op = "),
        ("items.rope.effect=[{op='draw', n=9}]", "items.rope.effect: 'n' of 'draw' must be a whole number from 1 to 5"),
        ("items.rope.effect=[{op='gain'}]", "items.rope.effect: 'gain' counts nothing; it takes coin, gem."),
        ("items.rope.effect=[{op='pay', then=[]}]", "items.rope.effect: 'pay' needs its argument 'cost'"),
        ("items.rope.effect=[{op='choose', n=2, options=[[]]}]", "items.rope.effect: 'choose' needs a list of 2 to 30"),
        ("items.rope.effect=[{op='may'}]", "items.rope.effect: 'may' needs 'then', the steps inside it."),
        ("items.rope.effect=[]\nx = 1", "items.rope.effect: []"),
    ],
)  # fmt: skip
def test_a_wrong_setting_gets_a_sentence(trek, setting, sentence):
    with pytest.raises(WrongUse) as raised:
        trek.with_settings([setting])
    assert str(raised.value).startswith(sentence)


def test_a_game_is_called_as_its_folder_and_begins_with_version_1(tmp_path):
    folder = tmp_path / "Long_Trek"
    folder.mkdir()
    (folder / "rules.toml").write_text(
        '[game]\ntitle = "Trek"\nplayers = [2, 4]\n[hand]\nvalue = 5\nsource = "a guess"\n'
    )
    assert load(folder / "rules.toml").head == {"id": "long-trek", "version": 1, "title": "Trek", "players": [2, 4]}


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (RULES, "value = 5", "value = 50", "rules.toml: hand must be a whole number from 1 to 10; 50 is not."),
        (RULES, "value = 5", "value = nan", "rules.toml: hand must be a number from 1 to 10; nan is not."),
        (RULES, "value = 5", "value = 2020-01-01", "rules.toml: hand must be a number, a word, true or false"),
        (RULES, "value = 5", "value = 'five'", "rules.toml: hand needs choices, a list of words"),
        (RULES, "value = 5", "value = [1, 'two']", "rules.toml: hand mixes values of different kinds: 1,two."),
        (RULES, "value = 5", "valu = 5", "rules.toml: There is no attribute of hand 'valu'. Did you mean 'value'?"),
        (RULES, "value = 5\n", "", "rules.toml: hand has about and no value; add one, as in value = 3."),
        (RULES, "range = [1, 10]", "range = [10, 1]", "rules.toml: range of hand must be two numbers, the lower one first"),
        (RULES, "range = [1, 10]", "rnge = [1, 10]", "rules.toml: There is no attribute of hand 'rnge'. Did you mean 'range'?"),
        (RULES, "[0.25, 0.25, 0.35, 0.15]", "[0.25]", "rules.toml: meeples.odds must be 4 numbers from 0 to 1"),
        (RULES, "[4, 5, 6]", "[4, 5]", "rules.toml: start.coins must have one entry for each of the 3 player counts."),
        (RULES, 'title = "Trek"', "", "rules.toml: [game] has no title; add it."),
        (RULES, "players = [2, 4]", "players = 4", "rules.toml: players of game must be two whole numbers"),
        (RULES, "[game]", "[game", "rules.toml is not valid TOML"),
        (RULES, '"items.rope.cost" = 1', '"items.rop.cost" = 1', "rules.toml: There is no component of items 'rop'."),
        (RULES, "hand = -1", "hand = -9", "rules.toml: hand must be a whole number from 1 to 10; -4 is not."),
        (RULES, "hand = -1", "scoring = 1", "rules.toml: scoring is steep, not a number that can be raised by 1."),
        (RULES, '"sets.pots.points" = [1, 2, 3]', "scoring = 'x'", "rules.toml: scoring changes a figure that changes others"),
        (COMPONENTS, "cost = 2", "cots = 2", "components.toml: items.rope.cost is missing, and the field has no default."),
        (COMPONENTS, "cost = 2", "cost = 2\nvp = 1", "components.toml: There is no field of items.rope 'vp'."),
        (COMPONENTS, "cost = 2", "cost = 12", "components.toml: items.rope.cost must be a whole number from 0 to 9"),
        (COMPONENTS, 'op = "draw"', 'op = "drew"', "components.toml: items.rope.effect: there is no op 'drew'. Did you mean 'draw'?"),
        (COMPONENTS, "[items.alternatives.cheap]\nrope", "[items.alternatives.cheap]\nropes", "rules.toml: There is no component of items 'ropes'."),
        (COMPONENTS, '[{ op = "pay"', DEEP + '[{ op = "pay"', "rules.toml: The effects are nested 5 levels deep; only 4 fit."),
        (COMPONENTS, "[sets]", "[hand]\nvalue = 1\n[sets]", "components.toml: hand is defined twice."),
    ],
)  # fmt: skip
def test_a_damaged_game_gets_a_sentence(tmp_path, file, old, new, sentence):
    assert old in file
    damaged = file.replace(old, new, 1)
    path = guide.write(tmp_path, *((damaged, "") if file is RULES else ("", damaged)))
    with pytest.raises(WrongUse) as raised:
        load(path, guide.OPS)
    assert sentence in re.sub(r", line \d+", "", str(raised.value))


@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        (RULES, "value = 5", "value = 50", "[hand]"),
        (RULES, "value = 5", "valu = 5", "valu = 5"),
        (RULES, "range = [1, 10]", "range = [10, 1]", "range = [10, 1]"),
        (RULES, 'title = "Trek"', "", "[game]"),
        (RULES, "players = [2, 4]", "players = 4", "players = 4"),
        (RULES, "hand = -1", "hand = -9", "[variants.short]"),
        (COMPONENTS, "cost = 2", "cots = 2", "[items.rope]"),
    ],
)
def test_the_sentence_names_the_line(tmp_path, file, old, new, place):
    damaged = file.replace(old, new, 1)
    path = guide.write(tmp_path, *((damaged, "") if file is RULES else ("", damaged)))
    with pytest.raises(WrongUse) as raised:
        load(path, guide.OPS)
    told = str(raised.value)
    written = (path if file is RULES else path.with_name("components.toml")).read_text().splitlines()
    assert place in written[int(re.search(r"line (\d+)", told)[1]) - 1], told


def test_a_figure_says_where_it_comes_from(tmp_path):
    path = guide.write(tmp_path, RULES.replace('source = "rulebook, setting up"\n', "", 1))
    with pytest.raises(WrongUse, match="hand has no source; say where the number comes from"):
        load(path, guide.OPS)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[items.rop]\ncost = 1", "There is no component of items 'rop'. Did you mean 'rope'?"),
        ("[items.rope]\ncots = 1", "There is no field of items.rope 'cots'. Did you mean 'cost'?"),
        ("[items]\nrope = 1", "items.rope in a rules file must be a table with a value"),
        ("[items.rope.travel]\n1 = 'car'", "items.rope.travel must be 0 to 2 of the words boot, car, ship"),
        ("[hand.more]\nvalue = 1", "hand in a rules file must be a table with a value; this one has more."),
        ("hand = 3", "hand in a rules file must be a table with a value, as in: [hand] value = 3."),
        ("[nothing]", "There is no rule figure 'nothing'."),
        ('["a.b"]\nvalue = 1', "'a.b' cannot be a name in a rules file"),
        ("game = 1", "game in a rules file must be a table"),
    ],
)
def test_a_wrong_file_gets_a_sentence(trek, tmp_path, text, sentence):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(WrongUse) as raised:
        trek.with_file(path)
    assert str(raised.value).startswith(sentence)


# --------------------------------------------------------------------------------------------------- whatever comes

WORDS = st.sampled_from(["value", "fields", "op", "then", "coin", "cost", "rope", "items", "range", "true", "", "é x"])
SCALARS = st.one_of(st.integers(-(2**70), 2**70), st.floats(), st.booleans(), st.text(max_size=5), WORDS)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=6,
)
TREES = {name: tomllib.loads(guide.block(f"{name}.toml")) for name in ("rules", "components")}


def ways(node, way=()):
    """The way to every entry of a tree."""
    yield way
    for key, inner in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from ways(inner, (*way, key))


def damaged(tree, way, junk):
    *before, last = way
    tree = inner = copy.deepcopy(tree)
    for key in before:
        inner = inner[key]
    inner[last] = junk
    return tree


def document(tree):
    return "\n".join(f"{toml(key) if isinstance(key, str) else key} = {toml(node)}" for key, node in tree.items())


def survives(act):
    sentence = "fine"
    try:
        act()
    except WrongUse as problem:
        sentence = str(problem)
    assert sentence.strip()
    assert "None" not in sentence


PLACES = [(name, way) for name, tree in TREES.items() for way in ways(tree) if way]


@given(st.sampled_from(PLACES), JUNK)
@settings(max_examples=400)
def test_any_damage_to_a_game_gets_a_sentence_or_loads(place, junk):
    name, way = place
    text = document(damaged(TREES[name], way, junk))
    with tempfile.TemporaryDirectory() as folder:
        path = guide.write(Path(folder), **{name: text})
        survives(lambda: load(path, guide.OPS).to_toml())


@given(st.sampled_from(PLACES), JUNK)
@settings(max_examples=300)
def test_any_rules_file_gets_a_sentence_or_is_read(place, junk):
    name, way = place
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.toml"
        path.write_text(document(damaged(TREES[name], way, junk)), encoding="utf-8", errors="replace")
        survives(lambda: TREK.with_file(path))


with tempfile.TemporaryDirectory() as made:
    TREK = guide.game(Path(made))
KEYS = [
    *TREK.by_key,
    "items.rope",
    "items.rope.effect.1.cost",
    "items.rope.effect.1.then.1.n",
    "entry.cost.gem",
    "sets",
]
TAILS = st.sampled_from(["", ".1", ".0", ".op", ".x", ".1.then", ".-1", ".99999999999", "."])
TYPED = st.one_of(
    st.text(max_size=12), JUNK.map(toml), st.from_regex(r"[0-9+\-.,eE \[\]{}='opcin]{0,12}", fullmatch=True)
)


@given(st.sampled_from(KEYS), TAILS, TYPED)
@settings(max_examples=500)
def test_any_setting_gets_a_sentence_or_is_set(key, tail, text):
    survives(lambda: TREK.with_settings([f"{key}{tail}={text}"]))


@given(st.sampled_from(KEYS), JUNK)
@settings(max_examples=300)
def test_any_manifest_gets_a_sentence_or_is_read(key, junk):
    survives(lambda: TREK.replace({key: junk}))
