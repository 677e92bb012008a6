"""Who asks meanwhile: clients that check every answer, and wrk for the load."""

import random
import shutil
import signal
import subprocess
import threading
import time

import manifests
from service import PATIENCE

WRK_SCRIPT = """\
local paths = {%s}
local next = 0
request = function()
  next = next %% #paths + 1
  return wrk.format("GET", paths[next])
end
done = function(summary)
  local e = summary.errors
  io.write(string.format("soak %%d %%d\\n", summary.requests, e.connect + e.read + e.write + e.status + e.timeout))
end
"""


class Answers:
    """What all clients know together."""

    def __init__(self):
        self.lock = threading.Lock()
        self.count = 0
        self.newest = 0
        self.seen = {}
        self.faults = {"failed": [], "mixed": [], "out of order": []}

    def fault(self, kind, words):
        with self.lock:
            self.faults[kind].append(words)

    def take(self, shape, oldest, status, headers):
        """Judges an answer to a request that began when `oldest` had answered already."""
        text = headers["Location"] or ""
        match = manifests.ANSWER.match(text)
        if status != manifests.STATUS or not match or match[1] != shape:
            return self.fault("failed", f"/soak/{shape}: {status} {text[:200]!r}")
        generation = int(headers["Waybill-Generation"])
        with self.lock:
            self.count += 1
            self.newest = max(self.newest, generation)
            # A generation says one thing forever.
            first = self.seen.setdefault((generation, shape), text)
            if len(self.seen) > 200_000:
                self.seen = {key: value for key, value in self.seen.items() if key[0] > generation - 1000}
        if match[2] != match[3] or first != text:
            self.fault("mixed", f"generation {generation}: {text!r}, and before {first!r}")
        if generation < oldest:
            self.fault("out of order", f"generation {generation}, though {oldest} had answered before the request")


class Client(threading.Thread):
    """Asks for a random page again and again, and checks each answer."""

    def __init__(self, service, answers, seed):
        super().__init__(daemon=True)
        self.service, self.answers = service, answers
        self.random = random.Random(seed)
        self.ends = threading.Event()

    def run(self):
        connection = self.service.connect()
        while not self.ends.is_set():
            shape = self.random.choice(manifests.SHAPES)
            oldest = self.answers.newest
            try:
                connection.request("GET", f"/soak/{shape}")
                answer = connection.getresponse()
                answer.read()
                self.answers.take(shape, oldest, answer.status, answer.headers)
            except Exception as error:  # whatever it is, a client has no answer
                self.answers.fault("failed", f"/soak/{shape}: {error!r}")
                connection.close()
            time.sleep(0.002)
        connection.close()


class Once(threading.Thread):
    """Asks once, on a connection of its own."""

    def __init__(self, service):
        super().__init__(daemon=True)
        self.connection = service.connect()
        self.start()

    def run(self):
        self.connection.request("GET", "/statistics")
        self.connection.getresponse().read()
        self.connection.close()


class Load:
    """wrk on a few connections until it is stopped; nothing where there is no wrk."""

    def __init__(self, service, folder, connections):
        self.process = None
        if not shutil.which("wrk"):
            return
        with open(f"{folder}/load.lua", "w") as script:
            script.write(WRK_SCRIPT % ", ".join(f'"/soak/{shape}"' for shape in manifests.SHAPES))
        self.process = subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", "-d24h", "--timeout", f"{PATIENCE}s", "-s", script.name,
             f"http://{service.address}"],
            stdout=subprocess.PIPE, text=True)

    def stop(self):
        """Requests, and how many of them failed."""
        if not self.process:
            return 0, 0
        self.process.send_signal(signal.SIGINT)
        output, _ = self.process.communicate()
        numbers = [line.split()[1:] for line in output.splitlines() if line.startswith("soak ")]
        return (int(numbers[0][0]), int(numbers[0][1])) if numbers else (0, 1)
