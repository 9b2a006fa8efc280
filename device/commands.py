"""How every command ends: results on stdout, one clear line on stderr, exit 0, 1 or 2."""

import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

DONE, NO, WRONG = 0, 1, 2  # exit codes: done, the answer is no, the call or the input is wrong


class Commands(click.Group):
    """A group whose errors are one line without a traceback; XINGJIA_DEBUG=1 shows it."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **more: Any) -> NoReturn:
        """Run a command and leave the process."""
        try:
            code = super().main(args, standalone_mode=False, prog_name=more.get("prog_name"))
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            code = DONE
        except click.ClickException as error:
            code = complain(error.format_message())
        except click.Abort:
            code = complain("interrupted")
        except BrokenPipeError:  # whoever read our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = NO
        except (ValueError, OSError) as error:  # every error of ours is one of the two
            if os.environ.get("XINGJIA_DEBUG"):
                raise
            code = complain(str(error))
        sys.exit(code)


def complain(message: str) -> int:
    """One line on stderr; gives the exit code of a wrong call or input."""
    click.echo(f"xingjia: {' '.join(message.split())}", err=True)
    return WRONG
