// Random play of Lost Cities in C++: what the kernels are measured by.
//
// The same records, chance streams and order of draws as simulator/games/lost_cities, so that the rows are the same to
// the byte. Nobody listens to events, thinks or is nudged here. `records.h` holds the records and the names of numbers;
// beside_cpp.py writes it from the project's own.
//
// With TRICKS = 0 the rules stand as one would write them down first; with TRICKS = 1 they have what the kernels gained
// speed by: sets of fitting cards that are kept, lists of paths from a table, no remainder for the next seat.

#include <cstdint>
#include <cstring>

#include "records.h"

using Set = int64_t;  // of cards, a bit each

namespace {

constexpr uint64_t GOLDEN = 0x9E3779B97F4A7C15, MIX_1 = 0xBF58476D1CE4E5B9, MIX_2 = 0x94D049BB133111EB;

uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * MIX_1;
    z = (z ^ (z >> 27)) * MIX_2;
    return z ^ (z >> 31);
}

void open_streams(State &state, int64_t seed, int64_t luck) {
    uint64_t base = mix(uint64_t(seed) + GOLDEN) ^ mix(uint64_t(luck) * MIX_1 + GOLDEN);
    uint64_t number = 0;
    for (uint64_t &stream : state.stream) stream = mix(base + number++ * MIX_2);
}

int64_t below(State &state, int stream, int64_t n) {
    uint64_t bits = mix(state.stream[stream] += GOLDEN);
    return int64_t(((bits >> 32) * uint64_t(n)) >> 32);
}

