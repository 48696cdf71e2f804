"""Where the evenings find things: names of fields, data attributes and ids, never words, which are free to change."""

from typing import Final

# The page that starts a table
NAME: Final = '[name="name-{}"]'
ADD_PLAYER: Final = '[name="add"]'
START: Final = 'form:has([name="name-1"]) button.save'

# The table
TOTALS: Final = "#tally .total"
ENTRY: Final = "form[data-entry]"
ENDING: Final = 'label:has(input[value="{}"])'
ENDINGS: Final = "input.ends"
DEADWOOD: Final = '[name="deadwood-{}"]'
KEY: Final = '[data-key="{}"]'
PREVIEW: Final = "#preview .sentence"
SAVE: Final = "button.save"
UNDO: Final = "#undo button"
LINE: Final = "#line-{}"
ROUND: Final = '#sheet a[href$="/rounds/{}/{}/"]'
WINNER: Final = "#final-title"
CONFLICT: Final = ".conflict"
TAKE_TYPED: Final = '.conflict [name="save"]'
QUESTION: Final = "form.question"
BY_CARDS: Final = ".entry .kinds a"

# By cards
CELL: Final = '[data-grid="{}"] label:has([value="{}"])'
DRAWN: Final = "#drawn-{} .headline"
STEP: Final = "label.step:has(#step-{})"
OUTCOME: Final = "#outcome .sentence"

# Coming by a link
LABEL: Final = '[name="label"]'
PLAYERS: Final = "#who .who-joins"
SOMEONE_ELSE: Final = "#who details > summary"
JOIN: Final = '#who details [type="submit"]'

# The hand checker
HAND: Final = '[name="cards-0"]'
COPY: Final = "[data-copy]"
