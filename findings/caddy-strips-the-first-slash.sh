#!/usr/bin/env bash
# Caddy 2.6.2: handle_path hands a target on that does not begin with a slash, and reverse_proxy sends it so.
#
# Behavior: `handle_path` removes the literal beginning of its pattern from the target, and adds nothing. So `handle_path /v1*`, which is
# to take `/v1` with and without more, also takes `/v1x`, and the service gets `GET x HTTP/1.1`, which is no request of HTTP: a server
# answers 400, closes the connection, or reads the path in a way of its own. `handle_path /v1/*` takes an escaped slash for the slash of
# the pattern, because it compares the decoded path, and passes `%2Fa` on. Of `/v1` and `/v1?q`, where nothing is left, it makes `/`.
# Output seen: /v1/a arrives as /a; /v1 as /; /v1x as x; /v1x/y as x/y; with /v2/*, /v2/a as /a, and /v2%2Fa as %2Fa.
# Source: run here. The manual of handle_path says that it is `handle` with `uri strip_prefix`, and does not say what is left.
# What to do: write `handle_path /v1/*`, and `redir /v1 /v1/` beside it. The targets with an escaped slash stay, and deserve their 400.
set -euo pipefail
place="$(mktemp -d)"
echo= caddy=
trap 'kill $echo $caddy 2>/dev/null || true; rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq caddy=2.6.2-5 2>/dev/null || apt-get download caddy=2.6.2-5
dpkg -x caddy_*.deb root
export HOME="$place"

# A server that answers with the first line of what arrives.
cat >echo.py <<'PYTHON'
import socket
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    connection, _ = listener.accept()
    line = connection.recv(65536).split(b"\r\n")[0]
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(line), line))
    connection.close()
PYTHON
python3 echo.py >port &
echo=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.05; done
front="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
cat >Caddyfile <<CADDY
{
	admin off
	auto_https off
}
http://127.0.0.1:$front {
	handle_path /v1* {
		reverse_proxy 127.0.0.1:$(cat port)
	}
	handle_path /v2/* {
		reverse_proxy 127.0.0.1:$(cat port)
	}
}
CADDY
root/usr/bin/caddy version
root/usr/bin/caddy run --config Caddyfile --adapter caddyfile 2>log &
caddy=$!

# ask TARGET: what arrives.
ask() {
    python3 - "$front" "$1" <<'PYTHON'
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5) as connection:
    connection.sendall(f"GET {sys.argv[2]} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    answer = b""
    while part := connection.recv(65536):
        answer += part
print(sys.argv[2], "->", answer.decode("latin-1").split("\r\n\r\n")[1])
PYTHON
}
for _ in $(seq 200); do ask /v1/a >/dev/null 2>&1 && break; sleep 0.05; done
for target in /v1/a /v1 '/v1?q' /v1x /v1x/y /v2/a /v2%2Fa; do ask "$target"; done | tee seen
diff - seen <<'SEEN'
/v1/a -> GET /a HTTP/1.1
/v1 -> GET / HTTP/1.1
/v1?q -> GET /?q HTTP/1.1
/v1x -> GET x HTTP/1.1
/v1x/y -> GET x/y HTTP/1.1
/v2/a -> GET /a HTTP/1.1
/v2%2Fa -> GET %2Fa HTTP/1.1
SEEN
