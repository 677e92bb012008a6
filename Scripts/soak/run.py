"""Soaks notes-service: writers of every shape, good and bad contents, and real HTTP load meanwhile; then reloads as fast
as they go. Prints a line a figure, and ends with status 1 where a demand is not met.

usage: run.py NOTES_SERVICE SECONDS RELOADS
"""

import datetime
import os
import statistics
import sys
import tempfile
import threading
import time

import clients
import manifests
import rude
import writers
from service import Heartbeat, Service

WITHIN = int(os.environ.get("WITHIN", "250"))
# Who does not get on for so long shares the machine with others.
PAUSE = 50
# Shorter runs are over before memory has settled.
ENOUGH_RELOADS = 5000


class Figures:
    """Prints figures as they come, and remembers whether all demands are met."""

    def __init__(self):
        self.holds = True

    def tell(self, name, figure, goal="none", holds=True):
        self.holds = self.holds and holds
        print(f"{name}: {figure} (goal {goal}){'' if holds else '  <-- not met'}", flush=True)


def epoch(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def save_all(all_writers):
    """Lets all writers save at the same time; when the last of them was done."""
    threads = [threading.Thread(target=writer.round) for writer in all_writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.time()


def is_live(service, writer):
    status, headers, _ = service.ask("GET", f"/soak/{writer.shape}")
    answer = f"/answers/{writer.shape}/{writer.version}/{writer.version}"
    return status == manifests.STATUS and headers["Location"] == answer


def converge(service, all_writers):
    """The status once all that was saved last is live and the service says that all is well; None after many looks."""
    for _ in range(2000):
        if all(is_live(service, writer) for writer in all_writers):
            status = service.status()
            if status["healthy"]:
                return status
        time.sleep(0.005)
    return None


def rounds(service, all_writers, seconds):
    """Milliseconds from the last save to the publishing, and the longest pause of the machine meanwhile; open files. Of each
    round. A round that failed ends it."""
    delays, files = [], []
    heartbeat = Heartbeat()
    heartbeat.start()
    end = time.time() + seconds
    while time.time() < end:
        saved = save_all(all_writers)
        heartbeat.take()
        status = converge(service, all_writers)
        if status is None:
            return delays, files, [writer.shape for writer in all_writers if not is_live(service, writer)] or ["health"]
        delays.append((max(0, (epoch(status["lastSuccess"]["at"]) - saved) * 1000), heartbeat.take()))
        files.append(service.open_files())
    return delays, files, []


def reloads(service, writer, folder, count):
    """Reloads by calls, one after the other, each with a new version and a new store; the memory after each hundred."""
    memory, files = [], []
    first = service.status()["generation"]
    for number in range(count):
        path = f"{folder}/Routes/modules.yaml"
        writers.put(path + ".new", manifests.modules(number + 1))
        os.rename(path + ".new", path)
        writer.save_next()
        status, _, text = service.ask("POST", "/_waybill/reload")
        if status != 200:
            raise SystemExit(f"soak: reload {number} is answered by {status}: {text}")
        if number % 100 == 99:
            memory.append(service.mebibytes())
            files.append(service.open_files())
    return service.status()["generation"] - first, memory, files


def flat(values):
    """The median of the first fifth after the warm-up, that of the last, and whether they differ by at most 5 %, or by 2."""
    warm = values[len(values) // 5 :] or values or [0]
    fifth = max(1, len(warm) // 5)
    begin, end = statistics.median(warm[:fifth]), statistics.median(warm[-fifth:])
    return begin, end, abs(end - begin) <= max(2, 0.05 * begin)


def settle(service):
    """Status and stores when nobody asks for anything any more. A thread of the service keeps the generation that it read last
    until it reads again, or ends; so each gets something to read."""
    deadline = time.time() + 20
    while True:
        waking = [clients.Once(service) for _ in range(16)]
        for client in waking:
            client.join()
        status, stores = service.status(), service.stores()
        if (status["generationsLive"] == 1 and stores == 1) or time.time() > deadline:
            return status, stores
        time.sleep(0.05)


def tell_delays(figures, delays):
    """Where the machine itself stood still, nothing can be said about the service."""
    ordered = sorted(delay for delay, pause in delays if pause < PAUSE) or [0]
    figures.tell("rounds in which the machine paused", f"{sum(pause >= PAUSE for _, pause in delays)} for {PAUSE} ms or more")
    figures.tell(
        "from the last save to the publishing, in the others",
        f"median {statistics.median(ordered):.0f} ms, 99 % within {ordered[len(ordered) * 99 // 100]:.0f} ms, "
        f"worst {ordered[-1]:.0f} ms", f"at most {WITHIN} ms", ordered[-1] <= WITHIN)


def tell_answers(figures, answers, load):
    requests, failed = load.stop()
    figures.tell("requests of wrk", f"{requests}, {failed} failed", "0 failed", failed == 0)
    figures.tell("answers checked", answers.count, "some", answers.count > 0)
    for kind, faults in answers.faults.items():
        figures.tell(f"answers {kind}", len(faults), "0", not faults)
        for fault in faults[:5]:
            print(f"    {fault}")


def tell_rude(figures, service, wrong):
    """What clients did wrong is no error of the service."""
    names = sorted({name for client in wrong for name in client.counts})
    counts = [f"{name} {sum(client.counts.get(name, 0) for client in wrong)}" for name in names]
    figures.tell("of clients that offer upgrades, break chunks or leave", ", ".join(counts), "some", len(counts) == 5)
    errors = service.errors()
    figures.tell("failed requests in the metrics", errors, "0", errors == 0)


def soak(figures, service, all_writers, folder, seconds, count):
    if converge(service, all_writers) is None:
        raise SystemExit("soak: the first manifests are not live after ten seconds")
    answers = clients.Answers()
    load = clients.Load(service, folder, connections=2)
    checking = [clients.Client(service, answers, seed) for seed in range(2)]
    wrong = [rude.RudeClient(service, answers, seed) for seed in range(2)]
    for client in checking + wrong:
        client.start()

    delays, files, missing = rounds(service, all_writers, seconds)
    saves, bad = sum(w.saves for w in all_writers), sum(w.bad_saves for w in all_writers)
    figures.tell("rounds", f"{len(delays)} in {seconds} s, {saves} good saves and {bad} bad ones")
    figures.tell("rounds that never ended in what was saved last", missing or 0, "0", not missing)
    tell_delays(figures, delays)
    begin, end, holds = flat(files)
    figures.tell("open files while saving", f"{begin:.0f}, then {end:.0f}", "flat", holds)

    started = time.time()
    published, memory, files = reloads(service, next(writer for writer in all_writers if writer.shape == "renamed"), folder, count)
    figures.tell(
        "reloads", f"{published} published by {count} calls, {count / (time.time() - started):.0f} a second",
        "each published", published >= count)
    begin, end, holds = flat(memory)
    figures.tell(
        "memory while reloading", f"{begin:.1f} MiB, then {end:.1f} MiB ({(end / begin - 1) * 100:+.1f} %)" if begin else "-",
        "within 5 %" if count >= ENOUGH_RELOADS else "none in a short run", holds or count < ENOUGH_RELOADS)
    begin, end, holds = flat(files)
    figures.tell("open files while reloading", f"{begin:.0f}, then {end:.0f}", "flat", holds)

    for client in checking + wrong:
        client.ends.set()
    for client in checking + wrong:
        client.join()
    tell_answers(figures, answers, load)
    tell_rude(figures, service, wrong)
    status, stores = settle(service)
    figures.tell("generations live at the end", status["generationsLive"], "1", status["generationsLive"] == 1)
    figures.tell("stores at the end", f"{stores} of {count + 1} made", "1", stores == 1)


def main():
    binary, seconds, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="waybill-soak-") as folder:
        os.mkdir(f"{folder}/Routes")
        writers.put(f"{folder}/Routes/modules.yaml", manifests.modules(0))
        all_writers = writers.all_writers(f"{folder}/Routes", "soak")
        service = Service(binary, folder)
        try:
            soak(figures, service, all_writers, folder, seconds, count)
        finally:
            status = service.stop()
        figures.tell("exit status", status, "0", status == 0)
    sys.exit(0 if figures.holds else 1)


main()
