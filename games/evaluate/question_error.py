"""The error for a question that is not valid, as opposed to one that the rules refuse."""


class QuestionError(ValueError):
    """The question is not valid: ``args`` are a code and a sentence."""
