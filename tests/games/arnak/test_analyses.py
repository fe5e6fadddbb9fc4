"""Known answers of the questions for Lost Ruins of Arnak."""

import polars as pl
import pytest

import digsite
from digsite.analyses.block_sums import Sums
from digsite.analyses.games.arnak import temples
from digsite.analyses.games.arnak.gains import gains
from digsite.analyses.registry import answer, answerable
from digsite.analyses.view import View
from digsite.simulator.errors import WrongUse
from digsite.simulator.games.arnak.rules import FIRST_FEAR
from tests.analyses.handmade import make_run

DOG, HAT = 35, 31  # items by number


def tables_of(tmp_path, question, rows, players=("a", "b"), **arguments):
    return answer(make_run(tmp_path / "r", "arnak", list(players), rows, **arguments), question).tables


def row_of(table, **key):
    for name, value in key.items():
        table = table.filter(table[name] == value)
    return table.row(0, named=True)


def test_arrivals_at_the_lost_temple_are_counted_with_their_wins(tmp_path):
    first = {"score_1": 60, "score_2": 50, "lost_temple_1": 1, "lost_temple_2": 2, "glass_row_1": 8, "glass_row_2": 8}
    none = {"score_1": 30, "score_2": 40, "glass_row_1": 3, "glass_row_2": 5}
    tables = tables_of(tmp_path, "research", [first, none] * 3)
    assert row_of(tables["arrival"], arrival=1)["win"] == 1
    assert row_of(tables["arrival"], arrival=2)["win"] == 0
    assert row_of(tables["arrival"], arrival=0)["share"] == pytest.approx(0.5)
    assert row_of(tables["glass"], glass_row=5)["score"] == 40


def test_a_card_counts_for_the_seats_that_took_it(tmp_path):
    early = {"score_1": 60, "score_2": 50, "items_taken_round_2_1": 1 << DOG, "items_played_1": 1 << DOG}
    late = {"score_1": 30, "score_2": 40, "items_taken_round_3_1": 1 << DOG, "items_taken_round_5_2": 1 << HAT}
    dog = row_of(tables_of(tmp_path, "cards", [early, late] * 3)["cards"], card="Dog")
    assert dog["appearances"] == 6
    assert (dog["score"], dog["win"], dog["played"], dog["early"]) == (45, 0.5, 0.5, 0.5)
    assert (dog["taken_early"], dog["score_early"], dog["taken_late"], dog["score_late"]) == (3, 60, 3, 30)
    assert dog["taken"] == pytest.approx(0.5)


def test_the_last_artifact_is_read_from_its_bit(tmp_path):
    rows = [{"score_1": 9, "artifacts_taken_round_5_1": 1 << 34, "artifacts_exiled_1": 1 << 34}] * 4
    crown = row_of(tables_of(tmp_path, "cards", rows)["cards"], card="Guardian's Crown")
    assert (crown["kind"], crown["appearances"], crown["exiled"]) == ("artifact", 4, 1)


def test_expeditions_are_told_by_level(tmp_path):
    rows = [{"score_1": 9, "discoveries_level_1_1": 2, "discoveries_level_2_1": 1, "digs_camp_1": 4}] * 4
    tables = tables_of(tmp_path, "expeditions", rows)
    assert row_of(tables["discoveries"], discovered=3)["appearances"] == 4
    assert row_of(tables["levels"], level="camp")["digs"] == 2
    assert row_of(tables["levels"], level="level II")["discoveries"] == 0.5


def test_assistants_are_read_from_their_bits(tmp_path):
    rows = [{"score_1": 50, "score_2": 40, "assistants_1": 0b101, "assistants_gold_1": 0b100, "assistants_2": 1}] * 4
    tables = tables_of(tmp_path, "assistants", rows)
    first, third = (row_of(tables["assistants"], assistant=name) for name in ("A01", "A03"))
    assert (first["appearances"], first["score"], first["gold"]) == (8, 45, 0)
    assert (third["appearances"], third["score"], third["gold"]) == (4, 50, 1)
    assert row_of(tables["number"], had=2)["win"] == 1


