"""The web server around the application: this machine only, small requests only."""

from __future__ import annotations

import logging

import waitress.server

from ..errors import InputError
from .app import create_app
from .guard import MOST_BYTES
from .warm import warm

HOST = "127.0.0.1"
_THREADS = 8  # a browser asks for six things at once
_HEADER_BYTES = 16 << 10
_CONNECTIONS = 500  # so that a few hundred which say nothing keep nobody out; each is a file of the usual 1024
_SILENCE = 30  # seconds


def create_server(port: int) -> tuple[waitress.server.TcpWSGIServer, str]:
    """A server that listens on `port` of this machine (0: a free one), and the page's address; ``run()`` serves.

    The first click is answered as fast as the others: what it needs is made here.

    Raises `InputError` where the port cannot be had.
    """
    # A request that waits for a thread is nothing to report.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        server = waitress.server.create_server(
            create_app(),
            host=HOST,
            port=port,
            threads=_THREADS,
            ident=None,
            max_request_body_size=MOST_BYTES,
            max_request_header_size=_HEADER_BYTES,
            connection_limit=_CONNECTIONS,
            channel_timeout=_SILENCE,
            cleanup_interval=_SILENCE // 2,
            asyncore_use_poll=True,
        )
    except OSError as error:
        raise InputError(f"port {port}: {error.strerror}", expected="another --port") from None
    warm()
    assert isinstance(server, waitress.server.TcpWSGIServer)  # one address, one socket
    assert server.socket is not None
    return server, f"http://{HOST}:{server.socket.getsockname()[1]}/"
