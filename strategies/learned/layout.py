"""Where everything of a learned player is: one array of whole numbers (no numba).

First comes a header, then what is read in a state (the encoding), then the weights of three layers. Weights are whole numbers
so small that every sum is exact in 64-bit floats: rows are the same on every processor.
"""

UNITS = 32  # of each hidden layer
UNIT = 1 << 10  # a weight of 1
ONE = 16  # an element's row counts so often: linear rows have steps of a sixteenth
VALUE = UNIT * UNIT * ONE  # a value of 1
MOST_WEIGHT = (1 << 15) - 1
MOST_BIAS = 1 << 40
MOST_HIDDEN = float(1 << 30)  # of a unit of the second layer
FORMAT = 1
# The header, then the sections at the places that it names: for each seat every element, in the order of its word, and where
# each word's elements begin; the tables; the rows; the layers above. All but the rows, the layers, and three numbers of the
# header are read as 64-bit integers.
(
    KIND, ELEMENTS, WORDS, SEATS, ROWS, WORLDS, TEMPERATURE, SCALE, CONTENDING,
    AT_VIEWS, AT_CHANGES, AT_TABLES, AT_ROWS, AT_TAIL, LENGTH, HEADER,
) = range(16)  # fmt: skip
# of an element, whoever looks
MASK, SIGN, FORM, LOWEST, SPAN, LINEAR, MEAN, STEEPNESS, FIELDS = range(9)
# of an element, as a seat looks at it
WORD, SHIFT, TABLE, VIEWED = range(4)
ENTRY_WORD, ENTRY_SHIFT, ENTRY_TABLE, ENTRY = range(FIELDS, FIELDS + 4)  # the same behind the fields, in the array
TABLED, SIZED, BITS = range(3)  # forms: a row per value; the same and one for its size; a row per bit
FRACTION = 12  # bits of an element's steepness behind the point
# the layers above the first: biases, then weights
B1 = 0
W2 = B1 + UNITS
B2 = W2 + UNITS * UNITS
W3 = B2 + UNITS
B3 = W3 + UNITS
TAIL = B3 + 1