def test_rounds_tell_what_was_gained_and_the_timeline_who_led(tmp_path):
    row = {"score_1": 30, "score_2": 20, "score_after_round_1_1": 12, "score_after_round_1_2": 15}
    row |= {"score_after_round_2_1": 18, "score_after_round_2_2": 15, "turns_in_round_1_1": 6, "turns_in_round_1_2": 4}
    tables = tables_of(tmp_path, "rounds", [row] * 4)
    first, second = (row_of(tables["rounds"], round=number) for number in (1, 2))
    assert (first["after"], first["gained"], first["turns"]) == (13.5, 13.5 - 8, 5)  # slots 10, two Fear
    assert second["gained"] == 3
    assert "leaders" not in tables  # the report says it once
    leaders = tables_of(tmp_path / "more", "timeline", [row] * 4)["leaders"]
    assert row_of(leaders, checkpoint="after round 1")["win"] == 0
    assert row_of(leaders, checkpoint="after round 2")["win"] == 1


def test_a_shared_win_of_a_leader_counts_in_part(tmp_path):
    row = {"score_1": 30, "score_2": 30, "rank_1": 1, "rank_2": 1, "winners": 2, "score_after_round_1_1": 12}
    won = {"score_1": 30, "score_2": 20, "score_after_round_1_1": 12}
    leaders = tables_of(tmp_path, "timeline", [row, won] * 2)["leaders"]
    assert row_of(leaders, checkpoint="after round 1")["win"] == 0.75


def test_the_standing_after_the_last_round_is_no_moment_before_the_end(tmp_path):
    row = {"score_1": 30, "score_2": 20}
    row |= {f"score_after_round_{number}_{seat}": 6 * number - seat for number in range(1, 5) for seat in (1, 2)}
    row |= {"score_after_round_5_1": 30, "score_after_round_5_2": 20}
    leaders = tables_of(tmp_path, "timeline", [row] * 4)["leaders"]
    assert leaders["checkpoint"].to_list() == [f"after round {number}" for number in range(1, 5)]


def test_discoveries_and_guardians_are_told_one_by_one(tmp_path):
    row = {
        "score_1": 60,
        "score_2": 40,
        "discoveries_level_2_1": 1,
        "points_from_idols_1": 6,
        "guardians_1": 0b101,
        "guardians_2": 1,
    }
    tables = tables_of(tmp_path, "expeditions", [row] * 60)
    assert row_of(tables["discovered_level_2"], discoveries_level_2=1)["points_from_idols"] == 6
    first, third = (row_of(tables["each_guardian"], guardian=name) for name in ("G01", "G03"))
    assert (first["appearances"], first["score"], first["win"]) == (120, 50, 0.5)
    assert (third["appearances"], third["score"]) == (60, 60)
    text = said(tmp_path / "more", "expeditions", [row] * 60)
    assert (
        "Those who discovered a site of level II scored 60.0 (no spread seen) points, 6.0 (no spread seen) of them from idols"
        in text
    )


def test_guardians_and_cards_are_told_as_the_run_has_them(tmp_path):
    row = {"score_1": 9, "guardians_1": 1, "items_taken_round_1_1": 1 << DOG}
    changed = ["guardians.g01.cost=3 coin", "items.dog.name=Hound"]
    tables = tables_of(tmp_path, "expeditions", [row] * 4, settings=changed)
    assert row_of(tables["each_guardian"], guardian="G01")["cost"] == "3 coin"
    assert "Hound" in tables_of(tmp_path / "more", "cards", [row] * 4, settings=changed)["cards"]["card"]


def test_a_shared_lead_is_no_lead(tmp_path):
    tied = {"score_1": 30, "score_2": 20, "score_after_round_1_1": 12, "score_after_round_1_2": 12}
    lost = {**tied, "score_after_round_1_2": 15}
    first = row_of(tables_of(tmp_path, "timeline", [tied, lost] * 3)["leaders"], checkpoint="after round 1")
    assert (first["led"], first["games"], first["win"]) == (0.5, 3, 0)


