"""Sentences: what happened in a round, how a score comes about, what is wrong, why something was refused."""

from games.wording.accounts import RESET_SUBJECT, SCOPES, password_fault_text, reset_text
from games.wording.cards import (
    ONE_HAND_ONLY,
    RANK_NAMES,
    SUIT_FACES,
    UPCARD_LIES,
    UPCARD_STAYS,
    card_face,
    card_names,
    no_layoff_text,
    not_a_meld_text,
)
from games.wording.faults import fault_text
from games.wording.handover import keeps_the_score, takeover_told
from games.wording.league import need_text, season_fault_text
from games.wording.notation import notation_fault_text
from games.wording.refusals import refusal_text
from games.wording.scores import (
    arithmetic,
    event_word,
    formula,
    from_paper,
    headline,
    laid_down_text,
    line_text,
    outcome,
    what_happened,
)
from games.wording.words import (
    ARROW,
    MINUS,
    TIMES,
    boxes,
    clock,
    date_text,
    day,
    listed,
    rounds,
    side_names,
    signed,
)

__all__ = [
    "ARROW",
    "MINUS",
    "ONE_HAND_ONLY",
    "RANK_NAMES",
    "RESET_SUBJECT",
    "SCOPES",
    "SUIT_FACES",
    "TIMES",
    "UPCARD_LIES",
    "UPCARD_STAYS",
    "arithmetic",
    "boxes",
    "card_face",
    "card_names",
    "clock",
    "date_text",
    "day",
    "event_word",
    "fault_text",
    "formula",
    "from_paper",
    "headline",
    "keeps_the_score",
    "laid_down_text",
    "line_text",
    "listed",
    "need_text",
    "no_layoff_text",
    "not_a_meld_text",
    "notation_fault_text",
    "outcome",
    "password_fault_text",
    "refusal_text",
    "reset_text",
    "rounds",
    "season_fault_text",
    "side_names",
    "signed",
    "takeover_told",
    "what_happened",
]
