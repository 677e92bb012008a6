#!/usr/bin/env bash
# lighttpd 1.4.69: mod_proxy passes on another target than the client sent, in path, query and host, with no option set.
#
# Behavior: the smallest reverse proxy of the manual (proxy.server = ( "" => (( "host" => …, "port" => … )) )) normalizes each target before
# it forwards it. An escaped slash becomes a slash, so a backend that reads segments gets one more of them. Unreserved escapes are decoded
# in the path and in the query, and two slashes become one. The Host loses its port 80,
# its trailing dot and its capitals.
# Output seen: /a%2Fb?x=%41 arrives as /a/b?x=A; /a//b as /a/b; Host: EXAMPLE.com.:80 as example.com.
# Source: run here. The manual of server.http-parseopts says that targets are normalized; with "url-normalize" => "disable" (argument: disable),
# targets arrive as they were sent, and the Host still does not.
# What to do: do not put a slash into a segment, or set server.http-parseopts = ( "url-normalize" => "disable" ).
set -euo pipefail
place="$(mktemp -d)"
server=
trap 'kill $server $(cat "$place/pid" 2>/dev/null) 2>/dev/null || true; rm -rf "$place"' EXIT
cd "$place"
apt-get download -qq lighttpd=1.4.69-1 2>/dev/null || apt-get download lighttpd=1.4.69-1
dpkg -x lighttpd_*.deb root
modules="$place/root/usr/lib/lighttpd"

# A server that answers with the first line and the Host of what arrives.
cat >echo.py <<'PYTHON'
import socket, sys
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    connection, _ = listener.accept()
    lines = connection.recv(65536).decode("latin-1").split("\r\n")
    host = next((line for line in lines if line.lower().startswith("host:")), "no host")
    body = f"{lines[0].split(' ')[1]} | {host}"
    connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode("latin-1"))
    connection.close()
PYTHON
python3 echo.py >port &
server=$!
front="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
for _ in $(seq 100); do [ -s port ] && break; sleep 0.05; done
cat >lighttpd.conf <<CONF
server.modules = ( "mod_proxy" )
server.document-root = "$place"
server.bind = "127.0.0.1"
server.port = $front
server.pid-file = "$place/pid"
proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => $(cat port) )) )
$( [ "${1:-}" = disable ] && echo 'server.http-parseopts = ( "url-normalize" => "disable" )' || true )
CONF
root/usr/sbin/lighttpd -v
root/usr/sbin/lighttpd -f lighttpd.conf -m "$modules"

# ask TARGET HOST: what arrives.
ask() {
    python3 - "$front" "$1" "$2" <<'PYTHON'
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5) as connection:
    connection.sendall(f"GET {sys.argv[2]} HTTP/1.1\r\nHost: {sys.argv[3]}\r\nConnection: close\r\n\r\n".encode())
    answer = b""
    while part := connection.recv(65536):
        answer += part
print(sys.argv[2], "|", sys.argv[3], "->", answer.decode("latin-1").split("\r\n\r\n")[1])
PYTHON
}
for _ in $(seq 100); do ask / example.com >/dev/null 2>&1 && break; sleep 0.05; done
{ ask '/a%2Fb?x=%41' example.com; ask /a//b example.com; ask /a EXAMPLE.com.:80; } | tee seen
diff - seen <<'SEEN'
/a%2Fb?x=%41 | example.com -> /a/b?x=A | Host: example.com
/a//b | example.com -> /a/b | Host: example.com
/a | EXAMPLE.com.:80 -> /a | Host: example.com
SEEN
