"""Records what proxies pass on: see Scripts/proxies.sh. record.py ROOT PAGE [--write]"""

import difflib
import json
import pathlib
import re
import socket
import sys
import tempfile
import threading

from programs import Program, versions

ROOT = pathlib.Path(sys.argv[1])
PAGE = pathlib.Path(sys.argv[2])


class Echo:
    """A server that answers each request with the bytes of its head, and closes the connection."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        with connection:
            head = b""
            while b"\r\n\r\n" not in head:
                part = connection.recv(65536)
                if not part:
                    return
                head += part
            body = json.dumps(head.split(b"\r\n\r\n")[0].decode("latin-1")).encode()
            connection.sendall(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                % (len(body), body))


NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port};
    {rule}
    location / {{ proxy_pass http://127.0.0.1:{echo}{uri}; {fields} }}
  }}
}}
"""
HAPROXY = """
defaults
  mode http
  timeout connect 5s
  timeout client 5s
  timeout server 5s
frontend front
  bind 127.0.0.1:{port}
  {rule}
  default_backend back
backend back
  server echo 127.0.0.1:{echo}
"""
LIGHTTPD = """
server.modules = ( "mod_access", "mod_proxy" )
server.document-root = "{folder}"
server.bind = "127.0.0.1"
server.port = {port}
{rule}
proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => {echo} )) )
"""
APACHE = """
ServerRoot {root}/usr/lib/apache2
ServerName localhost
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
Mutex file:{folder} default
LoadModule mpm_event_module modules/mod_mpm_event.so
LoadModule authz_core_module modules/mod_authz_core.so
LoadModule proxy_module modules/mod_proxy.so
LoadModule proxy_http_module modules/mod_proxy_http.so
Listen 127.0.0.1:{port}
{options}
{rule}
ProxyPass / http://127.0.0.1:{echo}/ {words}
"""
CADDY = """
{{
  admin off
  auto_https off
}}
http://:{port} {{
  bind 127.0.0.1
  {rule}
  reverse_proxy 127.0.0.1:{echo}
}}
"""


class Proxy(Program):
    """A proxy with the smallest configuration that its manual gives."""

    def __init__(self, name, program, configuration, **values):
        super().__init__(program, configuration, **dict({"rule": "", "uri": "", "fields": "", "options": "", "words": ""}, **values))
        self.name = name

    def ask(self, request):
        """Returns the status and the head that arrived, or None."""
        with socket.create_connection(("127.0.0.1", self.port), 3) as connection:
            connection.sendall(request)
            answer = b""
            try:
                # The server's answer ends with the quote of its text.
                while not answer.endswith(b'"') and (part := connection.recv(65536)):
                    answer += part
            except OSError:
                pass
        answer = re.sub(rb"^HTTP/1.1 100 [^\r]*\r\n\r\n", b"", answer)
        head, _, body = answer.partition(b"\r\n\r\n")
        status = head.split(b" ")[1].decode() if head.startswith(b"HTTP/") else "closed"
        match = re.search(rb'"(?:[^"\\]|\\.)*"', body)
        return status, json.loads(match[0]) if status == "200" and match else None


PROXIES = [
    Proxy("nginx", "nginx", NGINX, fields="proxy_set_header Host $http_host;"),
    Proxy("nginx, URI", "nginx", NGINX, uri="/"),
    Proxy("HAProxy", "HAProxy", HAPROXY),
    Proxy("lighttpd", "lighttpd", LIGHTTPD),
    Proxy("Apache", "Apache", APACHE),
    Proxy("Apache, nocanon", "Apache", APACHE,
          options="AllowEncodedSlashes NoDecode\nProxyPreserveHost On", words="nocanon"),
    Proxy("Caddy", "Caddy", CADDY),
]
# The same, with a rule that answers 403 to what is below /admin/.
GATES = [
    Proxy("nginx `location /admin/`", "nginx", NGINX, rule="location /admin/ { return 403; }"),
    Proxy("HAProxy `path_beg /admin/`", "HAProxy", HAPROXY, rule="http-request deny if { path_beg /admin/ }"),
    Proxy("HAProxy `path_dir admin`", "HAProxy", HAPROXY, rule="http-request deny if { path_dir admin }"),
    Proxy("lighttpd `$HTTP[\"url\"] =~ \"^/admin/\"`", "lighttpd", LIGHTTPD,
          rule='$HTTP["url"] =~ "^/admin/" { url.access-deny = ( "" ) }'),
    Proxy("Apache `<Location /admin/>`", "Apache", APACHE,
          rule="<Location /admin/>\nRequire all denied\n</Location>"),
    Proxy("Caddy `path /admin/*`", "Caddy", CADDY, rule="@admin path /admin/*\n  respond @admin 403"),
]

