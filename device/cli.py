"""The command line. A command imports its heavy modules itself, so that `check` starts at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from device.commands import DONE, NO, Commands, complain

if TYPE_CHECKING:
    from vision.view import TableView

FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group(cls=Commands)
@click.version_option(package_name="xingjia", message="xingjia %(version)s")
def main() -> None:
    """醒家: a camera that keeps the score of 跑胡子."""


def _address(command: Any) -> Any:
    for option in (
        click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535)),
        click.option("--host", default="0.0.0.0", show_default=True, help="Address to serve."),
    ):
        command = option(command)
    return command


@main.command()
@_address
@click.option("--data", type=FOLDER, help="Folder of the record; a temporary one if not given.")
def demo(host: str, port: int, data: Path | None) -> int:
    """Film a virtual table and serve its page: nothing to plug in."""
    from device.serve import run_demo

    run_demo(host, port, data)
    return DONE


@main.command()
@click.option("--source", required=True, help="picamera2, virtual, a picture folder or a video.")
@_address
@click.option(
    "--data", type=FOLDER, default="xingjia-data", show_default=True, help="Folder of the record."
)
@click.option("--table", "table_file", type=FILE, help="Where the table lies (T.json).")
@click.option("--deck", "deck_file", type=FILE, help="What the deck looks like (D.json).")
@click.option("--rules", "rules_name", default="guoji", show_default=True)
def serve(
    source: str,
    host: str,
    port: int,
    data: Path,
    table_file: Path | None,
    deck_file: Path | None,
    rules_name: str,
) -> int:
    """Watch a table and serve its page until SIGTERM or Ctrl-C."""
    from device.serve import run_serve

    run_serve(source, host, port, data, table_file, rules_name, deck_file)
    return DONE


@main.command()
@click.argument("file", type=click.File("r", encoding="utf-8-sig"), default="-")
def check(file: Any) -> int:
    """Judge positions, one JSON object a line, from FILE or stdin."""
    import json

    from engine.check import BadLine, check_lines

    code = DONE
    for _, answer in check_lines(_utf8(file)):
        if isinstance(answer, BadLine):
            code = complain(str(answer))
        else:
            click.echo(json.dumps(answer, ensure_ascii=False))
    return code


def _utf8(file: Any) -> Iterator[str]:
    try:
        yield from file
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file.name}: expected UTF-8 text ({error.reason})") from error


@main.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--table", "table_file", type=FILE, help="Where the table lies (T.json).")
@click.option("--deck", "deck_file", type=FILE, help="What the deck looks like (D.json).")
@click.option("--overlay", type=click.Path(path_type=Path), help="Where to draw what was read.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line a picture.")
def read(
    images: tuple[Path, ...],
    table_file: Path | None,
    deck_file: Path | None,
    overlay: Path | None,
    as_json: bool,
) -> int:
    """Read the cards on pictures of a table.

    --overlay names a file for one picture, a folder for several.
    """
    from device.drawing import save_overlay
    from device.reading import known_deck, network_reader, table_for
    from vision.pictures import BadPicture, load_picture
    from vision.view import as_json as json_line

    reader, code = network_reader(known_deck(deck_file)), DONE
    folder = overlay is not None and (len(images) > 1 or overlay.is_dir())
    for image in images:
        try:
            picture = load_picture(image)
        except BadPicture as error:  # the other pictures are still read
            code = complain(str(error))
            continue
        view = reader.read(picture, table_for(image, table_file))
        click.echo(json_line(view, str(image)) if as_json else _in_words(view, image))
        if overlay is not None:
            save_overlay(picture, view, overlay / f"{image.stem}.jpg" if folder else overlay)
    return code


def _in_words(view: "TableView", image: Path) -> str:
    up = sum(card.up for card in view.cards)
    groups = "  ".join(
        f"{'SENW'[g.seat]}:{'/'.join(g.kinds_possible)}:"
        + "".join(str(view.cards[i].face or "?") for i in g.cards)
        for g in view.groups
    )
    return f"{image}: {up} face up, {len(view.cards) - up} face down  {groups}".rstrip()


@main.command()
@click.argument("image", type=click.Path(path_type=Path))
@click.option("--seat", required=True, type=click.IntRange(0, 3), help="Who won.")
@click.option("--declare", "declared", required=True, type=click.IntRange(0), help="The xi said.")
@click.option("--rules", "rules_name", default="guoji", show_default=True)
@click.option("--win", "win_face", help="The winning card's face.")
@click.option("--source", type=click.Choice(["self", "other", "discard"]))
@click.option("--evidence", type=FILE, help="What is known besides the picture (E.json).")
@click.option("--table", "table_file", type=FILE, help="Where the table lies (T.json).")
@click.option("--deck", "deck_file", type=FILE, help="What the deck looks like (D.json).")
@click.option("--json", "as_json", is_flag=True, help="The verdict as one JSON line.")
def verify(
    image: Path,
    seat: int,
    declared: int,
    rules_name: str,
    win_face: str | None,
    source: str | None,
    evidence: Path | None,
    table_file: Path | None,
    deck_file: Path | None,
    as_json: bool,
) -> int:
    """Check a won hand on a picture against the xi its winner said; exit 0 only if confirmed."""
    import json

    from device.reading import known_deck, network_reader, table_for
    from device.verifying import load_known, verify_view
    from engine.cards import card
    from engine.rules import Source, load
    from engine.verify import Answer
    from engine.verify import as_json as verdict_json
    from vision.pictures import load_picture

    rules, known = load(rules_name), load_known(evidence) if evidence else None
    win_card = card(win_face) if win_face else None
    picture = load_picture(image)
    reader = network_reader(known_deck(deck_file))
    view = reader.read(picture, table_for(image, table_file))
    verdict = verify_view(
        view, seat, declared, rules, win_card, Source(source) if source else None, known
    )
    if as_json:
        click.echo(json.dumps(verdict_json(verdict), ensure_ascii=False))
    else:
        click.echo(f"{verdict.answer}: {verdict.reason}")
        for line in verdict.breakdown:
            click.echo(f"  {line.kind:6} {''.join(map(str, line.cards))} {line.xi}")
        if verdict.question:
            click.echo(f"  {verdict.question.text}")
    return DONE if verdict.answer is Answer.CONFIRMED else NO


@main.group()
def deck() -> None:
    """Learn what a printed deck looks like."""


@deck.command("learn")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=FILE, help="The deck file to write (D.json).")
@click.option("--table", "table_file", type=FILE, help="Where the table lies (T.json).")
@click.option("--readings", type=FILE, help="Confirmed lines of read --json of some pictures.")
def deck_learn(
    images: tuple[Path, ...], out: Path, table_file: Path | None, readings: Path | None
) -> int:
    """Learn a deck from the twenty faces in two rows: 一…十 above, 壹…拾 below, left to right.

    A picture whose name stands in --readings shows cards of those faces instead.
    """
    from device.decks import learn, save

    learnt = learn(images, table_file, readings)
    save(learnt, out)
    click.echo(f"{out}: 学会了 {sum(learnt.counts)} 个字 / learnt from {sum(learnt.counts)} glyphs")
    if not learnt.trusted:
        click.echo(
            "这副牌不学也认得 / the network alone reads this deck as well: no effect", err=True
        )
    return DONE


@main.command()
@click.option(
    "--data", type=FOLDER, default="xingjia-data", show_default=True, help="Folder of the record."
)
def doctor(data: Path) -> int:
    """Look whether this machine can keep a table; exit 1 if something it needs is wrong."""
    from device.doctor import examine

    marks = {True: "ok", False: "NO", None: "--"}
    code = DONE
    for finding in examine(data):
        click.echo(f"{marks[finding.good]}  {finding.what}: {' '.join(finding.says.split())}")
        if finding.good is False:
            code = NO
    return code


@main.command()
@click.option("--engine", "only_engine", is_flag=True, help="Only the engine.")
@click.option("--vision", "only_vision", is_flag=True, help="Only the vision.")
@click.option("--rules", "names", multiple=True, default=("guoji", "anhua", "loudi"))
@click.option("--positions", default=50_000, show_default=True, type=click.IntRange(1000))
@click.option("--pictures", default=10, show_default=True, type=click.IntRange(1))
@click.option("--json", "as_json", is_flag=True, help="Only the JSON line.")
def bench(
    only_engine: bool,
    only_vision: bool,
    names: tuple[str, ...],
    positions: int,
    pictures: int,
    as_json: bool,
) -> int:
    """Measure engine and vision on one core of this machine; a JSON line ends what it prints."""
    import json

    from device.bench import run

    found, words = run(
        engine=only_engine or not only_vision,
        vision=only_vision or not only_engine,
        names=names,
        positions=positions,
        pictures=pictures,
    )
    for line in () if as_json else words:
        click.echo(line)
    click.echo(json.dumps(found, ensure_ascii=False))
    return DONE
