"""Questions about Lost Ruins of Arnak, and the labels of their columns."""

from digsite.analyses.question import Question, Term

QUESTIONS = (
    Question(
        "research", "rows that both tokens reached, the race to the Lost Temple, temple tiles, points by row and round",
        worth=("tablet", "arrowhead", "jewel", "no-researching"),
        design="What the race pays is set by `scoring.lost_temple`, what a step costs by the space it leads to (such as "
        "`research.bird.spaces.1.cost`), what temple tiles cost by `temple.bird.costs`; the Snake side has keys of its own.",
    ),
    Question(
        "cards", "every item and artifact: taken, played, spent for travel, exiled, early and late",
        worth=("coin", "no-buying"),
        design="A card has its cost and its points as dials (such as `items.pickaxe.cost`); `row.spaces` sets how many are on "
        "offer.",
    ),
    Question(
        "expeditions", "sites dug and discovered by level, guardians met and overcome, Fear",
        worth=("compass", "idol", "fear", "no-discovering", "no-overcoming"),
        design="`discover.compasses` is the price of a new site, `scoring.guardian` and `basics.fear.points` what a guardian "
        "brings and Fear costs.",
    ),
    Question("assistants", "every assistant: how often it was had, on which side, and how its players did",
        design="An assistant is changed by what its two sides give, such as `assistants.a01.silver` and `assistants.a01.gold`.",
    ),
    Question("rounds", "where points came from round by round, and turns",
        design="`rounds`, `archaeologists` and `hand` set how much can be done before the points are counted.",
    ),
    Question(
        "temples", "Bird Temple beside Snake Temple on the same deals: points, research, expeditions", tests=True,
        variant="snake-temple",
        design="The sides differ in the travel costs of sites (`sites.j1.bird` beside `sites.j1.snake`), in the costs of research and "
        "what its rows bring (`research.bird.spaces.1.cost`, `research.snake.spaces.1.cost` and those beside them; one space of "
        "the Snake side asks for an idol and has assistants to rescue), "
        "and in `temple.bird.costs` and `temple.snake.costs`.",
    ),
    Question("rival", "the solo rival: how often it was beaten, by how much, where its points came from", most_seats=1,
        dial="rival.red_tiles", design="`rival.red_tiles` is the dial of the solo game.",
    ),
)  # fmt: skip

TERMS = {
    "after": Term("points after the round", "mean points after the round"),
    "ahead": Term("share of games with one leader", unit="share"),
    "arrival": Term("arrival at the Lost Temple"),
    "discovered": Term("sites discovered"),
    "bird": Term("Bird Temple"),
    "difference": Term("Snake less Bird"),
    "early": Term("share taken in the first two rounds", unit="share"),
    "exiled": Term("share exiled", unit="share"),
    "glass_row": Term("row of the magnifying glass"),
    "gold": Term("share on the gold side", unit="share"),
    "discoveries_level_1": Term("sites of level I discovered"),
    "discoveries_level_2": Term("sites of level II discovered"),
    "guardians_overcome": Term("guardians overcome"),
    "margin": Term(axis="points ahead of the rival"),
    "notebook_row": Term("row of the notebook"),
    "played": Term("share played", unit="share"),
    "snake": Term("Snake Temple"),
    "score_early": Term("score of those who took it in the first two rounds"),
    "score_late": Term("score of those who took it later"),
    "taken_early": Term("appearances that took it in the first two rounds"),
    "taken_late": Term("appearances that took it later"),
    "taken": Term("share of appearances that took it", unit="share"),
    "travelled": Term("share spent for travel", unit="share"),
}
