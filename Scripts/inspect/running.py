"""Runs what the tests of the inspector's page need: sets of manifests, the inspector, a proxy before it, and a browser."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ["WAYBILL_INSPECT"]
CHROMIUM = shutil.which("chromium")
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"

POLICIES = """\
rules: { X006: warning }     # a set that breaks a policy would not be loaded
policies:
  - routes: { urls: [/admin/**, /api/admin/**] }
    need: [admins-only]
    because: only admins may change products.
  - routes: { files: ["**/orders.yaml"], methods: [GET] }
    need: [signed-in]
    because: orders belong to one customer.
"""

TESTS = """\
waybill: 1
tests:
  - { open: /api/products/42, expect: { route: "GET /api/products/:id" } }
  - { name: an old link to an order still works, open: /my/orders/7, expect: { route: "/orders/:number" } }
  - { open: /admin/users, expect: { interceptors: [request-log, admins-only] } }
"""

# Names that a page must show as text. Each is the id of a route.
HOSTILE = {
    "script": "<script>document.title='taken'</script>",
    "quotes": "\"'><img src=x onerror=\"document.title='taken'\">",
    "hebrew": "\u05e9\u05dc\u05d5\u05dd/1",
    "long": "k" * 10_000,
    "longest": "m" * 60_000,
}


@contextlib.contextmanager
def folder():
    """A new folder for a set, which is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="waybill-inspect-") as place:
        yield pathlib.Path(place)


def write_shop(place):
    """A shop with 49 routes, interceptors, modules, a few tests, and two policies, of which one is broken."""
    shutil.copytree(ROOT / "Tests/Fixtures/graph/shop", place / "Routes")
    (place / "Routes/shop.test.yaml").write_text(TESTS)
    (place / ".waybill.yaml").write_text(POLICIES)


def write_large(place, count=10_000, files=100):
    (place / "Routes").mkdir()
    (place / ".waybill.yaml").touch()
    for number in range(files):
        lines = ["waybill: 1", "routes:"]
        for route in range(count // files):
            name = f"s{number}.r{route}"
            lines += [f"  - id: {name}", f"    url: /s{number}/r{route}/:id", "    methods: [GET]", "    params: { id: int }"]
            lines += [f"    handler: {name.replace('.', '_')}"]
        (place / f"Routes/f{number:03}.yaml").write_text("\n".join(lines) + "\n")


def write_hostile(place):
    (place / "Routes").mkdir()
    (place / ".waybill.yaml").touch()
    lines = ["waybill: 1", "routes:"]
    for number, name in enumerate(HOSTILE.values()):
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        lines += [f'  - {{ id: "{escaped}", url: /h{number}, handler: h{number} }}']
    (place / "Routes/hostile.yaml").write_text("\n".join(lines) + "\n")


class Inspector:
    """A running inspector of a folder. `url` ends with a slash."""

    def __init__(self, place, port=0):
        self.place = place
        self.process = subprocess.Popen(
            [PROGRAM, "Routes", "--port", str(port)], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise RuntimeError(f"the inspector did not start: {line}{self.process.stdout.read()}")
        self.url = line[line.index("http://") :].strip()
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(15)
        self.process.kill()
        self.process.wait()


class Proxy:
    """nginx before an inspector: below a prefix, compressed, and closed without a token."""

    PREFIX = "/ops/routes/"

    def __init__(self, place, inspector, token):
        self.place, self.inspector = place, inspector
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}{self.PREFIX}"
        self.write(token)
        self.process = subprocess.Popen([NGINX, *self.arguments])
        self.wait()

    @property
    def arguments(self):
        return ["-e", str(self.place / "error.log"), "-c", str(self.place / "nginx.conf"), "-p", str(self.place)]

    def write(self, token):
        (self.place / "nginx.conf").write_text(f"""
            daemon off; master_process on; pid {self.place}/nginx.pid; worker_processes 1; user root;
            events {{}}
            http {{
              access_log off; gzip on; gzip_types *; gzip_min_length 0; gzip_proxied any;
              {"".join(f"{kind}_temp_path {self.place}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])}
              map $http_authorization $open {{ default 0; "Bearer {token}" 1; }}
              server {{
                listen 127.0.0.1:{self.port};
                location {self.PREFIX}api/ {{ if ($open = 0) {{ return 401; }} proxy_pass {self.inspector.url}api/; }}
                location {self.PREFIX} {{ proxy_pass {self.inspector.url}; }}
              }}
            }}""")

    def change_token(self, token):
        self.write(token)
        subprocess.run([NGINX, *self.arguments, "-s", "reload"], check=True)

    def wait(self):
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.05)
        raise RuntimeError("nginx did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def launch(playwright):
    sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
    return playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
