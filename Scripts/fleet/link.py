"""A network between a service and etcd that loses every packet for a while: link.py FOLDER-OF-PROGRAMS

Nothing tells either side: connections stand, and nothing arrives. The service is in a network namespace of its own, so it needs
Linux and the permission for namespaces: run it with `unshare --user --map-root-user --net`.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request

from etcd import Etcd, eventually

programs = os.path.abspath(sys.argv[1])
within = float(os.environ.get("WAYBILL_WITHIN", "2"))


HERE, THERE, NOBODY = "02:00:00:00:00:01", "02:00:00:00:00:02", "02:00:00:00:00:03"


def run(*words, **options):
    subprocess.run(words, check=True, **options)


def link():
    """Makes a second network namespace, and a link to it. Returns the process that holds it."""
    holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
    mine = os.readlink("/proc/self/ns/net")
    eventually("a namespace", lambda: os.readlink(f"/proc/{holder.pid}/ns/net") != mine)
    there = ["nsenter", "--net", "--target", str(holder.pid)]
    run("ip", "link", "set", "lo", "up")
    run(*there, "ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "name", "here0", "address", HERE, "type", "veth", "peer", "name", "there0", "address", THERE)
    run("ip", "link", "set", "there0", "netns", str(holder.pid))
    run("ip", "address", "add", "10.97.0.1/24", "dev", "here0")
    run("ip", "link", "set", "here0", "up")
    run(*there, "ip", "address", "add", "10.97.0.2/24", "dev", "there0")
    run(*there, "ip", "link", "set", "there0", "up")
    return holder, there


def lose_packets(there, loses):
    """Sends packets, in both directions, to an address that nobody has, or to the right one again."""
    for prefix, host, right in [([], "10.97.0.2", THERE), (there, "10.97.0.1", HERE)]:
        device = "there0" if prefix else "here0"
        address = NOBODY if loses else right
        run(*prefix, "ip", "neighbor", "replace", host, "lladdr", address, "dev", device, "nud", "permanent")


class Service:
    """The reference service in the other namespace. Only its operators' socket, which is a file, is asked."""

    def __init__(self, there, etcd, folder):
        self.socket = f"{folder}/operators"
        self.log = open(f"{folder}/log", "wb")
        self.process = subprocess.Popen(
            [*there, f"{programs}/notes-service", "--port", "0", "--operators", self.socket, "--fleet", etcd.address(),
             "--instance", "far"], cwd=folder, stdout=self.log, stderr=self.log, env=etcd.environment())

    def source(self):
        answer = subprocess.run(
            ["curl", "--silent", "--unix-socket", self.socket, "http://localhost/_waybill/status"], stdout=subprocess.PIPE)
        try:
            return json.loads(answer.stdout)["source"]
        except (ValueError, KeyError):
            return None

    def is_on(self, identity):
        source = self.source()
        return source and source["fresh"] and source.get("wanted") == source.get("serving") == identity


def push(etcd, folder, number):
    """Publishes a set, and returns its identity."""
    os.makedirs(f"{folder}/Routes", exist_ok=True)
    with open(f"{folder}/Routes/where.yaml", "w") as file:
        file.write(f"waybill: 1\nroutes:\n  - {{ id: where, url: /where, redirect: {{ to: /{number}, status: 302 }} }}\n")
    run(f"{programs}/waybill-fleet", "push", f"{folder}/Routes", "--to", etcd.address(), "--allow-breaking",
        stdout=subprocess.DEVNULL)
    return json.loads(etcd.control("get", "/waybill/test/v1/current", "--print-value-only").stdout)["set"]


def main():
    place = tempfile.TemporaryDirectory(prefix="link-")
    folder = place.name
    holder, there = link()
    etcd = Etcd(host="10.97.0.1")
    service = None
    try:
        first = push(etcd, folder, 0)
        service = Service(there, etcd, folder)
        eventually("the first set", lambda: service.is_on(first))
        for number, seconds in enumerate([1, 2, 3, 5, 9, 20], 1):
            lose_packets(there, True)
            down = time.monotonic()
            identity = push(etcd, folder, number)
            noticed = None
            while time.monotonic() < down + seconds:
                if noticed is None and not (service.source() or {}).get("fresh", True):
                    noticed = time.monotonic() - down
                time.sleep(0.05)
            lose_packets(there, False)
            up = time.monotonic()
            eventually("the set after a cut", lambda: service.is_on(identity))
            taken = time.monotonic() - up
            said = f"said so after {noticed:.1f} s" if noticed else "did not say so"
            print(f"no packet for {seconds} s: {said}, on the new set {taken:.2f} s after it", flush=True)
            if taken > within:
                raise SystemExit(f"fleet: {taken:.2f} s are too long")
            if seconds > 4 + within and noticed is None:
                raise SystemExit("fleet: the service says that it is fresh without any contact")
    finally:
        if service:
            service.process.kill()
        holder.kill()
        etcd.end()


main()
