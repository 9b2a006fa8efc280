"""The score sheet (积分表): a page to print and sign, and the same table as CSV."""

from flask import Blueprint, Response, render_template

from engine.sheet import Line, Sheet, csv_text, sheet
from web.table import State, TableService

BLANK_LINES = 20  # of a sheet that is printed before the match, for the pen


def blueprint(table: TableService) -> Blueprint:
    """Routes `/sheet` and `/sheet.csv`."""
    site = Blueprint("sheet", __name__)

    def made(state: State) -> Sheet:
        names = {player.seat: player.name for player in state.players}
        lines = [
            Line(
                number=one.number,
                points=dict(one.points),
                winner=one.seat,
                xi=one.xi,
                units=one.units,
                times=one.times,
                dealer=one.dealer,
                offences=one.offences,
            )
            for one in state.rounds
        ]
        return sheet(lines, names, table.rules)

    @site.get("/sheet")
    def show() -> str:
        now = made(table.state())
        return render_template(
            "sheet.html",
            sheet=now,
            rules=table.rules,
            blank=0 if now.rows else BLANK_LINES,
            others=len(now.seats) - 1,
        )

    @site.get("/sheet.csv")
    def download() -> Response:
        # The mark in front tells spreadsheets that this is UTF-8.
        response = Response("\ufeff" + csv_text(made(table.state())), mimetype="text/csv")
        response.headers["Content-Disposition"] = 'attachment; filename="xingjia.csv"'
        return response

    @site.app_template_filter()
    def signed(cell: int | str) -> str:
        """A number as people write points: +6, −4, 0."""
        return f"{cell:+d}".replace("-", "−") if isinstance(cell, int) and cell else str(cell)

    return site
