"""The live lab without its pages: answers that narrow, on the same luck, and claims that hold however often one looks."""

from dataclasses import replace

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.live import growth
from digsite.simulator.lab.live.explorer import Explorer
from digsite.simulator.lab.live.growth import Growth, Stop, Stopped
from digsite.simulator.lab.live.impossible import impossible
from digsite.simulator.lab.live.looks import FALSE_CLAIMS, LOOKS, differences, looks, spent
from digsite.simulator.lab.live.sample import Sample, prints
from digsite.simulator.lab.live.setting import Setting
from digsite.simulator.play.table import table_for

SETTING = Setting("archaeology", ("hoarder", "banker", "mapper", "merchant"), {}, 1)


@pytest.fixture(scope="module")
def explorer():
    made = Explorer(2)
    yield made
    made.close()


def answers(explorer, patch, until=2_000, setting=SETTING):
    return list(explorer.answers(replace(setting, patch=patch), Stop(), until))


def test_answers_narrow_and_nothing_is_written(explorer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = answers(explorer, {"setup.market": 4})
    assert [one.answer.games for one in told] == [200, 600, 2_000]
    assert [one.last for one in told] == [False, False, True]
    widths = [one.answer.seats[0].high - one.answer.seats[0].low for one in told]
    assert widths == sorted(widths, reverse=True)
    assert not list(tmp_path.iterdir())


def test_one_card_fewer_in_the_marketplace_makes_the_first_player_stronger(explorer):
    last = answers(explorer, {"setup.market": 4})[-1]
    assert last.headline.sentence.startswith(
        "Setting “cards dealt to the marketplace” to 4 instead of 5 makes seat 1 stronger: "
    )
    assert last.headline.sentence.endswith(" Games get one turn longer.")
    first = last.answer.seats[0]
    assert first.look == "clear"
    assert 0.06 < first.change.value < 0.14
    assert 0.20 < first.published < 0.27
    assert "turns" in [moved.words for moved in last.answer.moved]
    assert last.answer.lights[0].verdict == "off"


def test_a_change_that_no_game_notices_is_said_to_change_nothing(explorer):
    last = answers(explorer, {"trade.per_turn": 12})[-1]
    assert last.answer.nothing_changed
    assert "changes nothing: in 2,000 games on the same luck not one went differently" in last.headline.sentence
    assert not last.answer.moved


def test_the_published_rules_are_their_own_answer(explorer):
    last = answers(explorer, {})[-1]
    assert not last.answer.changed
    assert last.headline.sentence.startswith("By the published rules seat ")
    assert all(row.change is None for row in last.answer.seats)


def test_a_variant_is_called_by_its_name(explorer):
    from digsite.simulator.lab.live.headline import variant_patch

    game = SETTING.published.definition
    patch = variant_patch(game, "fierce-weather")
    assert patch
    assert answers(explorer, patch, 200)[-1].headline.sentence.startswith("The variant fierce-weather ")


def test_samples_have_the_rows_of_an_ordinary_run_with_the_seed():
    engine = Growth(2)
    sample = engine.sample(SETTING.published, 600, Stop())
    engine.close()
    rows = table_for(SETTING.published).play(0, 600).rows
    whole = Sample(SETTING.published)
    whole.add([rows])
    assert np.array_equal(sample.values(600), whole.values(600))
    assert sample.rows_equal(whole, 600) == 600
    wins = sample.values(600)[:, sample.columns.seat_wins].mean(axis=0)
    alone = [((rows["rank"][:, seat] == 1) / rows["winners"]).mean() for seat in range(4)]
    assert np.allclose(wins, alone)


def test_two_rows_that_differ_in_one_byte_have_different_prints():
    rows = np.zeros(3, [("a", "i4"), ("b", "i1")])
    rows["b"][1] = 1
    found = prints(rows)
    assert found[0] == found[2] != found[1]


@pytest.mark.parametrize(
    ("game", "seats"),
    [("lost-cities", 3), ("chac", 2), ("quetzal", 2), ("arnak", 1), ("digsite/examples/trick_taking", 3)],
)
def test_every_game_and_number_of_players_has_an_answer(explorer, game, seats):
    from digsite.simulator.play.plan import game_of, seat_texts

    texts = tuple(seat_texts(game_of(game), seats, ()))
    told = answers(explorer, {}, 24, Setting(game, texts))
    assert told[-1].answer.games >= 24
    assert len(told[-1].answer.seats) == seats
    sample = explorer.growth.sample(Setting(game, texts).published, 24, Stop())
    assert sample.values(24).shape[1] == len(sample.columns.measures)
    assert "By the published rules" in told[-1].headline.sentence


def test_a_stopped_question_plays_no_further_batch():
    engine, stop = Growth(1), Stop()
    stop.set()
    with pytest.raises(Stopped):
        engine.sample(SETTING.published, 60_000, stop)
    assert engine.sample(SETTING.published, 4, Stop()).games <= 2 * growth.FIRST_GAMES
    engine.close()


def test_a_sample_is_read_while_it_grows_and_loses_nothing():
    import threading

    rows = table_for(SETTING.published).play(0, 400).rows
    whole, grown, batches = Sample(SETTING.published), Sample(SETTING.published), 400
    whole.add([rows])
    grown.add([rows[:4]])
    stop = threading.Event()

    def read():
        while not stop.is_set():
            grown.values(4)
            grown.rows_equal(whole, 4)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for at in range(4, batches, 4):
        grown.add([rows[at : at + 4]])
    stop.set()
    for reader in readers:
        reader.join()
    assert np.array_equal(grown.values(400), whole.values(400))
    assert grown.rows_equal(whole, 400) == 400


def test_samples_make_room_for_others_and_the_newest_stay(monkeypatch):
    monkeypatch.setattr(growth, "_MOST_GAMES", 100)
    engine = Growth(1)
    plans = [replace(SETTING, seed=seed).published for seed in range(6)]
    for plan in plans:
        engine.sample(plan, 40, Stop())
    assert [engine.games_of(plan) for plan in plans] == [0, 0, 0, 40, 40, 40]
    engine.close()


def test_what_has_been_played_is_answered_in_one_step(explorer):
    answers(explorer, {"setup.market": 7}, 2_000)
    assert [told.answer.games for told in answers(explorer, {"setup.market": 7}, 2_000)] == [2_000]


def test_a_look_ahead_player_is_stopped_within_its_game():
    engine, stop = Growth(1), Stop()
    slow = Setting("archaeology", ("hoarder+100000", "banker", "mapper", "merchant"))
    import threading

    threading.Timer(0.2, stop.set).start()
    with pytest.raises(Stopped):
        engine.sample(slow.published, 4, stop)
    engine.close()


def test_impossible_figures_are_named_with_the_nearest_ways_out():
    found = impossible(replace(SETTING, patch={"setup.hand": 10, "setup.market": 20, "sandstorms.divisor": 3}))
    assert found is not None
    assert "cannot fill 4 hands of 10" in found.sentence
    assert found.figures == ("setup.hand", "setup.market")
    assert {way.key: way.value for way in found.ways} == {"setup.hand": 9, "setup.market": 19}
    assert impossible(replace(SETTING, patch={"setup.hand": 9, "setup.market": 20})) is None


def test_a_setting_survives_its_address_and_damaged_ones_are_refused():
    setting = replace(SETTING, patch={"setup.market": 4, "coin.prices": [1, 2]}, seed=77)
    assert Setting.read(setting.text()) == setting
    for damaged in (
        "",
        "{",
        "[]",
        '{"game":"archaeology"}',
        '{"game":3,"seats":["a"]}',
        '{"game":"archaeology","seats":[1]}',
    ):
        with pytest.raises(WrongUse):
            Setting.read(damaged)


# ------------------------------------------------------------------------------------------------ repeated looks


def test_all_looks_together_spend_no_more_than_the_error():
    assert sum(spent(look) for look in range(40)) <= 1 + 1e-12
    assert list(looks(4, 10**6))[: len(LOOKS)] == list(LOOKS)


def false_claims(chance, runs, family, change):
    """Return the share of runs in which any look at any difference calls an effect clear that is not there."""
    claims = 0
    for _ in range(runs):
        values = change(chance, 5_000, family)
        claims += any(
            one.clear
            for look, games in enumerate(looks(4, 20_000))
            for one in differences(values[: games // 4], look, family)
        )
    return claims / runs


def test_looking_again_and_again_makes_no_more_false_claims_than_promised():
    chance = np.random.default_rng(5)
    noise = false_claims(chance, 200, 8, lambda rng, n, k: rng.choice([-0.25, 0, 0, 0.25], (n, k)))
    assert noise <= FALSE_CLAIMS + 3 * np.sqrt(FALSE_CLAIMS * (1 - FALSE_CLAIMS) / 200)


def test_rare_differences_are_not_called_clear_too_early():
    chance = np.random.default_rng(6)

    def rare(rng, n, k):
        return rng.choice([-0.25, 0.25], (n, k)) * (rng.random((n, k)) < 0.01)

    assert false_claims(chance, 200, 8, rare) <= FALSE_CLAIMS + 3 * np.sqrt(FALSE_CLAIMS * (1 - FALSE_CLAIMS) / 200)


@pytest.mark.verify
def test_the_same_rules_on_other_luck_are_rarely_called_different():
    """A/A: the same rules and players twice, each time with other seeds, looked at as a page looks."""
    from digsite.simulator.lab.live.answer import make_answer

    claims, runs, until = 0, 60, 6_000
    for run in range(runs):
        samples = []
        for seed in (2 * run, 2 * run + 1):
            plan = replace(SETTING, seed=seed).published
            sample = Sample(plan)
            sample.add([table_for(plan).play(0, until).rows])
            samples.append(sample)
        found = [make_answer(*samples, games, look) for look, games in enumerate(looks(4, until))]
        claims += any(
            row.change.clear
            for answer in found
            for row in [*answer.seats, *answer.strategies, answer.length, answer.tension, *answer.measures]
        )
    assert claims / runs <= FALSE_CLAIMS + 3 * np.sqrt(FALSE_CLAIMS * (1 - FALSE_CLAIMS) / runs)
