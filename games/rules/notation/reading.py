"""Games from notation: lines to blocks, headers to a game, and its rounds one after the other."""

from typing import Final

from games.rules.faults import Illegal
from games.rules.ledger import GameFinished, GameReopened, RulesChanged
from games.rules.names import BadName, clean_name, folded
from games.rules.notation.blocks import Block, blocks_of
from games.rules.notation.clauses import seat_of
from games.rules.notation.results import side_named
from games.rules.notation.rounds import Game
from games.rules.notation.rule_text import read_change, read_rules
from games.rules.notation.scorer import Decision, Scorer, side_names
from games.rules.notation.tokens import Faults, Full, Stop, Token, number
from games.rules.notation.values import (
    LETTERS,
    MOST_CHARACTERS,
    BadNotation,
    GameNotes,
    Opening,
    RoundNote,
    TextFault,
    Wrong,
)
from games.rules.ruleset import Preset, RuleSet, preset_named
from games.rules.settlement import hands_won_by
from games.rules.sides import seats_for, seats_suit

_FEWEST: Final = 2
"""Players in any game."""


def read(text: str) -> tuple[GameNotes, ...]:
    r"""The games that ``text`` notes, at least one.

    Raises BadNotation with every fault, up to MOST_FAULTS: lines that are none, rounds that the rules refuse, and
    points and totals that are not what the rounds score.

    >>> (game,) = read("game: standard\nA: Ann\nB: Ben\n1. A knock 7, B 20 = A +13 (13:0)")
    >>> game.rounds[0].told.deadwood
    {0: 7, 1: 20}
    """
    if len(text) > MOST_CHARACTERS:
        raise BadNotation((TextFault(1, 1, Wrong.TOO_LONG, str(len(text)), str(MOST_CHARACTERS)),))
    faults, games = Faults(), list[GameNotes | None]()
    try:
        games += [_game(block, faults) for block in blocks_of(text, faults)]
        if not games and not faults.found:
            faults.add(Token(1, 1, "", ""), Wrong.EMPTY)
    except Full:
        pass
    if faults.found:
        raise BadNotation(tuple(sorted(faults.found, key=lambda fault: (fault.line, fault.column))))
    return tuple(game for game in games if game)


def _name(line: Token, faults: Faults) -> str:
    """The name on a header's line. Raises Stop with a fault noted."""
    at = line.text.index(":") + 1
    try:
        return clean_name(line.raw[at:])
    except BadName as bad:
        faults.stop(line.part(at), Wrong.BAD_NAME, wanted=str(bad))


def _game(block: Block, faults: Faults) -> GameNotes | None:
    players = _players(block, faults)
    title = _title(block, faults)
    preset = _preset(block, faults)
    rules = _rules(block, preset, len(players), faults) if preset and len(players) >= _FEWEST else None
    seats = len(players) if len(players) >= _FEWEST else len(LETTERS)
    dealer = _dealer(block, seats, faults)
    opening = _opening(block, rules, seats, faults)
    decisions: dict[str, Decision] = {"finish": GameFinished(block.through), "reopen": GameReopened(block.through)}
    decision = decisions.get(block.decision)
    scorer = Scorer(rules, seats, dealer, opening, decision) if rules else None
    known = rules or (preset.rules if preset else None)
    game = Game(seats, known.deck if known else None, scorer, faults)
    rounds, changes = _body(block, game)
    if scorer is None or rules is None or preset is None:
        return None
    comments = tuple(block.comments)
    return GameNotes(players, rules, preset.id, dealer, title, opening, rounds, changes, decision, comments)


def _body(block: Block, game: Game) -> tuple[tuple[RoundNote, ...], tuple[RulesChanged, ...]]:
    rounds, changes = list[RoundNote](), list[RulesChanged]()
    for move in block.body:
        if move.kind == "round":
            if note := game.read_round(move.text, move.number, move.remark):
                rounds.append(note)
        elif game.scorer:
            try:
                rules = read_change(game.scorer.rules, move.text, game.faults)
            except Stop:
                game.lost = True
                continue
            changes.append(RulesChanged(rules, move.number))
            game.scorer.change(rules)
    return tuple(rounds), tuple(changes)


def _players(block: Block, faults: Faults) -> tuple[str, ...]:
    """The names in seat order, as far as the letters go on without a gap."""
    players, seen = list[str](), set[str]()
    letters = [letter for letter in LETTERS if letter.lower() in block.headers]
    for letter in letters:
        line = block.headers[letter.lower()]
        if letter != LETTERS[len(players)]:
            faults.add(line, Wrong.MISSING, wanted=LETTERS[len(players)])
            return tuple(players)
        name = letter
        try:
            name = _name(line, faults)
            if folded(name) in seen:
                faults.add(line, Wrong.SAME_NAME, name)
        except Stop:
            pass
        seen.add(folded(name))
        players.append(name)
    if len(players) < _FEWEST:
        faults.add(block.game, Wrong.MISSING, wanted=LETTERS[len(players)])
    return tuple(players)


def _title(block: Block, faults: Faults) -> str:
    try:
        return _name(block.headers["title"], faults) if "title" in block.headers else ""
    except Stop:
        return ""


def _preset(block: Block, faults: Faults) -> Preset | None:
    name = "_".join(block.game.word.replace("_", " ").replace("-", " ").split())
    if not name:
        faults.add(block.game, Wrong.MISSING, wanted="game")
        return None
    try:
        return preset_named(name)
    except Illegal as illegal:
        for fault in illegal.faults:
            faults.add(block.game, Wrong.ILLEGAL, fault=fault)
        return None


def _rules(block: Block, preset: Preset, players: int, faults: Faults) -> RuleSet | None:
    """The rules of the first round, where so many can play them."""
    try:
        rules = read_rules(preset, players, block.headers.get("rules"), faults)
    except Stop:
        return None
    if not seats_suit(rules, players):
        seats = seats_for(rules)
        faults.add(block.game, Wrong.PLAYERS, str(players), wanted=f"{seats.min}-{seats.max}")
        return None
    return rules


def _dealer(block: Block, seats: int, faults: Faults) -> int:
    if "deals" not in block.headers:
        return 0
    try:
        return seat_of(block.headers["deals"], seats, faults)
    except Stop:
        return 0


def _opening(block: Block, rules: RuleSet | None, seats: int, faults: Faults) -> Opening | None:
    """What was brought along from paper: of each side that is named points, boxes and hands won."""
    text = block.headers.get("paper")
    if text is None or rules is None:
        return None
    if rules.columns > 1:
        faults.add(text, Wrong.PAPER_COLUMNS)
        return None
    names = side_names(rules, seats)
    points, boxes, won = (dict.fromkeys(range(len(names)), 0) for _ in range(3))
    amounts, seen = {"boxes": boxes, "won": won}, set[int]()
    for part in text.pieces().split(","):
        try:
            at = part.take()
            side = side_named(at, names, faults)
            if side in seen:
                faults.stop(at, Wrong.TWICE)
            seen.add(side)
            counted = False
            points[side] = number(part.take(), faults)
            while part.next.text:
                word = part.take()
                if word.word not in amounts:
                    faults.stop(word, Wrong.UNEXPECTED, wanted="boxes won")
                amounts[word.word][side] = number(part.take(), faults)
                counted = counted or word.word == "won"
            if not counted:
                won[side] = hands_won_by(rules, points[side], boxes[side])
        except Stop:
            continue
    return Opening(points, boxes, won)
