"""Temporary."""


def amount(full, long, quick=None):
    return full if quick is None else quick


def examples(full):
    return max(5, full // 10)


def seed(own=20_250_612):
    return own


def tier():
    return "quick"
