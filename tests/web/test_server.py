"""The served page on the wire, and the command that serves it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tingpai.cli import main

LOOK = b'{"deal": {}, "seat": 0}'


def post(body: bytes, *headers: bytes) -> bytes:
    lines = [b"POST /api/look HTTP/1.1", b"Host: localhost", b"Content-Type: application/json", *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


ODD = {
    "nothing": b"\r\n\r\n",
    "noise": bytes(range(256)) + b"\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
    "old": b"GET /\r\n\r\n",
    "another's address": b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "out of the folder": b"GET /static/../../app.py HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "out of the folder, hidden": b"GET /static/%2e%2e%2fapp.py HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no text": b"GET /%ff%fe%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a name that is no text": b"GET /\xff\xfe HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    "great headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    "a negative length": post(LOOK, b"Content-Length: -1"),
    "no number of a length": post(LOOK, b"Content-Length: many"),
    "a great length": post(LOOK, b"Content-Length: 99999999999"),
    "two lengths": post(LOOK, b"Content-Length: 5", b"Content-Length: 6"),
    "no length": post(LOOK),
    "bad chunks": post(b"zz\r\nnonsense\r\n0\r\n\r\n", b"Transfer-Encoding: chunked"),
    "another encoding": post(LOOK, b"Transfer-Encoding: gzip"),
    "two header lines in one": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\rY: b\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n",
    "a long path": b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "half a range": b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\nRange: bytes=9999999-\r\n\r\n",
    "a bad date": b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\nIf-Modified-Since: never\r\n\r\n",
}


GOOD = b"GET /api/rules HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def statuses(address: str, request: bytes, patience: float = 30) -> list[int]:
    """What the server says to some bytes until it hangs up, or says nothing for so many seconds."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    answer = b""
    with socket.create_connection((host, port), timeout=patience) as line:
        # It may answer and hang up before it has heard all.
        with suppress(ConnectionError):
            line.sendall(request)
        with suppress(ConnectionError, TimeoutError):
            while more := line.recv(1 << 16):
                answer += more
    return [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3})", answer, re.MULTILINE)]


@pytest.mark.parametrize("name", ODD)
def test_odd_requests_are_refused(address: str, name: str) -> None:
    found = statuses(address, ODD[name], patience=0.5)
    assert all(status < 500 or status == 501 for status in found), found  # 501: an encoding that nobody speaks
    assert statuses(address, GOOD) == [200], "it lives on"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_bytes_make_it_fail(address: str, data: st.DataObject) -> None:
    good = post(LOOK, b"Content-Length: %d" % len(LOOK))
    at = data.draw(st.integers(0, len(good)))
    request = good[:at] + data.draw(st.binary(max_size=12)) + good[at + data.draw(st.integers(0, 6)) :]
    assert all(status < 500 or status == 501 for status in statuses(address, request + b"\r\n\r\n", 0.1))


def test_who_says_nothing_keeps_nobody_out(address: str) -> None:
    host, port = urlsplit(address).hostname, urlsplit(address).port
    with ExitStack() as open_lines:
        for start in (b"", b"GET / HTTP/1.1\r\nHost: lo", post(b"{", b"Content-Length: 60000")):
            for _ in range(50):
                line = open_lines.enter_context(socket.create_connection((host, port)))
                line.sendall(start)
        assert statuses(address, GOOD, patience=5) == [200]


def test_it_listens_on_this_machine_alone(address: str) -> None:
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for other in others:
        with pytest.raises(OSError, match=r".+"), socket.create_connection((other, urlsplit(address).port), timeout=2):
            pass


# ---- the command ----


@pytest.fixture
def served() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", "from tingpai.cli import main; main()", "serve", "--port", "0", "--lang", "en"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as done:
        yield done
        done.kill()


def test_the_command_serves_until_it_is_interrupted(served: subprocess.Popen[str]) -> None:
    assert served.stdout is not None
    line = served.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert address, line
    assert statuses(address[0], GOOD) == [200]
    served.send_signal(signal.SIGINT)
    _, errors = served.communicate(timeout=10)
    assert "Traceback" not in errors


def test_a_port_that_is_taken(address: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--port", str(urlsplit(address).port)], prog_name="tingpai")
    assert done.exit_code == 2
    assert re.fullmatch(r"Error: port \d+: Address already in use \(expected another --port\)\n", done.stderr)


def test_without_a_web_framework(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "tingpai.web" or name.startswith("tingpai.web.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "flask", None)
    done = CliRunner().invoke(main, ["serve"], prog_name="tingpai")
    assert done.exit_code == 2
    assert done.stderr == (
        "Error: the page needs Flask and waitress (expected Flask and waitress: pip install 'tingpai[serve]')\n"
    )
