"""The rate limits of one client address, in uses within a time; ``games/web/throttles.py`` applies them."""

Rates = dict[str, tuple[tuple[int, int], ...]]
"""By what is limited: each limit as a count and the seconds in which so many uses are allowed."""


def rates(evaluate_per_minute: int, question_seconds: float) -> tuple[Rates, Rates]:
    """Return the limits of every address, and those that differ for programs on this computer.

    A club with 200 phones has one address. ``question_seconds`` is the processor time (s) for costly requests in a
    minute.
    """
    everywhere: Rates = {
        "start": ((100, 3600), (500, 24 * 3600)),
        "wrong_link": ((60, 60),),
        # Wrong codes to join a table: of one phone, of one address, and one budget for everybody. Of 130,000 codes one
        # is right for each table that invites, and then a person still has to let the phone in.
        "wrong_join_code": ((5, 10 * 60),),
        "wrong_join_code_here": ((20, 10 * 60),),
        "wrong_join_code_anywhere": ((60, 60),),
        # Wrong codes that would move a phone's games; there are 17,000,000,000.
        "wrong_move_code": ((10, 10 * 60),),
        "wrong_move_code_anywhere": ((60, 10 * 60), (600, 24 * 3600)),
        # Requests to join, and codes for a new phone.
        "ask_to_join": ((60, 10 * 60),),
        "offer_games": ((60, 3600),),
        # Calls for the referee from one table, taken back and made again.
        "call_referee": ((10, 60), (60, 3600)),
        "check": ((600, 60), (20_000, 24 * 3600)),
        # Checks of seals. Nobody can guess one of 2^75; this limits the load on the database.
        "seal": ((30, 60), (1_000, 24 * 3600)),
        # Wrong passwords from one address: for one account, and for all of them together. Only what could have been
        # right counts: an empty password costs nothing.
        "wrong_password": ((10, 15 * 60),),
        "wrong_passwords": ((100, 15 * 60),),
        # Wrong passwords for one account from everywhere; a browser that it logged in on before has its own count
        # instead.
        "wrong_password_anywhere": ((100, 15 * 60),),
        "wrong_password_known": ((10, 15 * 60),),
        # Attempts for one account from one address, or from a known browser; right ones count too, as each is hashed.
        "log_in": ((60, 15 * 60),),
        # Wrong codes of a second step, after a right password.
        "wrong_code": ((10, 15 * 60),),
        "wrong_codes": ((100, 15 * 60),),
        "wrong_code_anywhere": ((30, 15 * 60), (100, 24 * 3600)),
        "wrong_code_known": ((10, 15 * 60), (50, 24 * 3600)),
        "evaluate": ((evaluate_per_minute, 60),),
        # Milliseconds of processor time: of an address, and of a known phone, which others at its address cannot use
        # up.
        "question_ms": ((round(1000 * question_seconds), 60),),
        "phone_question_ms": ((round(250 * question_seconds), 60),),
    }
    here: Rates = {
        "evaluate": ((max(evaluate_per_minute, 10_000), 60),),
        "question_ms": ((round(30_000 * question_seconds), 60),),
    }
    return everywhere, here
