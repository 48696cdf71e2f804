"""The shared summary of a game: who may share it, what strangers see, and link previews."""

import html
import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image
from syrupy.assertion import SnapshotAssertion

from games.models import Role, SharedGame, Table
from games.models.table import TRYOUT, TRYOUT_LASTS
from games.services.table.games import change_rules, reopen_game, start_game
from tests.makers import (
    Phone,
    correct,
    current,
    enter,
    finish,
    gin,
    join,
    knock,
    misdeal,
    revision,
    share,
    start,
    team_deal,
    void,
)
from tests.rules.kit import between
from tests.views.reading import is_refusal, says, shown, text, words

pytestmark = pytest.mark.django_db


def over(*names: str, label: str = "Ann's phone") -> Phone:
    """A game that the first won; with a misdeal and a change in it, for which somebody gave reasons."""
    ann = start(*names, label=label)
    for declaration in (knock(0, 7, 20), gin(1, 30), misdeal(), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, declaration)
    return ann


def stranger(**more: Any) -> Client:
    return Client(raise_request_exception=False, **more)


def meta(answer: Any) -> dict[str, str]:
    """What a page tells programs about itself."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+|description)" content="([^"]*)">', text(answer))
    assert len(found) == len(dict(found))
    return {name: html.unescape(value) for name, value in found}


def test_one_tap_on_the_story_makes_the_link_and_one_takes_it_back(snapshot: SnapshotAssertion) -> None:
    ann = over()
    client, story = ann.browser(), f"{ann.url}games/1/story/"
    before = client.get(story)
    assert shown(before, "#sharing > p") == snapshot
    assert says(before, "Share this game") and not says(before, "Stop sharing")
    made = client.post(f"{ann.url}games/1/share/")
    assert (made.status_code, made["Location"]) == (302, f"{story}#sharing")
    after = client.get(story)
    assert says(after, "Stop sharing") and not says(after, "Share this game")
    found = re.search(r'data-address="http://testserver(/g/[\w-]{32}/)"', text(after))
    assert found
    assert f'data-copy="http://testserver{found[1]}"' in text(after)
    assert f'<img src="{found[1]}image.png"' in text(after)
    assert stranger().get(found[1]).status_code == 200
    client.post(f"{ann.url}games/1/share/")
    assert found[1] in text(client.get(story))

    ended = client.post(f"{ann.url}games/1/share/end/")
    assert (ended.status_code, ended["Location"]) == (302, f"{story}#sharing")
    assert says(client.get(story), "Share this game")
    for path in (found[1], f"{found[1]}image.png"):
        gone = stranger().get(path)
        assert is_refusal(gone, "link_revoked", what="shared")
        assert not gone.cookies


def test_watchers_are_offered_no_sharing_and_may_not_share() -> None:
    ann = over()
    secret = share(ann)
    eve = join(ann, Role.WATCH, "Eve's phone").browser()
    assert not says(eve.get(f"{ann.url}games/1/story/"), "A page to share")
    for rest in ("share/", "share/end/"):
        assert eve.post(f"{ann.url}games/1/{rest}").status_code == 403
        assert stranger().post(f"{ann.url}games/1/{rest}").status_code == 404
    assert stranger().get(f"/g/{secret}/").status_code == 200


def test_a_game_that_goes_on_is_not_offered() -> None:
    ann = start()
    enter(ann, knock(0, 7, 20))
    assert not says(ann.browser().get(f"{ann.url}games/1/story/"), "A page to share")
    assert ann.browser().post(f"{ann.url}games/1/share/").status_code == 409
    assert ann.browser().post(f"{ann.url}games/2/share/").status_code == 404


def test_share_can_be_revoked_although_its_address_is_unknown(settings: Any, snapshot: SnapshotAssertion) -> None:
    ann = over()
    share(ann)
    SharedGame.objects.update(nonce="another")
    answer = ann.browser().get(f"{ann.url}games/1/story/")
    assert shown(answer, "#sharing > p:not(.fine)") == snapshot
    assert says(answer, "Stop sharing") and "/g/" not in text(answer)


def test_a_stranger_sees_the_game_and_nothing_else_of_the_table(
    django_assert_max_num_queries: Any, snapshot: SnapshotAssertion
) -> None:
    ann = over(label="Wilhelmina's phone")
    correct(ann, 1, knock(0, 6, 20), reason="Miscounted")
    start_game(access=ann.access, key="g")
    enter(ann, gin(0, 99))
    client, secret = stranger(), share(ann)
    with django_assert_max_num_queries(6):
        answer = client.get(f"/g/{secret}/")
    assert answer.status_code == 200
    assert shown(answer, ".story h1, .story > p:not(.fine)") == snapshot
    assert text(answer).count('<li class="line ') == 5
    assert text(answer).count('<svg viewBox="0 0 360') == 1
    page = text(answer)
    assert not re.search(r"/t/|/j/|/s/|/l/|hx-|<form|<script|<input|csrf", page)
    assert ann.access.table.public_id not in page
    for hidden in ("Wilhelmina", "Miscounted", "Entered by", "Changed", "Game 2"):
        assert hidden not in page
    assert set(re.findall(r'<a [^>]*href="([^"]*)"', page)) == {"/", "/help/", "#main"}
    assert not answer.cookies and not client.cookies
    assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex", "no-referrer")
    assert "no-store" in answer["Cache-Control"]
    for path in (ann.url, f"{ann.url}games/1/story/"):
        assert client.get(path).status_code == 404
    for method in ("post", "put", "delete"):
        assert getattr(client, method)(f"/g/{secret}/").status_code == 405


def test_a_shared_game_says_where_its_rules_changed() -> None:
    ann = start()
    enter(ann, knock(0, 7, 20))
    rules = replace(current(ann).rules, knock_limit=7)
    change_rules(access=ann.access, key="c", game=1, revision=2, rules=rules)
    enter(ann, gin(0, 99))
    assert says(stranger().get(f"/g/{share(ann)}/"), "From round 2:")


def test_link_previews_for_chats() -> None:
    ann = over()
    secret = share(ann)
    url = f"http://testserver/g/{secret}/"
    hand = "Biggest hand: Ben +55 (Gin, round 2)"
    assert meta(stranger().get(f"/g/{secret}/")) == {
        "description": hand,
        "og:type": "article",
        "og:site_name": "Scorekeeper",
        "og:title": "Ann wins by 211",
        "og:description": hand,
        "og:url": url,
        "og:locale": "en_GB",
        "og:image": f"{url}image.png",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "Ann wins by 211. Ann 291, Ben 80",
        "twitter:card": "summary_large_image",
    }


def test_addresses_are_those_of_the_server_as_others_reach_it(settings: Any) -> None:
    settings.PUBLIC_URL = "http://score.example"
    ann = over()
    secret = share(ann)
    response = meta(stranger().get(f"/g/{secret}/"))
    assert response["og:url"] == f"http://score.example/g/{secret}/"
    assert response["og:image"] == f"http://score.example/g/{secret}/image.png"
    assert f'href="http://score.example/g/{secret}/"' in text(ann.browser().get(f"{ann.url}games/1/story/"))


def test_client_without_a_language_gets_that_of_the_sharer() -> None:
    ann = over()
    german = ann.browser()
    german.post(f"{ann.url}games/1/share/", headers={"accept-language": "de"})
    secret = re.search(r"/g/([\w-]+)/", text(german.get(f"{ann.url}games/1/story/")))[1]  # type: ignore[index]
    path = f"/g/{secret}/"
    locale = {
        language: meta(stranger().get(path, headers={"accept-language": language}))["og:locale"]
        for language in ("", "pl", "de-AT,de", "en-US", "xx")
    }
    assert locale == {"": "de_DE", "pl": "pl_PL", "de-AT,de": "de_DE", "en-US": "en_GB", "xx": "en_GB"}


def test_names_are_text_wherever_they_stand() -> None:
    ann = over('<b>"Ann"</b>', "'Ben' & <i>")
    page = text(stranger().get(f"/g/{share(ann)}/"))
    assert not re.search(r"""<b>["'A]|["']Ben["']|<i>(?!</i>)""", page)
    assert 'og:title" content="&lt;b&gt;&quot;Ann&quot;&lt;/b&gt; wins' in page


def test_shared_page_shows_the_current_score(snapshot: SnapshotAssertion) -> None:
    ann = over()
    path = f"/g/{share(ann)}/"
    correct(ann, 1, knock(0, 7, 27))
    assert meta(stranger().get(path))["og:title"] == "Ann wins by 218"
    void(ann, 5)
    goes_on = stranger().get(path)
    assert goes_on.status_code == 200
    assert meta(goes_on)["og:title"] == "This game isn't over"
    assert shown(goes_on, ".story > p") == snapshot
    assert "Ann" not in text(goes_on) and "Ben" not in text(goes_on)
    assert stranger().get(f"{path}image.png").status_code == 200
    enter(ann, knock(1, 2, 60))
    assert meta(stranger().get(path))["og:title"].startswith("Ben wins by ")
    reopen_game(access=ann.access, key="r", game=1, revision=revision(ann))
    assert says(stranger().get(path), "This game isn't over")


def test_a_table_to_try_things_out_ends_with_its_summaries() -> None:
    ann = over()
    secret = share(ann)
    Table.objects.update(origin=f"{TRYOUT}x", created_at=timezone.now() - TRYOUT_LASTS)
    assert stranger().get(f"/g/{secret}/").status_code == 410


def picture(secret: str, **headers: str) -> Any:
    return stranger().get(f"/g/{secret}/image.png", headers=headers)


def test_preview_image_follows_the_score_and_is_cached() -> None:
    ann = over()
    secret = share(ann)
    answer = picture(secret)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["Cache-Control"] == "private, max-age=300"
    assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex", "no-referrer")
    assert not answer.cookies
    with Image.open(BytesIO(answer.content)) as drawn:
        assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
    assert picture(secret).content == answer.content
    assert picture(secret, **{"if-none-match": answer["ETag"]}).status_code == 304
    correct(ann, 1, knock(0, 7, 27))
    now = picture(secret, **{"if-none-match": answer["ETag"]})
    assert (now.status_code, now["ETag"] != answer["ETag"]) == (200, True)
    assert now.content != answer.content


def test_partners_columns_and_games_without_a_round_have_a_page_and_an_image() -> None:
    partners = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    for one, other in ((1, 3), (3, 1)):
        enter(partners, team_deal(between(knock(0, 7, 20), 0, one), between(gin(0, 12), 2, other)))
    hollywood = start(preset="hollywood")
    for declaration in (gin(0, 80), gin(1, 10), gin(0, 60)):
        enter(hollywood, declaration)
    empty = start()
    for phone, says_so in ((partners, "Ann & Cleo"), (hollywood, "Game 3"), (empty, "Ended early after 0 rounds")):
        finish(phone)
        secret = share(phone)
        assert says_so in words(stranger().get(f"/g/{secret}/"))
        assert picture(secret).status_code == 200


@pytest.mark.parametrize("names", [("漢字", "😀"), ("Łucja", "Jürgen"), ("Анна", "Νίκος"), ("W" * 60, "שרה")])
def test_no_name_is_too_much_for_the_image(names: tuple[str, str]) -> None:
    secret = share(over(*names))
    assert picture(secret).status_code == 200
    assert says(stranger().get(f"/g/{secret}/"), f"{names[0]} wins by")


def test_guessing_is_counted(settings: Any) -> None:
    settings.RATES = settings.RATES | {"wrong_link": ((3, 10**9),)}
    ann = over()
    client, secret = stranger(), share(ann)
    statuses = [client.get(f"/g/{'A' * 31}{n}/{rest}").status_code for n in range(3) for rest in ("", "image.png")]
    assert statuses == [404] * 3 + [429] * 3
    assert client.get(f"/g/{secret}/").status_code == 200
