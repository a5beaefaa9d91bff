"""How a stream says something: one message of Server-Sent Events."""


def message(kind: str, told: bytes) -> bytes:
    """`told` is JSON, which never holds a line break."""
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), told)
