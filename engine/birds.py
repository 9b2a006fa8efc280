"""打鸟 of those beyond four: they share the result of the seat that a card names (000 §1-3)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.match import BadRound, Table, Transfer

FIRST_BIRD = 4  # birds are numbered on from the seats 0…3


def followed(last: Card, table: Table) -> int:
    """The seat that the birds follow, by the last stock card, read after the round.

    1 5 9 the dealer, 2 6 10 下家, 3 7 醒家, 4 8 上家. Raises BadRound unless four sit there.
    """
    if table.xingjia is None or len(table.players) != 3:
        raise BadRound("expected four at the table: only those beyond four are birds")
    dealer, following, previous = table.players
    return (previous, dealer, following, table.xingjia)[last.rank % 4]


def with_birds(paid: Iterable[Transfer], seat: int, birds: Sequence[int]) -> Iterator[Transfer]:
    """The payments of a round where birds share the result of `seat`, gain and loss.

    Whoever pays that seat pays every bird as much, whoever is paid by it is paid by every bird.
    """
    for transfer in paid:
        yield transfer
        for bird in birds:
            if transfer.payer == seat:
                yield replace(transfer, payer=bird)
            elif transfer.payee == seat:
                yield replace(transfer, payee=bird)