def test_the_rival_is_beaten_only_with_more_points(tmp_path):
    rows = [{"score_1": 50, "rival_score": 44, "rival_points_glass": 23}, {"score_1": 40, "rival_score": 44}]
    rows[1] |= {"rank_1": 1, "winners": 0}
    tables = tables_of(tmp_path, "rival", rows * 3, players=["a"])
    found = tables["rival"].row(0, named=True)
    assert (found["win"], found["margin"], found["rival_score"]) == (0.5, 1, 44)
    assert row_of(tables["rival_points"], part="glass")["points"] == 11.5


def test_games_of_several_have_no_rival(tmp_path):
    run = make_run(tmp_path / "r", "arnak", ["a", "b"], [{"score_1": 1}] * 2)
    with pytest.raises(WrongUse, match="is about a player alone"):
        answer(run, "rival")
    assert "rival" not in [question.name for question in answerable(run)]


def said(tmp_path, question, rows, players=("a", "b"), **arguments):
    """The sentences of a question, in one text."""
    found = answer(make_run(tmp_path / "r", "arnak", list(players), rows, **arguments), question).findings
    return " ".join(finding.sentence for finding in found)


def test_sentences_of_research_name_rows_points_and_arrivals_with_their_intervals(tmp_path):
    first = {"score_1": 60, "score_2": 50, "lost_temple_1": 1, "glass_row_1": 8, "points_from_glass_1": 23}
    none = {"score_1": 30, "score_2": 40, "glass_row_1": 4, "notebook_row_1": 2, "points_from_notebook_1": 1}
    text = said(tmp_path, "research", [first, none] * 60)
    assert (
        "The magnifying glass ended in row 3.00 (2.82 to 3.18) on average and brought 5.8 (4.7 to 6.8) points" in text
    )
    assert "The notebook ended in row 0.50 (0.41 to 0.59) on average and brought 0.25 (0.20 to 0.30) points" in text
    assert "25 % (21 to 30 %; 240 appearances) of players reached the Lost Temple" in text
    assert "; of those who came first, 100 % (94 to 100 %) won." in text
    assert text.count("240 appearances") == 3


def test_sentences_of_rounds_name_gains_and_turns(tmp_path):
    row = {"score_1": 30, "score_2": 20, "turns_in_round_1_1": 6, "turns_in_round_1_2": 4}
    row |= {f"score_after_round_{number}_1": 10 * number for number in (1, 2, 3)}
    row |= {f"score_after_round_{number}_{seat}": 30 for number in (4, 5) for seat in (1, 2)}
    text = said(tmp_path, "rounds", [row] * 50)
    assert "A player's standing in points rose by -3.0, 5.0, 5.0, 15.0 and 0.0 in rounds 1 to 5, with 5.0, " in text
    assert " turns (intervals are in the table; 100 appearances)." in text


def test_sentences_of_expeditions_name_sites_guardians_and_fear(tmp_path):
    row = {"score_1": 9, "discoveries_level_1_1": 3, "discoveries_level_2_2": 1, "guardians_met_1": 4}
    row |= {"guardians_overcome_2": 2, "fear_gained_1": 5, "fear_exiled_2": 1}
    text = said(tmp_path, "expeditions", [row, {**row, "discoveries_level_1_1": 1}] * 25)
    assert "A player discovered 1.00 (0.86 to 1.14) sites of level I and 0.5 (the same in every game) of " in text
    assert "level II on average (100 appearances)." in text
    assert "awakened 2.0 (no spread seen) guardians and overcame 1.0 (no spread seen), gained 2.5 (no spread " in text
    assert "seen) Fear and exiled 0.5 (no spread seen) (100 appearances)." in text


def test_sentences_of_cards_and_assistants_name_the_highest_first(tmp_path):
    row = {"score_1": 60, "score_2": 40, "items_taken_round_1_1": 1 << DOG, "items_taken_round_2_2": 1 << HAT}
    row |= {"assistants_1": 1, "assistants_2": 2, "assistant_uses_1": 4}
    text = said(tmp_path, "cards", [row] * 120)
    assert "those who took Dog scored 60" in text
    assert "those who took Hat 40" in text
    text = said(tmp_path / "more", "assistants", [row] * 120)
    assert "Those who had A01 (gain 2 coins) scored 60" in text
    assert "those who had A02 (gain 1 tablet) 40" in text
    assert "ended with 1.0 (no spread seen) assistants and used assistants 2.0 (no spread seen) times" in text


