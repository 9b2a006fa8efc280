"""What a rule set can choose from; the meaning of every choice stands in rulesets/guoji.toml."""

from enum import StrEnum


class Source(StrEnum):
    """Where the winning card came from: own draw, turned by another, played from a hand."""

    SELF = "self"
    OTHER = "other"
    DISCARD = "discard"

    __hash__ = str.__hash__  # an enum hashes its name, slowly, and the search hashes much


class PoPao(StrEnum):
    """破跑: when a fourth card may stay out of the 跑 and join other cards (RULES.md §3)."""

    NEVER = "never"
    IF_PAO_INCOMPLETE = "if_pao_incomplete"
    IF_PAO_BELOW_OPENING = "if_pao_below_opening"
    FREE = "free"


class Payment(StrEnum):
    """Who pays: losers and a 醒家's share, losers only, or the winner's tally to a hundred."""

    XINGJIA = "xingjia"
    LOSERS = "losers"
    HUNDRED = "hundred"


class Discard(StrEnum):
    """Who pays for a hand won on a discard: whoever pays otherwise, or the discarder alone."""

    AS_OTHERWISE = "as_otherwise"
    ALONE = "alone"


class Binds(StrEnum):
    """Whom the cap of a 放炮 fine binds: the discarder only, or the winner's tally too."""

    DISCARDER = "discarder"
    BOTH = "both"


class Declared(StrEnum):
    """Which of several totals a winner must state: the largest, or that of the best-paying hand."""

    MAXIMUM = "maximum"
    BEST_PAYING = "best_paying"


class Combine(StrEnum):
    """What becomes of several names: only the largest counts, they add up, or they multiply."""

    MAX = "max"
    SUM = "sum"
    PRODUCT = "product"


class Once(StrEnum):
    """Whether several names that replace the xi count once (the largest) or each."""

    ONCE = "once"
    EACH = "each"


class Zimo(StrEnum):
    """What 自摸 does: adds to the xi, adds units, multiplies the payment, or nothing."""

    ADD = "add"
    UNITS = "units"
    TIMES = "times"
    NONE = "none"


class Rounding(StrEnum):
    """What becomes of xi that do not fill a unit."""

    DOWN = "down"
    NEAREST = "nearest"
    UP = "up"


class MustWin(StrEnum):
    """必胡: when a player who can win may not pass."""

    NEVER = "never"
    DISCARD = "discard"
    ALWAYS = "always"


class Several(StrEnum):
    """Who wins if several can: the one who turned the card and then the next seat, or all."""

    NEXT_SEAT = "next_seat"
    ALL = "all"


class Deal(StrEnum):
    """Who deals the next round."""

    WINNER = "winner"
    DEALER = "dealer"
    NEXT = "next"


class WinnerOffence(StrEnum):
    """What a winner's own offence costs: its own penalty, or that of 诈胡; the win is void."""

    OWN = "own"
    FALSE_WIN = "false_win"


class Compares(StrEnum):
    """Which tallies the birds of two players compare."""

    RAW = "raw"
    ROUNDED = "rounded"
