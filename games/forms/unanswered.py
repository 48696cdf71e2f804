"""What is no question about the rules, apart from what the rules refuse."""


class Unanswered(ValueError):  # noqa: N818 - a question that gets no answer
    """The line is no question: ``args`` are a code and a sentence."""
