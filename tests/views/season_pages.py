"""A season's pages: their URLs, who opens them, and the values of their forms."""

import html
import re
from typing import Any

from django.test import Client

from tests.leagues import Club, club
from tests.makers import gin, knock
from tests.match_night import browser
from tests.views.reading import text


def page_of(tuesday: Club, rest: str = "") -> str:
    return f"/s/{tuesday.season.public_id}/{rest}"


def new_url(tuesday: Club) -> str:
    return f"/l/{tuesday.league.public_id}/seasons/new/"


def olga(tuesday: Club) -> Client:
    return browser(tuesday.access)


def filled(answer: Any, action: str = "") -> dict[str, str]:
    """What a browser would send of the forms of a page (those to ``action``) if nothing was typed."""
    found: dict[str, str] = {}
    for form in re.findall(r"<form[^>]*>.*?</form>", text(answer), re.DOTALL):
        if action not in form.partition(">")[0]:
            continue
        for tag in re.findall(r"<input[^>]*>", form):
            attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
            ticked = attributes.get("type") not in ("radio", "checkbox") or " checked" in tag
            if "name" in attributes and ticked:
                found[attributes["name"]] = html.unescape(attributes.get("value", ""))
        for name, options in re.findall(r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
            chosen = re.search(r'value="([^"]*)" selected', options)
            found[name] = chosen[1] if chosen else ""
    return found


def night() -> Club:
    """Ann beat Ben with a gin, Cleo beat Dan by knocking."""
    tuesday = club(house_rules={"target": 10})
    tuesday.play(tuesday.match("Ben", "Ann"), tuesday.access, gin(1, 40))
    tuesday.play(tuesday.match("Cleo", "Dan"), tuesday.access, knock(0, 1, 90))
    return tuesday
