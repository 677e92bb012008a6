"""Clients that do what clients do wrong, and offer what nobody takes; each must be answered as the page "Security model" says."""

import random
import socket
import threading
import time

import manifests
from service import PATIENCE

OFFERS = [
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
    "Connection: keep-alive, Upgrade\r\nUpgrade: TLS/1.0, IRC/6.9\r\n",
]
BODY = "Content-Type: application/json\r\n"
CHUNKS = BODY + "Transfer-Encoding: chunked\r\n"


class RudeClient(threading.Thread):
    """Opens a connection, does one thing after the other at random, and says what was not answered as it must be."""

    def __init__(self, service, answers, seed):
        super().__init__(daemon=True)
        host, port = service.address.rsplit(":", 1)
        self.address = (host.strip("[]"), int(port))
        self.answers = answers
        self.random = random.Random(seed)
        self.ends = threading.Event()
        self.counts = {}

    def run(self):
        acts = [self.offer, self.break_chunk, self.unknown_coding, self.leave_in_body, self.leave_in_answer]
        while not self.ends.is_set():
            act = self.random.choice(acts)
            name = act.__name__.replace("_", " ")
            self.counts[name] = self.counts.get(name, 0) + 1
            try:
                with socket.create_connection(self.address, timeout=PATIENCE) as connection:
                    problem = act(connection)
            except Exception as error:  # whatever it is, the client has no answer
                problem = repr(error)
            if problem:
                self.answers.fault("failed", f"{name}: {problem}")
            time.sleep(0.01)

    def page(self):
        return f"/soak/{self.random.choice(manifests.SHAPES)}"

    def offer(self, connection):
        """An upgrade that nobody takes: this request and the next one on the connection are answered, or it says that it closes."""
        first = ask(connection, f"GET {self.page()} HTTP/1.1\r\nHost: a\r\n{self.random.choice(OFFERS)}\r\n")
        if status(first) != manifests.STATUS:
            return f"the offer is answered by {first[:80]!r}"
        if b"\r\nconnection: close" in first.lower():
            return None
        second = ask(connection, f"GET {self.page()} HTTP/1.1\r\nHost: a\r\n\r\n")
        return None if status(second) == manifests.STATUS else f"the request after the offer is answered by {second[:80]!r}"

    def break_chunk(self, connection):
        size = self.random.choice(["zz", "-1", "0x4", "fffffffffffffffff"])
        answer = ask(connection, f"POST /notes HTTP/1.1\r\nHost: a\r\n{CHUNKS}\r\n{size}\r\nbody\r\n0\r\n\r\n")
        return None if answer == b"" or 400 <= status(answer) < 500 else f"{answer[:80]!r}"

    def unknown_coding(self, connection):
        coding = self.random.choice(["xchunked", "gzip"])
        answer = ask(connection, f"POST /notes HTTP/1.1\r\nHost: a\r\n{BODY}Transfer-Encoding: {coding}\r\n\r\n")
        return None if answer == b"" or status(answer) in (400, 501) else f"{answer[:80]!r}"

    def leave_in_body(self, connection):
        connection.sendall(f"POST /notes HTTP/1.1\r\nHost: a\r\n{BODY}Content-Length: 1000\r\n\r\n{{".encode())

    def leave_in_answer(self, connection):
        connection.sendall(f"GET {self.page()} HTTP/1.1\r\nHost: a\r\n\r\n".encode() * 20)


def ask(connection, text):
    """The head of the answer; empty if the connection is closed without one. The answers here have no bodies that matter."""
    connection.sendall(text.encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            return answer
        if not piece:
            return answer
        answer += piece
    return answer


def status(answer):
    return int(answer[9:12]) if answer[9:12].isdigit() else 0
