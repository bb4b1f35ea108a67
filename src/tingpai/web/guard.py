"""What a request has to be, and what every answer says to the browser."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import BadRequest, HTTPException, UnsupportedMediaType
from werkzeug.sansio.utils import get_host

from .refusals import refusal

MOST_BYTES = 64 << 10
"""The largest request: a deal is some hundred bytes."""
_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def guard(app: Flask) -> None:
    """Put the checks before every request and the headers on every answer, errors too."""
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.before_request(_check_host)
    app.after_request(_with_headers)
    app.register_error_handler(HTTPException, _refusal)


def read_json() -> dict[str, Any]:
    """The request's JSON object. Raises 400, 413 or 415."""
    # A form of another site can send no JSON without asking first.
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("the request is not JSON (expected application/json)")
    try:
        data = json.loads(request.get_data().decode(), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise BadRequest("not text (expected JSON in UTF-8)") from None
    except RecursionError:
        raise BadRequest("not JSON: brackets within brackets without end") from None
    except ValueError as error:  # absurd numbers, too
        raise BadRequest(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadRequest("not a JSON object")
    return data


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _check_host() -> None:
    """Another site's name that points to this machine (DNS rebinding) gets no answer."""
    host = get_host(request.scheme, request.headers.get("Host")).lower()
    if host.rsplit(":", 1)[0] not in _HOSTS and host not in _HOSTS:
        raise BadRequest(f"unknown host (expected {' or '.join(_HOSTS)})")


def _with_headers(response: Response) -> Response:
    response.headers.update(_HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _refusal(error: HTTPException) -> Response:
    """An error as JSON, with the status that it has."""
    response = error.get_response()
    answer = jsonify(error=refusal(" ".join(str(error.description).split())))
    for name, value in response.headers.items():
        if name not in ("Content-Type", "Content-Length"):
            answer.headers[name] = value
    answer.status_code = response.status_code
    return answer
