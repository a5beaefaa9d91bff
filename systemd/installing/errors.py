"""Why it cannot go on, in one sentence for the person who started it."""


class Refused(Exception):
    """What was there before is still there."""
