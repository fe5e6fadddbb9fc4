"""The event buffer: every event that has room is kept, and all are counted."""

from digsite.simulator.kernel.play.events import SILENT, buffer, log


def test_a_buffer_holds_as_many_events_as_it_has_room_for_and_counts_the_rest():
    events = buffer(3)
    for number in range(1, 6):
        log(events, number, 0, 10 * number, 0, -number)
    assert events[0, 0] == 5
    assert events[1:].tolist() == [[number, 0, 10 * number, 0, -number] for number in (1, 2, 3)]


def test_where_nobody_listens_nothing_is_logged():
    log(SILENT, 1, 0, 0, 0, 0)
    assert SILENT.shape == (0, 5)
