"""Raw connections to a served page, for tests: from any address of this machine, with whatever bytes."""

import socket
from contextlib import closing
from http.client import HTTPResponse

from flask.testing import FlaskClient
from hang_guard import HANG_GUARD
from rooms import Room

from web.server import Server


def connected(server: Server, source: str = "127.0.0.1", sent: bytes = b"") -> socket.socket:
    door = socket.create_connection(("127.0.0.1", server.port), timeout=HANG_GUARD, source_address=(source, 0))
    door.sendall(sent)
    return door


def head(method: str, path: str, *lines: str) -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", "Host: localhost", *lines, "", "")).encode()


def cookie(room: Room, phone: FlaskClient) -> str:
    return f"Cookie: {room.cards.cookie}={room.cookie_of(phone)}"


def answer(door: socket.socket, method: str = "GET") -> tuple[int, bytes]:
    """To a request that was sent already; the connection is closed."""
    with closing(door):
        response = HTTPResponse(door, method=method)
        response.begin()
        return response.status, response.read()


def is_closed(door: socket.socket) -> bool:
    """Waits until something comes: the end, or an answer."""
    try:
        return door.recv(1) == b""
    except ConnectionResetError:
        return True
