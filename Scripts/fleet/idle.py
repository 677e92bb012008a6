"""The processor time of idle services with etcd and with files, beside each other: idle.py FOLDER-OF-PROGRAMS [MINUTES [EACH]]"""
import json
import subprocess
import sys
import tempfile
import time

from etcd import Etcd, eventually, processor_seconds

programs = sys.argv[1]
minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 10
each = int(sys.argv[3]) if len(sys.argv) > 3 else 3


def start(name, folder, etcd, *words):
    socket = f"{folder}/{name}"
    process = subprocess.Popen(
        [f"{programs}/notes-service", "--port", "0", "--operators", socket, *words], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env=etcd.environment())

    def is_ready():
        answer = subprocess.run(
            ["curl", "--silent", "--unix-socket", socket, "http://localhost/_waybill/status"], stdout=subprocess.PIPE).stdout
        return answer and json.loads(answer)["ready"]

    eventually(f"the start of {name}", is_ready)
    return process


def main():
    place = tempfile.TemporaryDirectory(prefix="idle-")
    folder = place.name
    etcd = Etcd()
    processes = {"files": [], "etcd": []}
    try:
        subprocess.run(
            [f"{programs}/waybill-fleet", "push", "Routes", "--to", etcd.address()], check=True,
            stdout=subprocess.DEVNULL)
        for number in range(each):
            processes["files"].append(start(f"files-{number}", folder, etcd, "--routes", "Routes"))
            fleet = ["--fleet", etcd.address(), "--instance", f"instance-{number}"]
            processes["etcd"].append(start(f"etcd-{number}", folder, etcd, *fleet))
        # What the start has left to do.
        time.sleep(60)
        before, requests = measure(processes), etcd.metrics()
        begin = time.monotonic()
        time.sleep(60 * minutes)
        after, hours = measure(processes), (time.monotonic() - begin) / 3600
        costs = {kind: sorted((end - start) / hours / 3.6 for start, end in zip(before[kind], after[kind]))
                 for kind in processes}
        now = etcd.metrics()
        asked = sum(now.values()) - sum(requests.values())
        for kind, values in costs.items():
            print(f"{kind}: {', '.join(f'{value:.3f}' for value in values)} ms of processor time a second")
        means = {kind: sum(values) / each for kind, values in costs.items()}
        print(f"etcd / files: {means['etcd'] / means['files']:.3f}")
        print(f"requests of etcd an instance and hour: {asked / hours / each:.1f}")
    finally:
        for process in processes["files"] + processes["etcd"]:
            process.kill()
            process.wait()
        etcd.end()


def measure(processes):
    return {kind: [processor_seconds(process.pid) for process in some] for kind, some in processes.items()}


main()
