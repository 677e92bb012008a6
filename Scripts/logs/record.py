"""Records the access logs of real programs: see Scripts/logs.sh. record.py ROOT FOLDER"""

import pathlib
import socket
import sys
import tempfile
import time

from programs import Program, versions

ROOT = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2])

# Each as one connection sends it.
REQUESTS = [
    b"GET /notes/42 HTTP/1.1\r\nHost: example.com\r\n",
    b"GET /notes/43?draft=1&token=x HTTP/1.1\r\nHost: example.com\r\nReferer: http://example.com/\"a\"\r\nUser-Agent: a \"b\" \\ c\r\n",
    b"HEAD /notes/44 HTTP/1.1\r\nHost: EXAMPLE.com:80\r\n",
    b"POST /notes HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\n",
    b"DELETE /notes/45 HTTP/1.1\r\nHost: example.com\r\n",
    b"GET /old/46 HTTP/1.0\r\n",
    b"GET /notes/a%2Fb HTTP/1.1\r\nHost: example.com\r\n",
    "GET /notes/ü HTTP/1.1\r\nHost: example.com\r\n".encode(),
    b"GET /notes/a\"b\\c HTTP/1.1\r\nHost: example.com\r\n",
    b"GET http://example.com/notes/47 HTTP/1.1\r\nHost: other.example\r\n",
    b"GET  /notes/48 HTTP/1.1\r\nHost: example.com\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: example.com\r\n",
    b"GET /notes/a b HTTP/1.1\r\nHost: example.com\r\n",
    b"PURGE /notes/49 HTTP/1.1\r\nHost: example.com\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /notes/50",
]

NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  log_format lines escape=json '{{"time":"$time_iso8601","request_method":"$request_method","request_uri":"$request_uri",'
    '"status":$status,"host":"$host","scheme":"$scheme"}}';
  access_log {folder}/nginx-combined.log combined;
  access_log {folder}/nginx-json.log lines;
  server {{ listen 127.0.0.1:{port}; location / {{ return 200 "ok"; }} }}
}}
"""
APACHE = """
ServerRoot {root}/usr/lib/apache2
ServerName localhost
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
Mutex file:{folder} default
LoadModule mpm_event_module modules/mod_mpm_event.so
LoadModule authz_core_module modules/mod_authz_core.so
Listen 127.0.0.1:{port}
AllowEncodedSlashes NoDecode
LogFormat "%h %l %u %t \\"%r\\" %>s %b" common
LogFormat "%h %l %u %t \\"%r\\" %>s %O \\"%{{Referer}}i\\" \\"%{{User-Agent}}i\\"" combined
LogFormat "%v:%p %h %l %u %t \\"%r\\" %>s %O \\"%{{Referer}}i\\" \\"%{{User-Agent}}i\\"" vhost_combined
CustomLog {folder}/apache-common.log common
CustomLog {folder}/apache-combined.log combined
CustomLog {folder}/apache-vhost.log vhost_combined
DocumentRoot {folder}
"""
HAPROXY = """
global
  log stdout format {style} local0
defaults
  mode http
  log global
  option httplog
  timeout connect 5s
  timeout client 2s
  timeout server 5s
frontend front
  bind 127.0.0.1:{port}
  http-request return status 200
"""
LIGHTTPD = """
server.modules = ( "mod_accesslog" )
server.document-root = "{folder}"
server.bind = "127.0.0.1"
server.port = {port}
accesslog.filename = "{folder}/lighttpd.log"
"""
CADDY = """
{{
  admin off
  auto_https off
  log {{
    output file {folder}/caddy.log
  }}
}}
http://:{port} {{
  bind 127.0.0.1
  log {{
    output file {folder}/caddy.log
  }}
  respond "ok"
}}
"""
PROGRAMS = [
    Program("nginx", NGINX), Program("Apache", APACHE), Program("HAProxy", HAPROXY, style="rfc3164"),
    Program("lighttpd", LIGHTTPD), Program("Caddy", CADDY),
]


def send(port, request):
    with socket.create_connection(("127.0.0.1", port), 3) as connection:
        connection.sendall(request + (b"Connection: close\r\n\r\n" if b"\r\n" in request else b"\r\n\r\n"))
        connection.shutdown(socket.SHUT_WR)
        try:
            while connection.recv(65536):
                pass
        except OSError:
            pass


def record(program, folder):
    program.start(ROOT, folder, output=folder / "haproxy.log" if program.program == "HAProxy" else None)
    try:
        for request in REQUESTS:
            send(program.port, request)
        time.sleep(0.5)
    finally:
        program.stop()
    for log in sorted(folder.glob("*.log")):
        if log.name != "error.log":
            (FOLDER / log.name).write_bytes(log.read_bytes().replace(str(folder).encode(), b"/var/lib"))


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        for program in PROGRAMS:
            folder = pathlib.Path(place, program.program)
            folder.mkdir(mode=0o777)
            record(program, folder)
    (FOLDER / "versions.txt").write_text("".join(f"{name} {number}\n" for name, number in versions(ROOT)))


main()
