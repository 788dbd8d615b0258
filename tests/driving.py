"""Firefox and WebKit, the engine of Safari, for the tests: each speaks WebDriver, Firefox by way of Marionette."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import IO, Any, NamedTuple

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
WEBKIT = shutil.which("WebKitWebDriver")
XVFB = shutil.which("Xvfb")
"""WebKit has no mode without windows: it needs a screen, and this one is not seen."""
STARTS = 300.0
"""Seconds that a browser or a page may take to begin on a busy machine."""
MOST_MESSAGE = 1_000_000


class Driven(NamedTuple):
    """A browser with one page, in which scripts can run."""

    open: Callable[[str], Any]
    run: Callable[[str], Any]

    def until(self, script: str) -> Any:
        """What a script returns as soon as that is true. Fails after a while, with what the page says."""
        ends = time.monotonic() + STARTS
        while not (found := self.run(script)):
            assert time.monotonic() < ends, f"{script}\n{self.run('return document.body.innerText')}"
            time.sleep(0.5)
        return found


@contextmanager
def firefox(folder: Path) -> Iterator[Driven]:
    """Firefox that shows no window. folder: an empty one, for what it keeps."""
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n', encoding="utf-8")
    words = [str(FIREFOX), "--headless", "--no-remote", "--marionette", "--profile", str(folder)]
    with running(words, HOME=str(folder)):
        port = int(awaited(lambda: (folder / "MarionetteActivePort").read_text(encoding="utf-8")))
        with awaited(lambda: socket.create_connection(("127.0.0.1", port))) as line, line.makefile("rb") as heard:
            read_message(heard)

            def command(name: str, **params: object) -> Any:
                sent = json.dumps([0, 1, name, params]).encode()
                line.sendall(b"%d:%b" % (len(sent), sent))
                _, _, error, result = read_message(heard)
                assert error is None, error
                return result

            command("WebDriver:NewSession")
            yield Driven(
                lambda url: command("WebDriver:Navigate", url=url),
                lambda script: command("WebDriver:ExecuteScript", script=script, args=[])["value"],
            )
            command("Marionette:Quit", flags=["eForceQuit"])


def read_message(heard: IO[bytes]) -> Any:
    """A message of Marionette: its length, a colon, JSON."""
    length = b"".join(iter(lambda: heard.read(1), b":"))
    return json.loads(heard.read(min(int(length), MOST_MESSAGE)))


@contextmanager
def webkit(folder: Path) -> Iterator[Driven]:
    """WebKitGTK on a screen that nobody sees. folder: an empty one, for what it keeps."""
    with running([str(XVFB), "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]) as screen:
        assert screen.stdout
        display = f":{screen.stdout.readline().decode().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with running([str(WEBKIT), f"--port={port}"], DISPLAY=display, HOME=str(folder), XDG_DATA_HOME=str(folder)):

            def command(method: str, path: str, **params: object) -> Any:
                line = HTTPConnection("127.0.0.1", port, timeout=STARTS)
                line.request(method, f"/session{path}", json.dumps(params) if method == "POST" else None)
                answer = line.getresponse()
                value = json.loads(answer.read())["value"]
                line.close()
                assert answer.status == 200, value
                return value

            session = awaited(lambda: command("POST", "", capabilities={}))["sessionId"]
            yield Driven(
                lambda url: command("POST", f"/{session}/url", url=url),
                lambda script: command("POST", f"/{session}/execute/sync", script=script, args=[]),
            )
            command("DELETE", f"/{session}")


@contextmanager
def running(words: list[str], **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs meanwhile. settings: of its environment."""
    started = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, **settings})
    with started:
        try:
            yield started
        finally:
            started.terminate()


def awaited(ask: Callable[[], Any]) -> Any:
    """What is there as soon as a program has begun."""
    ends = time.monotonic() + STARTS
    while True:
        try:
            return ask()
        except (OSError, ValueError):
            if time.monotonic() > ends:
                raise
            time.sleep(0.05)
