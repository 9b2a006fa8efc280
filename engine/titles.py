"""段位: what the winner of a competition may call himself, by its level (seed 000 赛规 2)."""

from enum import IntEnum

from engine.questions import Text


class Level(IntEnum):
    """Who holds the competition; its value is the 段 of the winner."""

    BASE = 4
    COUNTY = 5
    CITY = 6
    PROVINCE = 7
    NATIONAL = 8
    INTERNATIONAL = 9

    @property
    def text(self) -> Text:
        """Whose competition it is."""
        return _LEVELS[self]


_LEVELS = {
    Level.BASE: Text("基层单位", "base unit"),
    Level.COUNTY: Text("县级", "county"),
    Level.CITY: Text("市地级", "city"),
    Level.PROVINCE: Text("省级", "province"),
    Level.NATIONAL: Text("全国", "national"),
    Level.INTERNATIONAL: Text("国际", "international"),
}


def title(level: Level) -> Text:
    """The title that the winner of such a competition is given."""
    return Text(f"{'〇一二三四五六七八九'[level]}段", f"{level.value} duan")


def held(won: tuple[Level, ...]) -> Level | None:
    """The title of somebody who won these competitions: the highest, None without any."""
    return max(won, default=None)
