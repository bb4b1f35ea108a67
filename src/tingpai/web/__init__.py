"""The page: hands and deals entered in a browser, answered by the library. ``tingpai serve``.

`app` takes requests, `guard` refuses what is none, `look` answers, `warm` makes the first answer as fast as the others;
`static/` is what the browser runs, `static/preact/` (MIT) the library that changes what is shown.
"""

from __future__ import annotations

from .app import create_app
from .server import create_server

__all__ = ["create_app", "create_server"]
