"""Members of etcd as processes of this machine, and the programs of a fleet that use them."""
import atexit
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

MEBIBYTE = 1 << 20


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def eventually(what, condition, seconds=120):
    """Waits until a condition returns something true, and returns it."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise SystemExit(f"fleet: {what} did not happen within {seconds} s")
        time.sleep(0.02)


def processor_seconds(process):
    """The processor time of a process since its start, also of threads that have ended."""
    # The clock of a process, as clock_getcpuclockid() names it.
    return time.clock_gettime((~process << 3) | 2)


class Etcd:
    """A cluster in a folder of its own."""

    def __init__(self, members=1, host="127.0.0.1", arguments=(), user=None):
        self.folder = tempfile.mkdtemp(prefix="fleet-")
        self.host = host
        self.arguments = list(arguments)
        self.user = user
        ports = free_ports(2 * members)
        self.clients = [f"http://{host}:{port}" for port in ports[:members]]
        self.peers = [f"http://127.0.0.1:{port}" for port in ports[members:]]
        self.processes = [None] * members
        self.ended = 0.0  # the processor time of members that were killed
        # A cluster without users takes no token.
        self.asks_for_users = False
        # Also when this program fails.
        atexit.register(self.end)
        for index in range(members):
            self.start(index)
        self.until_ready()

    def data(self, index):
        return f"{self.folder}/data{index}"

    def start(self, index):
        cluster = ",".join(f"m{number}={peer}" for number, peer in enumerate(self.peers))
        with open(f"{self.folder}/{index}.log", "ab") as log:
            self.processes[index] = subprocess.Popen(
                ["etcd", "--logger", "zap", "--name", f"m{index}", "--data-dir", self.data(index),
                 "--initial-cluster", cluster,
                 "--listen-client-urls", self.clients[index], "--advertise-client-urls", self.clients[index],
                 "--listen-peer-urls", self.peers[index], "--initial-advertise-peer-urls", self.peers[index]]
                + self.arguments, stdout=log, stderr=log)

    def until_ready(self):
        eventually("a leader of etcd", lambda: self.control("get", "ready", check=False).returncode == 0)

    def kill(self, index=0):
        self.ended += processor_seconds(self.processes[index].pid)
        self.processes[index].kill()
        self.processes[index].wait()

    def freeze(self, index=0):
        self.processes[index].send_signal(signal.SIGSTOP)

    def thaw(self, index=0):
        self.processes[index].send_signal(signal.SIGCONT)

    def end(self):
        for process in self.processes:
            if process and process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def control(self, *words, check=True, endpoint=None, value=None):
        """Runs etcdctl, with a value as its input."""
        user = ["--user", ":".join(self.user)] if self.user and self.asks_for_users else []
        endpoints = endpoint or ",".join(self.clients)
        return subprocess.run(
            ["etcdctl", "--endpoints", endpoints, "--command-timeout", "3s", *user, *words], check=check, input=value,
            env={**os.environ, "ETCDCTL_API": "3"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ask_for_users(self):
        name, password = self.user
        self.control("user", "add", f"{name}:{password}")
        self.control("user", "grant-role", name, "root", check=False)
        self.control("role", "add", "root", check=False)
        self.control("user", "grant-role", name, "root")
        self.control("auth", "enable")
        self.asks_for_users = True

    def leader(self):
        for index, endpoint in enumerate(self.clients):
            state = json.loads(self.control("endpoint", "status", "-w", "json", endpoint=endpoint).stdout)[0]["Status"]
            if state["leader"] == state["header"]["member_id"]:
                return index
        raise SystemExit("fleet: etcd has no leader")

    def revision(self):
        return json.loads(self.control("get", "now", "-w", "json").stdout)["header"]["revision"]

    def compact(self):
        self.control("compaction", str(self.revision()))

    def back_up(self):
        """Stores a backup of the first member, and returns its path."""
        path = f"{self.folder}/backup-{time.time_ns()}"
        self.control("snapshot", "save", path, endpoint=self.clients[0])
        return path

    def restore(self, path):
        """Replaces the data of the only member, which must have ended."""
        shutil.rmtree(self.data(0))
        self.control("snapshot", "restore", path, "--data-dir", self.data(0), "--name", "m0",
                     "--initial-cluster", f"m0={self.peers[0]}", "--initial-advertise-peer-urls", self.peers[0])

    def metrics(self):
        """Requests by method of gRPC, of all members that run."""
        counts = {}
        for index, client in enumerate(self.clients):
            if self.processes[index].poll() is None:
                with urllib.request.urlopen(f"{client}/metrics", timeout=10) as answer:
                    text = answer.read().decode()
                pattern = r'^grpc_server_started_total\{.*grpc_method="(\w+)".*\} (\S+)$'
                for name, value in re.findall(pattern, text, re.MULTILINE):
                    counts[name] = counts.get(name, 0) + int(float(value))
        return counts

    def cost(self):
        """The processor time of all members, in seconds, and the memory of the largest one that runs, in MiB."""
        seconds, memory = self.ended, 0
        for process in self.processes:
            if process.poll() is None:
                seconds += processor_seconds(process.pid)
                with open(f"/proc/{process.pid}/status") as file:
                    memory = max(memory, int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) // 1024)
        return seconds, memory

    def address(self, prefix="/waybill/test"):
        return "etcd://" + ",".join(client.removeprefix("http://") for client in self.clients) + prefix

    def environment(self):
        user = {"ETCD_USER": self.user[0], "ETCD_PASSWORD": self.user[1]} if self.user else {}
        return {"PATH": os.environ["PATH"], "USER": "ann", **user}
