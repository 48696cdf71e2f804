"""Build the page that a link opens, with whose table it is and who may be holding the phone."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games.models import Device, Role, Table
from games.pages.sharing.links_and_problems import JoiningPlayer, JoinPage
from games.pages.table.table_page import table_title
from games.rules.names import folded_name
from games.selectors.access import watch_link
from games.selectors.sharing.joining import folded_labels
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import player_names, rules_title


def named_join_page(table: Table, page: JoinPage, device: Device | None) -> JoinPage:
    """Return the page with the names of the table; ``device`` is the phone that opened it, if it is known."""
    players = player_names(table)
    sheet = sheet_of(table)
    game, present = sheet.current, {*sheet.current.seating, *sheet.next_players}
    taken = folded_labels(table, device)
    values = {"rules": rules_title(game), "target": game.rules.target}
    scores = page.role == Role.SCORE
    return replace(
        page,
        table_title=table_title(table, players, sheet),
        rules=_("%(rules)s, to %(target)s") % values if game.rules.target else rules_title(game),
        players=tuple(
            JoiningPlayer(n, name, folded_name(name) in taken)
            for n, name in enumerate(players)
            if scores and n in present
        ),
        may_watch=scores and watch_link(table) is not None,
    )