TARGETS = [
    "/a//b", "/a/", "/a%2Fb", "/a%3Fb", "/a;v=1/b", "/a/./b/../c", "/a/%2E%2E/c", "/../c", "/%41/%7e?x=%41", "/a%zz",
    "/a%00b", "/a|b", "/a\"b", "/\u00fc", "/a?", "/a?x=1?y", "/a#f", "http://other.example/a?x", "*",
]
HOSTS = ["EXAMPLE.com", "example.com.", "example.com:80", "a..example.com", "[::1]", ""]
FIELDS = [
    ("`Connection: keep-alive, X-A`, `X-A: 1`", "Connection: keep-alive, X-A\r\nX-A: 1", ["x-a"]),
    ("`Upgrade: websocket`, and its other fields",
     "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
     ["connection", "upgrade"]),
    ("`Upgrade: h2c`", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
     ["connection", "upgrade", "http2-settings"]),
    ("`X_A: 1`", "Connection: close\r\nX_A: 1", ["x_a"]),
    ("`X-Forwarded-For: 9.9.9.9`", "Connection: close\r\nX-Forwarded-For: 9.9.9.9", ["x-forwarded-for"]),
    ("`X-Forwarded-Proto: https`", "Connection: close\r\nX-Forwarded-Proto: https", ["x-forwarded-proto"]),
    ("`X-Forwarded-Host: evil.example`", "Connection: close\r\nX-Forwarded-Host: evil.example", ["x-forwarded-host"]),
    ("`Forwarded: by=\"`", "Connection: close\r\nForwarded: by=\"", ["forwarded"]),
    ("`Expect: 100-continue`, no body", "Connection: close\r\nExpect: 100-continue", ["expect"]),
]
GATED = [
    "/admin/x", "/admin", "/admin/", "/ADMIN/x", "/%61dmin/x", "/admin%2Fx", "//admin/x", "/x/../admin/x", "/admin;v=1/x",
    "/x/admin/y", "/admin.json",
]
METHODS = ["QUERY", "M-SEARCH", "get"]


def code(text):
    return f"`{text}`" if text else "nothing"


def request(method="GET", target="/", host="example.com", fields="Connection: close"):
    return f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n{fields}\r\n\r\n".encode("utf-8")


def arrived(answer, show):
    status, head = answer
    return show(head.split("\r\n")) if head is not None else status


def target_of(lines):
    return code(lines[0].split(" ", 1)[1].rsplit(" ", 1)[0].encode("latin-1").decode("utf-8", "replace"))


def fields_of(lines, names):
    found = [line for line in lines[1:] if line.split(":")[0].lower() in names]
    local = re.compile(r"127\.0\.0\.1(:\d+)?")
    return ", ".join(code(local.sub("127.0.0.1", line)) for line in found) or "nothing"


def method_of(lines):
    return code(lines[0].split(" ")[0])


def table(head, rows, proxies=PROXIES):
    lines = ["| " + " | ".join([head] + [proxy.name for proxy in proxies]) + " |", "|" + "---|" * (len(proxies) + 1)]
    for name, bytes_, show in rows:
        cells = [arrived(proxy.ask(bytes_), show) for proxy in proxies]
        lines.append("| " + " | ".join([name] + cells).replace("a|b", "a\\|b") + " |")
    return "\n".join(lines)


def tables():
    order = ["nginx", "HAProxy", "lighttpd", "Apache", "Caddy"]
    found = dict(versions(ROOT))
    parts = ["Versions: " + ", ".join(f"{name} {found[name]}" for name in order) + "."]
    parts.append(table("target", [(code(target), request(target=target), target_of) for target in TARGETS]))
    parts.append(table("`Host`", [
        (code(host) if host else "empty", request(host=host), lambda lines: fields_of(lines, ["host"]))
        for host in HOSTS
    ] + [("`example.com` with the target `http://other.example/a`", request(target="http://other.example/a"),
          lambda lines: fields_of(lines, ["host"]))]))
    parts.append(table("fields", [
        (name, request(fields=text), lambda lines, names=names: fields_of(lines, names)) for name, text, names in FIELDS
    ] + [("what it adds", request(), lambda lines: ", ".join(
        code(line.split(":")[0]) for line in lines[1:]
        if line.split(":")[0].lower() not in ["host", "connection", "content-length"]) or "nothing")]))
    parts.append(table("method", [(code(name), request(method=name), method_of) for name in METHODS]))
    parts.append("### Rules of proxies\n\nA rule answers 403 to what is below `/admin/`. \"passes\" means that Waybill gets the request.")
    parts.append(table("target", [
        (code(target), request(target=target), lambda lines: "passes") for target in GATED], GATES))
    return "\n\n".join(parts)


def main():
    echo = Echo()
    with tempfile.TemporaryDirectory() as folder:
        for number, proxy in enumerate(PROXIES + GATES):
            place = pathlib.Path(folder, str(number))
            place.mkdir(mode=0o777)
            proxy.values["echo"] = echo.port
            proxy.start(ROOT, place)
        try:
            text = tables()
        finally:
            for proxy in PROXIES + GATES:
                proxy.stop()
    page = PAGE.read_text()
    begin, end = "<!-- begin: Scripts/proxies.sh -->\n\n", "\n\n<!-- end -->"
    before, rest = page.split(begin)
    recorded, after = rest.split(end)
    if "--write" in sys.argv:
        PAGE.write_text(before + begin + text + end + after)
    elif recorded != text:
        print("\n".join(difflib.unified_diff(recorded.split("\n"), text.split("\n"), "page", "now", lineterm="")))
        sys.exit("what the proxies pass on differs from the page: run Scripts/proxies.sh --write, and read the difference")
    else:
        print(text)


main()