def test_the_sentence_about_the_rival_says_who_is_ahead(tmp_path):
    behind = [{"score_1": 40 + at % 2, "rival_score": 44, "rank_1": 1, "winners": 0} for at in range(40)]
    text = said(tmp_path, "rival", behind, players=["a"])
    assert "The rival with 2 red tiles was beaten in 0 % of games" in text
    assert "players were 3.50 (3.34 to 3.66) points behind on average." in text
    ahead = [{"score_1": 50 + at % 2, "rival_score": 44} for at in range(40)]
    text = said(tmp_path / "more", "rival", ahead, players=["a"])
    assert "players were 6.50 (6.34 to 6.66) points ahead on average." in text


BOTH = {"points_from_glass_1": 20, "points_from_glass_2": 10, "glass_row_1": 7, "glass_row_2": 5}


def beside_the_snake_side(tmp_path, bird, snake):
    """What a run on the Bird side tells with its counterpart on the Snake side."""
    run = make_run(tmp_path / "r", "arnak", ["a", "b"], bird)
    make_run(run.folder / "counterpart-snake-temple", "arnak", ["a", "b"], snake, variants=["snake-temple"])
    return answer(run, "temples")


def test_both_temples_are_held_against_each_other_deal_by_deal(tmp_path):
    bird = [{"score_1": 60 + at, "score_2": 50 + at, **BOTH} for at in range(30)]
    snake = [{"score_1": 56 + at + at % 2, "score_2": 48 + at, "glass_row_1": 3, "glass_row_2": 3} for at in range(30)]
    found = beside_the_snake_side(tmp_path, bird, snake)
    whole = row_of(found.tables["temples"], measure="points in all")
    assert (whole["bird"], whole["snake"]) == (69.5, 66.75)
    assert whole["difference"] == pytest.approx(-2.75)
    assert row_of(found.tables["temples"], measure="points from the magnifying glass")["difference"] == -15
    assert row_of(found.tables["rows"], side="Snake Temple", glass_row=3)["share"] == 1
    assert "2.75 points fewer than on the Bird side" in found.findings[0].sentence
    assert [chart.name for chart in found.charts] == ["temples-points", "temples-rows"]


def test_deals_of_both_temples_are_added_up_in_their_order(tmp_path, monkeypatch):
    """Sums to the last digit depend on it, and a join promises none."""
    ordered, join = [], pl.DataFrame.join

    class Noted(Sums):
        def test(self, *args, **named):
            ordered.append(self.blocks["block"].is_sorted())
            return super().test(*args, **named)

    monkeypatch.setattr(temples, "Sums", Noted)
    monkeypatch.setattr(pl.DataFrame, "join", lambda *args, **named: join(*args, **named).reverse())
    scores = [{"score_1": 60 + at, "score_2": 50} for at in range(30)]
    beside_the_snake_side(tmp_path, scores, scores)
    assert ordered
    assert all(ordered)


def test_cards_with_the_same_score_are_listed_in_their_order(tmp_path, monkeypatch):
    join, taken = pl.DataFrame.join, (1 << DOG) | (1 << HAT)
    monkeypatch.setattr(pl.DataFrame, "join", lambda *args, **named: join(*args, **named).reverse())
    run = make_run(tmp_path / "r", "arnak", ["a", "b"], [{"score_1": 60, "items_taken_round_1_1": taken}] * 40)
    cards = answer(run, "cards").tables["cards"]["card"].to_list()
    assert cards == sorted(cards)
    assert len(cards) == 2


def test_temples_that_bring_the_same_are_not_told_apart(tmp_path):
    rows = [{"score_1": 60 + at % 3, "score_2": 50 + at % 2} for at in range(12)]
    turned = [{"score_1": 60 + (at + 1) % 3, "score_2": 50 + at % 2} for at in range(12)]
    found = beside_the_snake_side(tmp_path, rows, turned).findings
    assert [finding.certainty for finding in found] == ["unclear"]
    assert "cannot be told apart" in found[0].sentence


