"""Random games and random rules: rounds by counts with corrections, voids, undos, changes of rules and decisions."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards import DECKS, SUITS, Card
from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.faults import RulesError
from games.rules.game import GameTally
from games.rules.parameters import Parameter, parameters
from games.rules.presets import presets
from games.rules.rule_properties import table_sizes
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.scoring import knock_limit
from games.rules.settlement import Handicap, Score
from games.rules.sides import can_seat, sides_of, team_pairings
from games.rules.teams import declaration_faults, score_declaration
from tests.conformance.played import Move, PlayedGame

_DECKS = {name: tuple(cards.values()) for name, cards in DECKS.items()}
_ENDINGS = (*[Ending.KNOCK] * 9, *[Ending.GIN] * 3, Ending.BIG_GIN, Ending.BIG_GIN, Ending.DEAD, Ending.MISDEAL)
_CHANGES: tuple[Mapping[str, Any], ...] = (
    *({"target": 150}, {"target": 60}, {"gin_bonus": 20, "undercut_bonus": 10}, {"undercut_on": "less"}),
    *({"next_dealer": "winner"}, {"next_dealer": "loser", "dead_hand_dealer": "next"}, {"first_turn": "lower_score"}),
    *({"box_win": 0, "box_gin": 2}, {"winner": "first_to_target", "shutout": "none"}, {"knock_limit": None}),
    *({"shutout": "double_total", "shutout_test": "no_hands_won"}, {"false_knock_penalty": 10}, {"round_to": 10}),
)
Attempt = tuple[RoundDeclaration, RuleSet]
"""A declared round and the rules it was declared under, legal or not."""


def random_rules(luck: random.Random) -> RuleSet:
    """Draw every parameter within its allowed range until the rules are accepted, and somebody can be seated."""
    while True:
        house = {name: _value(luck, parameter) for name, parameter in parameters().items()}
        if luck.random() < 0.3:
            house["seating"] = "all_active"  # otherwise more than two hands would seldom be compared
        # A value that only one in a hundred draws would match is drawn to match, mostly.
        if luck.random() < 0.95:
            house["columns"] = len(house["column_multipliers"])
            house["double_suits"] = [suit for suit in house["double_suits"] if suit in SUITS[house["deck"]]]
        try:
            rules = with_house_rules(RuleSet(), house)
        except RulesError:
            continue
        if any(can_seat(rules, count) for count in table_sizes(rules)):
            return rules


def _value(luck: random.Random, parameter: Parameter) -> Any:
    match parameter.kind:
        case "choice":
            return luck.choice(parameter.choices)[0]
        case "yes_no":
            return luck.random() < 0.5
        case "suits":
            letters = [letter for letter, _ in parameter.choices]
            return luck.choice([[], luck.sample(letters, luck.randint(1, len(letters)))])
        case "seats":
            low, best, high = sorted(_number(luck, parameter) for _ in range(3))
            return {"min": low, "max": high, "best": best}
        case "numbers":
            return [_number(luck, parameter) for _ in range(luck.choice(parameter.lengths))]
        case "number_or_word" if luck.random() < 0.3:
            return parameter.choices[0][0]
    return None if parameter.null_text and luck.random() < 0.25 else _number(luck, parameter)


def _number(luck: random.Random, parameter: Parameter) -> int:
    """Draw a number: often a small one, since games with large ones are all alike."""
    low, high = parameter.low, parameter.high
    assert low is not None
    assert high is not None
    return luck.randint(low, min(high, luck.choice((low + 1, low + 12, 60, 150, high))) if low < 60 else high)


def random_card(luck: random.Random, rules: RuleSet) -> Card | None:
    """Draw a card, also where the rules use none."""
    uses = rules.limit_source != "fixed" or rules.double_suits
    return luck.choice(_DECKS[rules.deck]) if uses or luck.random() < 0.1 else None


def random_hand(luck: random.Random, rules: RuleSet, active: Sequence[int], card: Card | None) -> Declaration:
    """Draw a hand, mostly a legal one; counts are close together, so that ties, undercuts and gins are common."""
    ending = luck.choice(_ENDINGS)
    if rules.false_knock_penalty is not None and luck.random() < 0.06:
        ending = Ending.FALSE_KNOCK
    if ending in (Ending.DEAD, Ending.MISDEAL):
        return Declaration(tuple(active), ending, knock_card=card)
    most = min(luck.choice((3, 12, 40, 110)), rules.most_deadwood)
    least = luck.choice((0, 0, 0, max(0, min(most, 10) - 1)))
    counts = {seat: luck.randint(least, luck.choice((least + 1, most)) if most > least else most) for seat in active}
    ender = luck.choice(active)
    if ending in (Ending.GIN, Ending.BIG_GIN):
        counts[ender] = 0
    elif ending is Ending.KNOCK and (card or rules.limit_source == "fixed"):
        limit = knock_limit(rules, card)
        highest = most if limit is None else min(most, limit)
        counts[ender] = min(highest, counts[ender]) if luck.random() < 0.4 else luck.randint(0, highest)
    return Declaration(tuple(active), ending, ender, counts, card)


def _spoiled(luck: random.Random, hand: Declaration, rules: RuleSet) -> Declaration:
    """Return a hand with something wrong, or at least odd."""
    counts, ending, ender, card = dict(hand.deadwood), hand.ending, hand.ender, hand.knock_card
    seat = luck.choice(hand.active)
    match luck.randrange(7):
        case 0:
            counts.pop(seat, None)
        case 1:
            counts[seat] = luck.choice((-1, rules.most_deadwood, rules.most_deadwood + 1, 10_000))
        case 2:
            ender = luck.choice((None, 0, 7))
        case 3:
            card = None
        case 4:
            counts[luck.randrange(8)] = luck.randint(0, 30)
        case 5:
            ending = luck.choice(tuple(Ending))
        case 6 if ender is not None:
            limit = knock_limit(rules, card) if card or rules.limit_source == "fixed" else None
            counts[ender] = luck.choice(((limit or 0) + 1, rules.most_deadwood))
    return Declaration(hand.active, ending, ender, dict(sorted(counts.items())), card)


def random_round(luck: random.Random, rules: RuleSet, hands: Sequence[Sequence[int]], odd: float) -> RoundDeclaration:
    """Draw a round between the seats of ``hands``; ``odd`` is the chance of something wrong in it."""
    card = random_card(luck, rules)
    if rules.seating != "teams":
        hand = random_hand(luck, rules, hands[0], card)
        return _spoiled(luck, hand, rules) if luck.random() < odd else hand
    if luck.random() < 0.06:
        everybody = tuple(sorted(seat for hand in hands for seat in hand))
        return Declaration(everybody, luck.choice((Ending.MISDEAL, Ending.MISDEAL, Ending.DEAD)), knock_card=card)
    drawn = []
    for seats in hands:
        hand = random_hand(luck, rules, tuple(sorted(seats)), card)
        while hand.ending is Ending.MISDEAL and luck.random() < 0.9:
            hand = random_hand(luck, rules, tuple(sorted(seats)), card)
        drawn.append(_spoiled(luck, hand, rules) if luck.random() < odd else hand)
    return TeamDeal(tuple(drawn))


def random_opening(luck: random.Random, rules: RuleSet, seats: int) -> Score | None:
    """Draw the score of a game that began on paper or with handicaps; mostly there is none."""
    if rules.columns > 1 or luck.random() > 0.2:
        return None
    most = rules.target or 100
    sides = range(len(sides_of(rules, seats)))
    if luck.random() < 0.5:
        zeros = dict.fromkeys(sides, 0)
        return Handicap({side: luck.choice((0, most // 5, most - 1)) for side in sides}, zeros, zeros)
    return Score(
        {side: luck.randint(0, most) for side in sides},
        {side: luck.randint(0, 5) for side in sides},
        {side: luck.randint(0, 5) for side in sides},
    )


def random_seats(luck: random.Random, rules: RuleSet) -> int:
    """Draw a number of players."""
    sizes = table_sizes(rules)
    return luck.choice([size for size in sizes if can_seat(rules, size)] or sizes)


class _Writer:
    """Writes one random game, move by move."""

    def __init__(self, luck: random.Random, rules: RuleSet) -> None:
        self.luck = luck
        self.seats = random_seats(luck, rules)
        self.dealer = luck.randrange(self.seats)
        self.start = rules
        self.opening = random_opening(luck, rules, self.seats)
        self.tally = GameTally(rules, self.seats, self.dealer, self.opening)
        self.rules = [(1, rules)]
        self.by_round: dict[int, RuleSet] = {}
        self.moves: list[Move] = []
        self.undoable: list[int] = []
        self.attempts: list[Attempt] = []
        self.hands: dict[int, Sequence[Sequence[int]]] = {}

    def write(self, odd: float) -> None:
        """Write prefix and rest: until the game is over, or long enough."""
        luck, length = self.luck, self.luck.choice((0, 4, 4, 9, 9, 15, 15, 22))
        while len(self.moves) < length:
            chance = luck.random()
            if not self.hands or chance < 0.72:
                self.enter(len(self.hands) + 1, odd)
            elif chance < 0.82:
                self.enter(luck.randint(1, len(self.hands)), odd)
            elif chance < 0.88:
                self.add(Move("void", luck.randint(1, len(self.hands))))
            elif chance < 0.94:
                for _ in range(luck.choice((1, 1, 3))):
                    self.undo()
            elif chance < 0.97:
                self.change()
            else:
                kind = luck.choice(("finish", "reopen", "reopen"))
                self.add(Move(kind, luck.randint(0, len(self.hands)) if kind == "finish" else len(self.hands)))
            if self.tally.final() is not None and luck.random() < 0.6:
                return

    def enter(self, number: int, odd: float) -> None:
        new = number not in self.hands
        if new:
            self.by_round[number] = self.rules[-1][1]
            teams = self.start.seating == "teams"
            self.hands[number] = team_pairings(self.seats, number) if teams else (self.tally.deal.in_seat_order,)
        rules = self.by_round[number]
        declaration = self.legal(rules, number, odd)
        if new:
            self.tally.add(score_declaration(declaration, rules))
        self.add(Move("round", number, declaration))

    def legal(self, rules: RuleSet, number: int, odd: float) -> RoundDeclaration:
        while True:
            declaration = random_round(self.luck, rules, self.hands[number], odd)
            faults = declaration_faults(declaration, rules)
            if not faults:
                return declaration
            self.attempts.append((declaration, rules))

    def add(self, move: Move) -> None:
        self.moves.append(move)
        self.undoable.append(len(self.moves) + 1)

    def undo(self) -> None:
        if not self.undoable:
            return
        revision = self.undoable.pop()
        if len(self.rules) > 1 and self.rules[-1][0] == revision:
            self.rules.pop()
            self.tally.change(self.rules[-1][1])
        self.moves.append(Move("undo", revision=revision))

    def change(self) -> None:
        house = self.luck.choice(_CHANGES)
        try:
            rules = with_house_rules(self.rules[-1][1], house)
        except RulesError:
            return
        self.add(Move("rules", len(self.hands), house_rules=house))
        self.rules.append((len(self.moves) + 1, rules))
        self.tally.change(rules)


def random_game(luck: random.Random, rules: RuleSet, attempts: list[Attempt], odd: float = 0.05) -> PlayedGame:
    """Draw a game under ``rules``; every illegal round that came up is added to ``attempts``."""
    writer = _Writer(luck, rules)
    writer.write(odd)
    attempts += writer.attempts
    pending = 0
    while pending < min(3, len(writer.moves)) and writer.moves[-1 - pending].kind in ("round", "void"):
        pending += 1
    pending = luck.choice((0, 0, pending))
    return PlayedGame(rules, writer.seats, writer.dealer, writer.opening, tuple(writer.moves), pending)


def preset_rules(luck: random.Random, name: str) -> RuleSet:
    """Return the rules of a preset, or those for a number of players for which its source has others."""
    preset = presets()[name]
    players = luck.choice([0, *preset.by_players])
    return preset.rules_for(players) if players else preset.rules
