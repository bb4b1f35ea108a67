"""The application: the page, its files, and an API of two calls."""

from __future__ import annotations

import mimetypes
from typing import Any

from flask import Flask, Response, jsonify
from werkzeug.exceptions import BadRequest

from ..rules.deal import SEATS
from .catalogue import catalogue
from .guard import guard, read_json
from .look import look

# A browser runs no script of another type, and what Windows says of them depends on what else is installed.
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
_A_DAY = 24 * 60 * 60


class _Page(Flask):
    def get_send_file_max_age(self, filename: str | None) -> int | None:
        """Pictures stay as they are; what else the browser has of an older version it asks for again."""
        return _A_DAY if filename is not None and filename.endswith(".png") else None


def create_app() -> Flask:
    """The WSGI application.

    ``GET /`` the page · ``GET /static/…`` · ``GET /api/rules`` the rule sets and names · ``POST /api/look``
    ``{"deal": …, "seat": 0}`` → what that seat's hand is, and the settlement or why there is none.
    """
    for ending, kind in _TYPES.items():
        mimetypes.add_type(kind, ending)
    app = _Page(__name__, static_folder="static")
    app.json.sort_keys = False  # type: ignore[attr-defined]
    guard(app)
    known = catalogue()

    @app.get("/")
    def page() -> Response:
        return app.send_static_file("index.html")

    @app.get("/api/rules")
    def rules() -> Response:
        return jsonify(known)

    @app.post("/api/look")
    def look_at() -> Response:
        data = read_json()
        return jsonify(look(_deal(data.get("deal")), _seat(data.get("seat", 0))))

    return app


def _deal(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadRequest("no deal (expected an object under 'deal')")
    return value


def _seat(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < SEATS:
        raise BadRequest("no such seat (expected 0 to 3)")
    return value
