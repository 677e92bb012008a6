"""Records the access logs of real programs: see Scripts/logs.sh. record.py ROOT FOLDER"""

import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

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
    ("nginx", NGINX, ["{root}/usr/sbin/nginx", "-c", "{file}", "-p", "{folder}"], {}),
    ("Apache", APACHE, ["{root}/usr/sbin/apache2", "-f", "{file}", "-D", "FOREGROUND"], {}),
    ("HAProxy", HAPROXY, ["{root}/usr/sbin/haproxy", "-db", "-f", "{file}"], {"style": "rfc3164", "log": "haproxy.log"}),
    ("lighttpd", LIGHTTPD, ["{root}/usr/sbin/lighttpd", "-D", "-f", "{file}", "-m", "{root}/usr/lib/lighttpd"], {}),
    ("Caddy", CADDY, ["{root}/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", "{file}"], {}),
]
VERSIONS = [
    ("nginx", ["{root}/usr/sbin/nginx", "-v"]), ("Apache", ["{root}/usr/sbin/apache2", "-v"]),
    ("HAProxy", ["{root}/usr/sbin/haproxy", "-v"]), ("lighttpd", ["{root}/usr/sbin/lighttpd", "-v"]),
    ("Caddy", ["{root}/usr/bin/caddy", "version"]),
]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port, process, folder):
    for _ in range(200):
        try:
            # The end of a request that says nothing is logged by some programs.
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    sys.exit(f"a program does not start:\n{(folder / 'output').read_text()}")


def send(port, request):
    with socket.create_connection(("127.0.0.1", port), 3) as connection:
        connection.sendall(request + (b"Connection: close\r\n\r\n" if b"\r\n" in request else b"\r\n\r\n"))
        connection.shutdown(socket.SHUT_WR)
        try:
            while connection.recv(65536):
                pass
        except OSError:
            pass


def record(name, configuration, command, values, folder):
    port = free_port()
    file = folder / "configuration"
    file.write_text(configuration.format(folder=folder, port=port, root=ROOT, **values))
    environment = dict(os.environ, HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
    with open(folder / "output", "w") as output, open(folder / values.get("log", "output-2"), "w") as log:
        process = subprocess.Popen(
            [part.format(root=ROOT, file=file, folder=folder) for part in command],
            stdout=log if "log" in values else output, stderr=output, env=environment, cwd=folder)
        try:
            wait_for(port, process, folder)
            for request in REQUESTS:
                send(port, request)
            time.sleep(0.5)
        finally:
            process.terminate()
            process.wait(10)
    for log in sorted(folder.glob("*.log")):
        if log.name != "error.log":
            (FOLDER / log.name).write_bytes(log.read_bytes().replace(str(folder).encode(), b"/var/lib"))


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        for name, configuration, command, values in PROGRAMS:
            folder = pathlib.Path(place, name)
            folder.mkdir(mode=0o777)
            record(name, configuration, command, values, folder)
    lines = []
    for name, command in VERSIONS:
        run = subprocess.run([part.format(root=ROOT) for part in command], capture_output=True, text=True)
        lines.append(f"{name} {re.search(r'[0-9]+[.][0-9]+[.][0-9]+', run.stdout + run.stderr)[0]}\n")
    (FOLDER / "versions.txt").write_text("".join(lines))


main()
