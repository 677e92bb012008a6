"""The service under test: its process, its status, and what it takes of the machine."""

import http.client
import json
import os
import resource
import subprocess
import threading
import time


# Seconds after which a request has failed: a machine that pauses is no failure of the service.
PATIENCE = 120
TOKEN = "soak"


class Heartbeat(threading.Thread):
    """Notes when this process does not get on: then the machine stood still, or had other things to do."""

    def __init__(self):
        super().__init__(daemon=True)
        self.longest = 0

    def run(self):
        last = time.monotonic()
        while True:
            time.sleep(0.005)
            now = time.monotonic()
            self.longest = max(self.longest, now - last - 0.005)
            last = now

    def take(self):
        """The longest pause since it was asked last, in milliseconds."""
        longest, self.longest = self.longest * 1000, 0
        return longest


class Service:
    def __init__(self, binary, folder):
        self.log = open(f"{folder}/log", "wb")
        self.process = subprocess.Popen(
            [binary, "--routes", f"{folder}/Routes", "--data", f"{folder}/Data", "--state", f"{folder}/State",
             "--port", "0"],
            stdout=subprocess.PIPE, stderr=self.log, env={**os.environ, "NOTES_OPERATOR_TOKEN": TOKEN})
        line = self.process.stdout.readline().decode()
        if "http://" not in line:
            raise SystemExit(f"soak: the service does not start:\n{open(self.log.name).read()}")
        self.address = line.split("http://")[1].strip()
        self.connection = self.connect()

    def connect(self):
        return http.client.HTTPConnection(self.address, timeout=PATIENCE)

    def ask(self, method, path):
        """Status, headers and text. No redirect is followed."""
        self.connection.request(method, path, headers={"Authorization": f"Bearer {TOKEN}"})
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()

    def status(self):
        return json.loads(self.ask("GET", "/_waybill/status")[2])

    def stores(self):
        return json.loads(self.ask("GET", "/statistics")[2])["stores"]

    def errors(self):
        """Failed requests, by the metrics."""
        metrics = self.ask("GET", "/_waybill/metrics")[2]
        return sum(int(float(line.split()[-1])) for line in metrics.splitlines()
                   if line.startswith("waybill_request_errors_total"))

    def mebibytes(self):
        """What it has in memory now."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 2**20

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self):
        """Exit status; it is asked to end by itself."""
        self.connection.close()
        self.process.terminate()
        return self.process.wait(timeout=60)
