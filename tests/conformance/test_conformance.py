"""The battery every game must pass, on random and on heuristic play."""

from dataclasses import replace

from digsite.simulator.lab.battery.checks.options import check_inventory, check_options
from digsite.simulator.lab.battery.checks.plain import compared
from digsite.simulator.lab.battery.checks.rows import check_ends, check_replays, check_scores, check_threads
from digsite.simulator.lab.battery.subject import Subject, line_ups
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from tests.conformance.table import each_game, each_table, found, subject


@each_table
def test_every_option_that_is_listed_can_be_applied(game, seats):
    assert not found(check_options(subject(game, seats)))


@each_table
def test_every_game_ends_for_a_reason_that_has_a_name(game, seats):
    assert not found(check_ends(subject(game, seats)))


@each_table
def test_what_is_in_the_box_stays_in_the_game(game, seats):
    assert not found(check_inventory(subject(game, seats)))


@each_table
def test_scores_are_the_sum_of_their_parts_and_ranks_follow_them(game, seats):
    assert not found(check_scores(subject(game, seats)))


@each_table
def test_rows_do_not_depend_on_threads_or_batches(game, seats):
    assert not found(check_threads(subject(game, seats)))


@each_table
def test_a_game_played_again_with_events_gives_the_same_row(game, seats):
    assert not found(check_replays(subject(game, seats)))


@each_game
def test_compiled_and_plain_python_give_the_same_rows(game):
    """Two games of each, however long they take: of heuristic players they take seconds."""
    least, most = (Subject(game, seats) for seats in (game.players[0], game.players[-1]))
    most.effort = replace(most.effort, plain=600)
    cases = [(most, players) for players in most.line_ups[:2]] + [(least, least.line_ups[0])]
    assert not found(compared(cases, games=2))
    assert most.seen["game"] + (least.seen["game"] if least is not most else 0) == 6


@each_table
def test_every_event_can_be_narrated(game, seats):
    figures = game.figures
    for players in line_ups(game, seats)[:2]:
        plan = make_plan(game.id, 5, players=len(players), seats=players, seed=8, events=0)
        for events in table_for(plan).play_with_events(0, 5).events:
            lines = list(game.narrate(events, [f"Seat {s + 1} ({p})" for s, p in enumerate(players)], figures))
            assert len(lines) > seats
            assert all(isinstance(line, str) and "\n" not in line for line in lines)
            assert all(any(f"Seat {s + 1}" in line for line in lines) for s in range(seats))


@each_table
def test_the_last_line_of_a_story_names_those_whom_the_row_has_as_winners(game, seats):
    if seats == 1:
        return  # whoever plays alone wins against the game, in words of its own
    for players in line_ups(game, seats)[:2]:
        plan = make_plan(game.id, 20, players=seats, seats=players, seed=8, events=0)
        names = [f"Seat {seat + 1} ({player})" for seat, player in enumerate(players)]
        batch = table_for(plan).play_with_events(0, 20)
        for row, events in zip(batch.rows, batch.events, strict=True):
            *_, last = game.narrate(events, names, game.figures)
            winners = {name for name, rank in zip(names, row.rank, strict=False) if row.winners and rank == 1}
            before = last.partition(" win")[0].partition(" share")[0]  # what comes behind may name those who lost
            assert {name for name in names if name in before} == winners, last