void shuffle(State &state, int stream, int8_t *cards, int last) {
    for (int i = last - 1; i > 0; i--) {
        int64_t j = below(state, stream, i + 1);
        int8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

Set one(int card) { return Set(1) << card; }

Set from_to(int first, int end) { return one(end) - one(first); }

Set of_path(int path) { return from_to(path * CARD_VALUES, (path + 1) * CARD_VALUES); }

int next_seat(const Rules &rules, const State &state) {
    int following = state.seat + 1;
    if (TRICKS) return following < rules.seats ? following : 0;
    return following % rules.seats;
}

void add_to_hand(State &state, int seat, int card) {
    state.twice[seat] |= state.held[seat] & one(card);
    state.held[seat] |= one(card);
}

void remove_from_hand(State &state, int seat, int card) {
    state.held[seat] &= ~one(card) | state.twice[seat];
    state.twice[seat] &= ~one(card);
    state.shown[seat][card] -= state.shown[seat][card] > 0;
}

// ------------------------------------------------------------------------------------------------------- set-up

void clear_board(const Rules &rules, State &state) {
    state.crossed = 0;
    state.idle_turns = 0;
    state.fresh_discard = NO_PILE;
    memset(state.played, 0, sizeof state.played);
    memset(state.discard_size, 0, sizeof state.discard_size);
    for (int seat = 0; seat < rules.seats; seat++) {
        state.artifact_tiles[seat] = 0;
        state.begun[seat] = state.fitting[seat] = 0;
        state.researchers_left[seat] = rules.explorers_researchers;
        state.adventurers_left[seat] = rules.explorers_adventurers;
        for (int path = 0; path < PATHS; path++) {
            state.column_size[seat][path] = state.stone[seat][path] = 0;
            state.direction[seat][path] = Direction::OPEN;
            state.researcher[seat][path] = false;
        }
    }
}

int tile_kind(const Rules &rules, int number) {
    if (number < rules.tiles_artifact) return Tile::ARTIFACT;
    if (number < rules.tiles_artifact + rules.tiles_arrow) return Tile::ARROW;
    return rules.tiles_victory[number - rules.tiles_artifact - rules.tiles_arrow];
}

void lay_tiles(const Rules &rules, State &state) {
    memset(state.tile, 0, sizeof state.tile);
    for (int space = 0; space < rules.spaces; space++) state.deck[space] = space;
    shuffle(state, Stream::TILES_1 + state.expedition, state.deck, rules.spaces);
    for (int space = 0; space < rules.spaces; space++)
        state.tile[rules.space_colour[space]][rules.space_stone[space]] = tile_kind(rules, state.deck[space]);
}

void deal_cards(const Rules &rules, State &state) {
    int cards = CARDS * rules.cards_copies;
    for (int i = 0; i < cards; i++) state.deck[i] = i % CARDS;
    shuffle(state, Stream::CARDS_1 + state.expedition, state.deck, cards);
    for (int seat = 0; seat < rules.seats; seat++) {
        state.held[seat] = state.twice[seat] = 0;
        state.extra_cards[seat] = 0;
        memset(state.shown[seat], 0, sizeof state.shown[seat]);
        for (int i = 0; i < rules.cards_hand; i++) add_to_hand(state, seat, state.deck[--cards]);
    }
    state.pile = cards - rules.cards_removed;
}

void begin_expedition(const Rules &rules, State &state) {
    clear_board(rules, state);
    lay_tiles(rules, state);
    deal_cards(rules, state);
    state.decision = Decision::PLAY;
}

// ------------------------------------------------------------------------------------------------------ scoring

int points_after_expedition(const Rules &rules, int points, int earned) {
    if (rules.score_floor_on == FloorOn::EXPEDITION)
        return points + (earned > rules.score_floor ? earned : rules.score_floor);
    return points + earned > rules.score_floor ? points + earned : rules.score_floor;
}

void score_seat(const Rules &rules, State &state, int seat) {
    int positive = 0, negative = 0;
    for (int path = 0; path < PATHS; path++) {
        int8_t stone = state.stone[seat][path];
        int points = rules.stone_points[stone];
        if (state.researcher[seat][path]) {
            points *= rules.researcher_factor;
            state.researcher_points[seat] += points;
        }
        (points > 0 ? positive : negative) += points;
        if (state.direction[seat][path] == Direction::DOWN) state.descending[seat]++;
        if (stone > state.furthest[seat][path]) state.furthest[seat][path] = stone;
    }
    state.positive[seat] += positive;
    state.negative[seat] += negative;
    int total = points_after_expedition(rules, state.points[seat], positive + negative);
    state.relief[seat] += total - (state.points[seat] + positive + negative);
    state.points[seat] = total;
    state.points_after[seat][state.expedition] = total;
    state.tokens[seat] += state.artifact_tiles[seat];
}

void end_expedition(const Rules &rules, State &state, int reason) {
    int expedition = state.expedition;
    state.turns++;
    state.expedition_turns[expedition]++;
    state.expedition_end[expedition] = reason;
    state.ended_by[expedition] = state.seat + 1;
    for (int seat = 0; seat < rules.seats; seat++) score_seat(rules, state, seat);
    state.seat = next_seat(rules, state);
    if (expedition + 1 < rules.expeditions) {
        state.expedition++;
        begin_expedition(rules, state);
        return;
    }
    state.over = true;
    state.end_reason = reason;
}

void score(const Rules &rules, const State &state, Outcome &outcome) {
    for (int seat = 0; seat < rules.seats; seat++) {
        int before = state.points[seat], owed = rules.artifact_points[state.tokens[seat]], paid = owed;
        if (rules.score_floor_covers_artifacts && before + paid < rules.score_floor) paid = rules.score_floor - before;
        outcome.score[seat] = before + paid;
        outcome.tiebreak[seat] = state.tokens[seat];
        outcome.stones_positive[seat] = state.positive[seat];
        outcome.stones_negative[seat] = state.negative[seat];
        outcome.tiles[seat] = state.tile_points[seat];
        outcome.artifact_points[seat] = owed;
        outcome.floor_relief[seat] = state.relief[seat] + paid - owed;
        outcome.artifacts[seat] = state.tokens[seat];
        outcome.researcher_points[seat] = state.researcher_points[seat];
        outcome.paths_opened[seat] = state.paths_opened[seat];
        outcome.descending[seat] = state.descending[seat];
        outcome.crossings[seat] = state.crossings[seat];
        outcome.discards_taken[seat] = state.discards_taken[seat];
        for (int path = 0; path < PATHS; path++) outcome.furthest[seat][path] = state.furthest[seat][path];
        for (int expedition = 0; expedition < rules.expeditions; expedition++)
            outcome.points_after[seat][expedition] = state.points_after[seat][expedition];
    }
    for (int expedition = 0; expedition < rules.expeditions; expedition++) {
        outcome.expedition_end[expedition] = state.expedition_end[expedition] + 1;
        outcome.expedition_turns[expedition] = state.expedition_turns[expedition];
        outcome.ended_by[expedition] = state.ended_by[expedition];
        outcome.stalls += state.expedition_end[expedition] == EndReason::STALL;
    }
}

void rank_seats(Outcome &outcome, int seats) {
    int winner = 0, winners = 0;
    for (int seat = 0; seat < seats; seat++) {
        int rank = 1;
        for (int rival = 0; rival < seats; rival++)
            rank += outcome.score[rival] > outcome.score[seat] ||
                    (outcome.score[rival] == outcome.score[seat] && outcome.tiebreak[rival] > outcome.tiebreak[seat]);
        outcome.rank[seat] = rank;
        if (rank == 1) {
            winners++;
            winner = seat + 1;
        }
    }
    outcome.winners = winners;
    outcome.winner = winners == 1 ? winner : 0;
}

// ------------------------------------------------------------------------------------------------------ options

Set fitting_cards(const Rules &rules, const State &state, int seat, int path) {
    int first = path * CARD_VALUES, top = first + state.column_top[seat][path];
    Set rising = from_to(top, first + CARD_VALUES);
    if (!rules.play_descending_paths) return rising;
    Set falling = from_to(first, top + 1);
    int direction = state.direction[seat][path];
    if (direction == Direction::OPEN) return rising | falling;
    return direction == Direction::DOWN ? falling : rising;
}

Set openers(const Rules &rules, const State &state, int seat) {
    Set held = state.held[seat];
    if (!rules.play_must_open_with_lowest) return held;
    Set allowed = 0;
    for (int path = 0; path < PATHS; path++) {
        Set colour = held & of_path(path);
        allowed |= colour & -colour;
        if (rules.play_descending_paths && colour) {
            while (colour & (colour - 1)) colour &= colour - 1;
            allowed |= colour;
        }
    }
    return allowed;
}

int list_plays(const Rules &rules, const State &state, int32_t *options) {
    int seat = state.seat;
    Set advancing = state.fitting[seat], begun = state.begun[seat];
    for (int path = 0; path < PATHS && !TRICKS; path++) {
        Set open_now = -Set(state.stone[seat][path] > 0);
        advancing |= fitting_cards(rules, state, seat, path) & open_now;
        begun |= of_path(path) & open_now;
    }
    Set opening = openers(rules, state, seat) & ~begun;
    Set adventuring = state.adventurers_left[seat] > 0 ? opening : 0;
    Set researching = state.researchers_left[seat] > 0 ? opening : 0;
    int n = 0;
    for (Set cards = state.held[seat]; cards; cards &= cards - 1) {
        int card = __builtin_ctzll(cards);
        options[n] = Action::ADVANCE * ACTION_STRIDE + card;
        n += advancing >> card & 1;
        options[n] = Action::OPEN_ADVENTURER * ACTION_STRIDE + card;
        n += adventuring >> card & 1;
        options[n] = Action::OPEN_RESEARCHER * ACTION_STRIDE + card;
        n += researching >> card & 1;
        options[n++] = Action::DISCARD * ACTION_STRIDE + card;
    }
    return n;
}

struct Lists {
    int32_t of[1 << PATHS][PATHS + 1];
    constexpr Lists() : of() {
        for (int paths = 0; paths < 1 << PATHS; paths++) {
            int n = 0;
            for (int path = 0; path < PATHS; path++)
                if (paths >> path & 1) of[paths][n++] = path;
            while (n <= PATHS) of[paths][n++] = PILE;
        }
    }
};
constexpr Lists LISTS;

int list_paths(int paths, int32_t *options) {
    memcpy(options, LISTS.of[paths], sizeof LISTS.of[paths]);
    return __builtin_popcount(paths);
}

int list_steps(const State &state, int32_t *options) {
    if (TRICKS) {
        int paths = 0;
        for (int path = 0; path < PATHS; path++) {
            int stone = state.stone[state.seat][path];
            paths |= (0 < stone && stone < STONES) << path;
        }
        return list_paths(paths, options) + state.step_optional;
    }
    int n = 0;
    for (int path = 0; path < PATHS; path++) {
        int stone = state.stone[state.seat][path];
        if (0 < stone && stone < STONES) options[n++] = path;
    }
    if (state.step_optional) options[n++] = DECLINE;
    return n;
}

int list_draws(const Rules &rules, const State &state, int32_t *options) {
    int barred = rules.play_may_draw_own_fresh_discard ? NO_PILE : state.fresh_discard;
    if (TRICKS) {
        int paths = 0;
        for (int path = 0; path < PATHS; path++)
            paths |= ((state.discard_size[path] > 0) & (path != barred)) << path;
        return list_paths(paths, options) + 1;
    }
    int n = 0;
    for (int path = 0; path < PATHS; path++) {
        options[n] = path;
        n += (state.discard_size[path] > 0) & (path != barred);
    }
    options[n++] = PILE;
    return n;
}

int legal(const Rules &rules, const State &state, int32_t *options) {
    if (state.decision == Decision::PLAY) return list_plays(rules, state, options);
    if (state.decision == Decision::STEP) return list_steps(state, options);
    return list_draws(rules, state, options);
}

// -------------------------------------------------------------------------------------------------------- moves

void offer_step(State &state, bool optional) {
    for (int path = 0; path < PATHS; path++) {
        int stone = state.stone[state.seat][path];
        if (0 < stone && stone < STONES) {
            state.decision = Decision::STEP;
            state.step_optional = optional;
            return;
        }
    }
    state.decision = Decision::DRAW;
}

void find_tile(const Rules &rules, State &state, int path, int stone) {
    int seat = state.seat, tile = state.tile[path][stone];
    state.decision = Decision::DRAW;
    if (tile == Tile::ARTIFACT) {
        state.tile[path][stone] = Tile::NONE;
        state.artifact_tiles[seat]++;
    } else if (tile == Tile::ARROW) {
        offer_step(state, rules.play_arrow_optional);
    } else if (tile > 0) {
        state.points[seat] += tile;
        state.tile_points[seat] += tile;
    }
}

void move_explorer(const Rules &rules, State &state, int path) {
    int seat = state.seat, stone = ++state.stone[seat][path];
    if (stone == rules.stones_bridge_after + 1) {
        state.crossed++;
        state.crossings[seat]++;
        if (state.crossed >= rules.ends_pieces_over_bridge) return end_expedition(rules, state, EndReason::BRIDGE);
    }
    find_tile(rules, state, path, stone);
}

void take_step(const Rules &rules, State &state, int path) {
    if (path == DECLINE)
        state.decision = Decision::DRAW;
    else
        move_explorer(rules, state, path);
}

void lay_on_column(const Rules &rules, State &state, int seat, int path, int value) {
    int size = state.column_size[seat][path]++;
    if (size == 0) {
        state.column_first[seat][path] = value;
    } else if (state.direction[seat][path] == Direction::OPEN) {
        int top = state.column_top[seat][path];
        if (value > top) state.direction[seat][path] = Direction::UP;
        if (value < top) state.direction[seat][path] = Direction::DOWN;
    }
    state.column_top[seat][path] = value;
    state.played[path * CARD_VALUES + value]++;
    if (TRICKS) {
        state.begun[seat] |= of_path(path);
        state.fitting[seat] = (state.fitting[seat] & ~of_path(path)) | fitting_cards(rules, state, seat, path);
    }
}

void open_path(const Rules &rules, State &state, int card, bool researcher) {
    int seat = state.seat, path = card / CARD_VALUES;
    lay_on_column(rules, state, seat, path, card - path * CARD_VALUES);
    state.researcher[seat][path] = researcher;
    if (researcher)
        state.researchers_left[seat]--;
    else
        state.adventurers_left[seat]--;
    state.paths_opened[seat]++;
    move_explorer(rules, state, path);
}

void advance_path(const Rules &rules, State &state, int card) {
    int seat = state.seat, path = card / CARD_VALUES;
    lay_on_column(rules, state, seat, path, card - path * CARD_VALUES);
    if (state.stone[seat][path] < STONES)
        move_explorer(rules, state, path);
    else
        offer_step(state, true);
}

void discard(State &state, int card) {
    int path = card / CARD_VALUES;
    state.discard[path][state.discard_size[path]++] = card - path * CARD_VALUES;
    state.fresh_discard = path;
    state.decision = Decision::DRAW;
}

void play_card(const Rules &rules, State &state, int option) {
    int action = option / ACTION_STRIDE, card = option % ACTION_STRIDE;
    remove_from_hand(state, state.seat, card);
    if (action == Action::DISCARD)
        discard(state, card);
    else if (action == Action::ADVANCE)
        advance_path(rules, state, card);
    else
        open_path(rules, state, card, action == Action::OPEN_RESEARCHER);
}

void proceed(const Rules &rules, State &state) {
    if (state.pile == 0) return end_expedition(rules, state, EndReason::DRAW_PILE);
    if (rules.ends_stall_turns > 0 && state.idle_turns >= rules.ends_stall_turns)
        return end_expedition(rules, state, EndReason::STALL);
    state.turns++;
    state.expedition_turns[state.expedition]++;
    state.seat = next_seat(rules, state);
    state.decision = Decision::PLAY;
}

void draw(const Rules &rules, State &state, int source) {
    int seat = state.seat, card;
    state.fresh_discard = NO_PILE;
    if (source == PILE) {
        card = state.deck[rules.cards_removed + --state.pile];
        state.idle_turns = 0;
    } else {
        card = source * CARD_VALUES + state.discard[source][--state.discard_size[source]];
        state.shown[seat][card]++;
        state.discards_taken[seat]++;
        state.idle_turns++;
    }
    add_to_hand(state, seat, card);
    proceed(rules, state);
}

void apply(const Rules &rules, State &state, int option) {
    if (state.decision == Decision::PLAY)
        play_card(rules, state, option);
    else if (state.decision == Decision::STEP)
        take_step(rules, state, option);
    else
        draw(rules, state, option);
}

}  // namespace

// Plays so many games of random players, a row each; the rows come as zeros.
extern "C" void play(const Rules *rules, int64_t seed, int64_t games, Outcome *rows) {
    State state;
    int32_t options[MAX_OPTIONS];
    for (int64_t game = 0; game < games; game++) {
        memset(&state, 0, sizeof state);
        open_streams(state, seed, game);
        begin_expedition(*rules, state);
        int64_t decisions = 0;
        while (!state.over) {
            int n = legal(*rules, state, options);
            int64_t pick = n > 1 ? below(state, Stream::NOISE + state.seat, n) : 0;
            apply(*rules, state, options[pick]);
            decisions++;
        }
        Outcome &outcome = rows[game];
        outcome.turns = state.turns;
        outcome.decisions = decisions;
        outcome.end_reason = state.end_reason;
        for (int seat = 0; seat < rules->seats; seat++) outcome.contends[seat] = 1;
        score(*rules, state, outcome);
        rank_seats(outcome, rules->seats);
    }
}
