"""First rounds of round robins at tables of four, and the turns that make the others from them.

Found by search, held by the tests. N players are numbered; whoever stands in no table has a bye.
"""

from collections.abc import Iterator

Tables = tuple[tuple[int, ...], ...]

# The first round. Every next one adds 1 to each number, N rounds in all, counting modulo N; ∞ is
# the last player and stays where he is, the others then count modulo N - 1 in N - 1 rounds. So
# whoever sit at a distance of d stand for all pairs of that distance: each distance occurs three
# times, and everybody meets everybody three times. Where N leaves 2 or 3 over a multiple of four
# that cannot be: there it is two or three times.
_FIRST = {
    4: "0 1 2 ∞",
    5: "1 2 3 4",
    6: "0 1 4 5",
    7: "0 1 2 4",
    8: "1 2 4 ∞ | 0 3 5 6",
    9: "1 2 3 6 | 4 5 7 8",
    10: "0 6 7 8 | 2 4 5 9",
    11: "0 2 8 9 | 1 3 4 7",
    12: "0 1 8 ∞ | 2 3 5 7 | 4 6 9 10",
    13: "0 5 6 10 | 1 3 4 12 | 2 8 9 11",
    14: "0 1 5 13 | 2 6 8 11 | 3 7 9 10",
    15: "0 9 12 14 | 1 5 8 10 | 2 3 7 11",
    16: "6 9 13 ∞ | 0 1 5 7 | 2 11 12 14 | 3 4 8 10",
    17: "0 4 10 12 | 1 3 8 9 | 2 13 15 16 | 6 7 11 14",
    18: "0 1 2 8 | 3 13 14 17 | 4 6 9 12 | 5 7 11 16",
    19: "0 3 11 17 | 1 4 6 13 | 2 12 15 16 | 7 8 14 18",
    20: "0 9 18 ∞ | 1 7 8 12 | 2 4 5 17 | 3 11 14 16 | 6 10 13 15",
    21: "0 10 12 19 | 1 2 8 18 | 3 11 15 16 | 4 14 17 20 | 6 7 9 13",
    22: "0 3 10 12 | 1 2 6 20 | 4 5 14 21 | 7 9 15 16 | 8 11 13 19",
    23: "1 7 17 22 | 2 4 11 14 | 3 15 20 21 | 6 10 18 19 | 8 9 12 16",
    24: "3 12 15 ∞ | 0 1 2 20 | 4 8 11 17 | 5 13 21 22 | 6 10 16 18 | 7 9 14 19",
    25: "0 5 16 18 | 1 10 14 20 | 2 19 21 22 | 3 6 11 24 | 7 8 15 17 | 9 12 13 23",
    26: "0 6 14 16 | 1 19 20 24 | 2 12 13 17 | 3 10 15 23 | 5 8 22 25 | 7 9 11 18",
    27: "0 6 9 25 | 1 2 22 24 | 3 15 16 20 | 4 13 14 21 | 5 8 19 23 | 7 10 12 18",
    28: "5 15 17 ∞ | 0 6 14 23 | 1 16 20 25 | 2 3 4 24 | 7 10 13 18 | 8 12 19 26 | 9 11 21 22",
    29: "1 12 17 28 | 2 5 24 27 | 3 7 22 26 | 4 10 19 25 | 6 14 15 23 | 8 9 20 21 | 11 13 16 18",
    30: "0 23 25 29 | 1 10 16 19 | 2 13 26 27 | 3 5 17 22 | 4 6 14 15 | 8 11 18 21 | 12 20 24 28",
    31: "0 1 18 29 | 3 4 19 30 | 5 11 15 27 | 6 7 14 24 | 9 13 16 21 | 10 20 22 28 | 12 17 23 26",
    32: (
        "9 14 26 ∞ | 0 3 12 16 | 1 2 4 24 | 5 13 19 29 | "
        "6 7 11 17 | 8 10 21 25 | 15 22 23 28 | 18 20 27 30"
    ),
}
_SQUARE = 9  # counted as two digits to the base of three: no turn of nine numbers has the distances

# All rounds where everybody can meet everybody exactly once: the lines of an affine plane.
_ONCE = {
    4: ("0 1 2 3",),
    16: (
        "0 1 2 3 | 4 5 6 7 | 8 9 10 11 | 12 13 14 15",
        "0 4 8 12 | 1 5 9 13 | 2 6 10 14 | 3 7 11 15",
        "0 5 10 15 | 1 4 11 14 | 2 7 8 13 | 3 6 9 12",
        "0 6 11 13 | 1 7 10 12 | 2 4 9 15 | 3 5 8 14",
        "0 7 9 14 | 1 6 8 15 | 2 5 11 12 | 3 4 10 13",
    ),
}


def sizes() -> tuple[int, ...]:
    """For how many players there is a round robin."""
    return tuple(_FIRST)


def sizes_once() -> tuple[int, ...]:
    """For how many players there is one in which every two meet exactly once."""
    return tuple(_ONCE)


def once(players: int) -> Iterator[Tables]:
    """The rounds in which every two of so many players meet exactly once."""
    for line in _ONCE[players]:
        yield _tables(line, players)


def turned(players: int) -> Iterator[Tables]:
    """The rounds that the first one makes, with every player the same number of times."""
    first = _tables(_FIRST[players], players)
    fixed = any(players - 1 in table for table in first) and players % 4 == 0
    modulus = players - 1 if fixed else players
    for turn in range(modulus):
        yield tuple(
            tuple(
                player if fixed and player == modulus else _add(player, turn, modulus)
                for player in table
            )
            for table in first
        )


def _add(player: int, turn: int, modulus: int) -> int:
    if modulus == _SQUARE:
        return (player // 3 + turn // 3) % 3 * 3 + (player + turn) % 3
    return (player + turn) % modulus


def _tables(line: str, players: int) -> Tables:
    numbers = line.replace("∞", str(players - 1)).split(" | ")
    return tuple(tuple(int(number) for number in table.split()) for table in numbers)
