"""What the system says when something cannot be done with a file or a port; it speaks English, as long as nobody has
installed more.
"""

from companion.games.speech import Phrase, mark

KNOWN = (
    mark("Address already in use"),
    mark("Cannot assign requested address"),
    mark("File exists"),
    mark("File name too long"),
    mark("Input/output error"),
    mark("Is a directory"),
    mark("Name or service not known"),
    mark("No space left on device"),
    mark("No such file or directory"),
    mark("Not a directory"),
    mark("Operation not permitted"),
    mark("Permission denied"),
    mark("Read-only file system"),
)


def why(error: OSError) -> Phrase:
    """The system's own words, which the catalogues know if they are among these."""
    return Phrase(error.strerror or type(error).__name__)
