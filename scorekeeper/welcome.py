"""The text that `start` prints at the terminal: which address to open, with a QR code, and how to stop."""

import io
from pathlib import Path

import segno

from scorekeeper.addresses import default_address, in_url, own_interfaces, phone_addresses

EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 - only compared with the chosen host
HERE = {"localhost", "127.0.0.1", "::1"}

# White on black whatever the terminal's own colors: some phones cannot read an inverted QR code.
CODE_COLORS, BIG, PLAIN = "\033[97;40m", "\033[1m", "\033[0m"


def phone_urls(host: str, port: int) -> list[str]:
    """Return the addresses a phone may open when the server listens at `host`, the most likely one first."""
    if host in HERE:
        return []
    hosts = phone_addresses(own_interfaces(), default_address()) if host in EVERYWHERE else [host]
    return [f"http://{in_url(address)}:{port}/" for address in hosts]


def welcome(
    *, urls: list[str], host: str, port: int, data: Path, color: bool, workers: int = 1, public: bool = False
) -> str:
    """Return the text to print once the server answers.

    `urls` are those for phones, `color` whether the terminal can show colors, `workers` how many processes
    answer; `public`: phones open it at an address that the operator has set, not at one of this computer's.
    """
    lines = ["", "  Scorekeeper is running.", ""]
    if urls:
        big, plain = (BIG, PLAIN) if color else ("", "")
        where = "on a phone" if public else "on a phone on the same Wi-Fi"
        lines += [f"  Open this address {where}:", "", f"      {big}{urls[0]}{plain}", ""]
        lines += _code(urls[0], color=color)
        lines += [f"  If that doesn't work:   {url}" for url in urls[1:]]
    elif host in HERE:
        lines += ["  Only this computer can open it. Leave out --host to let phones connect.", ""]
    else:
        lines += ["  This computer isn't on a network. Connect it to Wi-Fi and start again to let phones connect.", ""]
    if host in EVERYWHERE | HERE:
        lines += [f"  On this computer:       http://localhost:{port}/"]
    if workers > 1:
        lines += [f"  Server processes:       {workers}"]
    lines += [f"  Scores are stored in:   {data}", "  To stop:                press Ctrl+C", ""]
    return "\n".join(lines)


def _code(url: str, *, color: bool) -> list[str]:
    """Return a QR code of `url` as lines of a terminal."""
    out = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out, compact=True, border=2)
    start, end = (CODE_COLORS, PLAIN) if color else ("", "")
    return [f"      {start}{line}{end}" for line in out.getvalue().splitlines()] + [""]