def test_without_the_other_side_temples_are_told_how_to_play_it(tmp_path):
    run = make_run(tmp_path / "r", "arnak", ["a", "b"], [{"score_1": 1}] * 2)
    found = answer(run, "temples")
    assert not found.tables
    assert "digsite compare arnak --seats a,b --variant snake-temple" in found.notes[0]


def test_other_deals_or_players_are_no_counterpart(tmp_path):
    rows = [{"score_1": 1}] * 4
    run = make_run(tmp_path / "r", "arnak", ["a", "b"], rows, variants=["snake-temple"])
    folder = run.folder / "counterpart-snake-temple"
    make_run(folder, "arnak", ["a", "b"], rows, variants=["snake-temple"])  # the same side
    assert not answer(run, "temples").tables
    make_run(tmp_path / "b", "arnak", ["b", "a"], rows)
    folder.rename(tmp_path / "same")
    (tmp_path / "b").rename(folder)
    assert not answer(run, "temples").tables
    folder.rename(tmp_path / "others")
    make_run(folder, "arnak", ["a", "b"], rows)
    assert answer(run, "temples").tables


def played(kind, seat, a=0, b=0, c=0):
    return kind, seat, a, b, c


def test_points_are_told_by_round_and_part_from_the_events(tmp_path):
    game = [
        played("round", 0, 1),
        played("research", 1, 0, 1, 1),  # the glass to row 1: 1 point
        played("fear", 1, 1),
        played("round", 0, 2),
        played("research", 1, 1, 1, 1),  # the notebook: nothing
        played("overcome", 1, 3, 7),
        played("buy", 1, DOG, 3),
        played("exile", 1, FIRST_FEAR),
        played("round", 0, 3),
        played("arrive", 1, 2),
        played("temple", 1, 0, 11),
    ]
    standing = {"score_after_round_1_1": 11, "score_after_round_2_1": 19, "score_after_round_3_1": 35}
    row = {"score_1": 35, **standing, "score_after_round_4_1": 35, "score_after_round_5_1": 35}
    run = make_run(tmp_path / "r", "arnak", ["a", "b"], [row] * 4, events=[game] * 4)
    sources = answer(run, "rounds").tables["sources"]
    first, second = (
        {row["part"]: row["points"] for row in sources.filter(sources["round"] == at).to_dicts()} for at in (1, 2)
    )
    assert (first["glass"], first["Fear"], first["idols and slots"]) == (1, -1, 3)
    text = " ".join(finding.sentence for finding in answer(run, "rounds").findings)
    assert "from temple tiles and 5.0 from the magnifying glass in round 3 (intervals are in the table; 4 " in text
    dog = run.plan.rules["items.dog.points"]
    assert (second["guardians"], second["items"], second["Fear"], second["notebook"]) == (5, dog, 1, 0)
    assert second["idols and slots"] == 8 - 5 - dog - 1
    third = row_of(answer(run, "research").tables["by_round"], round=3)
    assert (third["glass"], third["temple tiles"]) == (21 - 16, 11)


def test_the_points_of_all_rounds_are_those_of_the_score(tmp_path):
    run = digsite.simulate("arnak", 12, seats="random", players=3, variants="snake-temple", seed=2, out=tmp_path / "r")
    view = View(run, "rounds").sample
    found = gains(view).group_by("game", "seat").agg(pl.exclude("block", "round").sum()).sort("game", "seat")
    for seat, own in found.group_by("seat"):
        games = run.games.collect().sort("game")
        for part in ("glass", "notebook", "temple tiles", "guardians", "items", "artifacts"):
            assert own.sort("game")[part].to_list() == games[f"points_from_{in_columns(part)}_{seat[0]}"].to_list()
        assert (own.sort("game")["Fear"] - 2).to_list() == games[f"points_from_fear_{seat[0]}"].to_list()


def in_columns(part):
    return part.replace(" ", "_")
