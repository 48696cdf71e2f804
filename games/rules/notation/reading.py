"""Parse gin notation into games: split the text into blocks, then parse the headers and the rounds of each."""

from typing import Final

from games.rules.faults import RulesError
from games.rules.ledger import GameFinished, GameReopened, RulesChanged
from games.rules.names import InvalidNameError, clean_name, folded_name
from games.rules.notation.blocks import GameBlock, blocks_of
from games.rules.notation.clauses import seat_of
from games.rules.notation.results import side_named
from games.rules.notation.rounds import GameReader
from games.rules.notation.rule_text import read_change, read_rules
from games.rules.notation.scorer import Decision, Scorer, side_names
from games.rules.notation.tokens import Faults, ParseError, Token, TooManyFaultsError, number
from games.rules.notation.values import (
    LETTERS,
    MOST_CHARACTERS,
    InvalidNotationError,
    NotatedGame,
    NotatedRound,
    Opening,
    TextFault,
    TextFaultCode,
)
from games.rules.presets import Preset, preset_named
from games.rules.ruleset import RuleSet
from games.rules.settlement import Handicap, hands_won_by
from games.rules.sides import can_seat, seats_for

_FEWEST: Final = 2
"""The fewest players in any game."""


def read(text: str) -> tuple[NotatedGame, ...]:
    r"""Return the games in ``text``, at least one.

    Raises InvalidNotationError with every fault, up to MOST_FAULTS: unknown lines, illegal rounds, and points and
    totals that differ from what the rounds score.

    >>> (game,) = read("game: standard\nA: Ann\nB: Ben\n1. A knock 7, B 20 = A +13 (13:0)")
    >>> game.rounds[0].declaration.deadwood
    {0: 7, 1: 20}
    """
    if len(text) > MOST_CHARACTERS:
        raise InvalidNotationError((TextFault(1, 1, TextFaultCode.TOO_LONG, str(len(text)), str(MOST_CHARACTERS)),))
    faults, games = Faults(), list[NotatedGame | None]()
    try:
        games += [_game(block, faults) for block in blocks_of(text, faults)]
        if not games and not faults.found:
            faults.add(Token(1, 1, "", ""), TextFaultCode.EMPTY)
    except TooManyFaultsError:
        pass
    if faults.found:
        raise InvalidNotationError(tuple(sorted(faults.found, key=lambda fault: (fault.line, fault.column))))
    return tuple(game for game in games if game)


def _name(line: Token, faults: Faults) -> str:
    """Return the name on a header's line. Raises ParseError after adding a fault."""
    start = line.text.index(":") + 1
    try:
        return clean_name(line.raw[start:])
    except InvalidNameError as error:
        faults.stop(line.part(start), TextFaultCode.BAD_NAME, wanted=str(error))


def _game(block: GameBlock, faults: Faults) -> NotatedGame | None:
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
    known_rules = rules or (preset.rules if preset else None)
    game = GameReader(seats, known_rules.deck if known_rules else None, scorer, faults)
    rounds, changes = _body(block, game)
    if scorer is None or rules is None or preset is None:
        return None
    comments = tuple(block.comments)
    return NotatedGame(players, rules, preset.id, dealer, title, opening, rounds, changes, decision, comments)


def _body(block: GameBlock, game: GameReader) -> tuple[tuple[NotatedRound, ...], tuple[RulesChanged, ...]]:
    rounds, changes = list[NotatedRound](), list[RulesChanged]()
    for move in block.body:
        if move.kind == "round":
            if note := game.read_round(move.text, move.number, move.remark):
                rounds.append(note)
        elif game.scorer:
            try:
                rules = read_change(game.scorer.rules, move.text, game.faults)
            except ParseError:
                game.unscored = True
                continue
            changes.append(RulesChanged(rules, move.number))
            game.scorer.change(rules)
    return tuple(rounds), tuple(changes)


def _players(block: GameBlock, faults: Faults) -> tuple[str, ...]:
    """Return the names in seat order, up to the first missing letter."""
    players, seen = list[str](), set[str]()
    letters = [letter for letter in LETTERS if letter.lower() in block.headers]
    for letter in letters:
        line = block.headers[letter.lower()]
        if letter != LETTERS[len(players)]:
            faults.add(line, TextFaultCode.MISSING, wanted=LETTERS[len(players)])
            return tuple(players)
        name = letter
        try:
            name = _name(line, faults)
            if folded_name(name) in seen:
                faults.add(line, TextFaultCode.SAME_NAME, name)
        except ParseError:
            pass
        seen.add(folded_name(name))
        players.append(name)
    if len(players) < _FEWEST:
        faults.add(block.game, TextFaultCode.MISSING, wanted=LETTERS[len(players)])
    return tuple(players)


def _title(block: GameBlock, faults: Faults) -> str:
    try:
        return _name(block.headers["title"], faults) if "title" in block.headers else ""
    except ParseError:
        return ""


def _preset(block: GameBlock, faults: Faults) -> Preset | None:
    name = "_".join(block.game.word.replace("_", " ").replace("-", " ").split())
    if not name:
        faults.add(block.game, TextFaultCode.MISSING, wanted="game")
        return None
    try:
        return preset_named(name)
    except RulesError as illegal:
        for fault in illegal.faults:
            faults.add(block.game, TextFaultCode.ILLEGAL, fault=fault)
        return None


def _rules(block: GameBlock, preset: Preset, players: int, faults: Faults) -> RuleSet | None:
    """Return the rules of the first round, None if they are invalid or not for this number of players."""
    try:
        rules = read_rules(preset, players, block.headers.get("rules"), faults)
    except ParseError:
        return None
    if not can_seat(rules, players):
        seats = seats_for(rules)
        faults.add(block.game, TextFaultCode.PLAYERS, str(players), wanted=f"{seats.min}-{seats.max}")
        return None
    return rules


def _dealer(block: GameBlock, seats: int, faults: Faults) -> int:
    if "deals" not in block.headers:
        return 0
    try:
        return seat_of(block.headers["deals"], seats, faults)
    except ParseError:
        return 0


def _opening(block: GameBlock, rules: RuleSet | None, seats: int, faults: Faults) -> Opening | None:
    """Return the score that a game began with, of each named side: points, and boxes and hands won if on paper."""
    given = block.headers.get("handicap")
    text = given or block.headers.get("paper")
    if text is None or rules is None:
        return None
    if given and "paper" in block.headers:
        faults.add(block.headers["paper"], TextFaultCode.TWICE)
    if rules.columns > 1:
        faults.add(text, TextFaultCode.PAPER_COLUMNS)
        return None
    names = side_names(rules, seats)
    points, boxes, hands_won = (dict.fromkeys(range(len(names)), 0) for _ in range(3))
    amounts, seen = {} if given else {"boxes": boxes, "won": hands_won}, set[int]()
    for part in text.tokenize().split(","):
        try:
            token = part.take()
            side = side_named(token, names, faults)
            if side in seen:
                faults.stop(token, TextFaultCode.TWICE)
            seen.add(side)
            wins_counted = False
            points[side] = number(part.take(), faults)
            while part.next.text:
                word = part.take()
                if word.word not in amounts:
                    faults.stop(word, TextFaultCode.UNEXPECTED, wanted=" ".join(amounts) or ",")
                amounts[word.word][side] = number(part.take(), faults)
                wins_counted = wins_counted or word.word == "won"
            if not wins_counted and not given:
                hands_won[side] = hands_won_by(rules, points[side], boxes[side])
        except ParseError:
            continue
    if given:
        return Handicap(points, boxes, hands_won) if any(points.values()) else None
    return Opening(points, boxes, hands_won)
