"""`tingpai serve`: the page, on this machine."""

from __future__ import annotations

import click

from ..errors import InputError
from .language import lang_option, pick


@click.command("serve")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8136,
    show_default=True,
    help="Port; 0 picks a free one. 端口；0 为任选一个空闲的。",
)
@lang_option
def command(port: int, lang: str) -> None:
    """A page to enter a hand or a deal and see waits, discards and the score. 在网页上摆牌、看听、算分。

    It listens only on this machine (127.0.0.1) and needs no network. Ctrl-C ends it.
    """
    try:
        from ..web import create_server
    except ImportError:
        needed = "Flask and waitress: pip install 'tingpai[serve]'"
        raise InputError("the page needs Flask and waitress", expected=needed) from None
    server, where = create_server(port)
    click.echo(pick(lang, f"请打开 {where}  （Ctrl-C 结束）", f"Open {where}  (Ctrl-C ends it)"))
    server.run()
