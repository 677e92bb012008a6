"""Starts the programs that Scripts/proxies/packages.sh has unpacked. For Scripts/proxies.sh and Scripts/logs.sh."""

import os
import re
import socket
import subprocess
import sys
import time

COMMANDS = {
    "nginx": ["{root}/usr/sbin/nginx", "-c", "{file}", "-p", "{folder}"],
    "Apache": ["{root}/usr/sbin/apache2", "-f", "{file}", "-D", "FOREGROUND"],
    "HAProxy": ["{root}/usr/sbin/haproxy", "-db", "-f", "{file}"],
    "lighttpd": ["{root}/usr/sbin/lighttpd", "-D", "-f", "{file}", "-m", "{root}/usr/lib/lighttpd"],
    "Caddy": ["{root}/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", "{file}"],
}


def versions(root):
    """The programs with their versions, in the order of the commands."""
    found = []
    for name, command in COMMANDS.items():
        option = "version" if name == "Caddy" else "-v"
        run = subprocess.run([command[0].format(root=root), option], capture_output=True, text=True)
        found.append((name, re.search(r"\d+\.\d+\.\d+", run.stdout + run.stderr)[0]))
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Program:
    """A program as its package brings it, with a configuration: a text with {folder}, {port}, {root} and the given values."""

    def __init__(self, program, configuration, **values):
        self.program = program
        self.configuration = configuration
        self.values = values

    def start(self, root, folder, output=None):
        """Starts it in an empty folder, and waits until it listens. `output` is the file of its standard output."""
        self.port = free_port()
        file, errors = folder / "configuration", folder / "errors"
        file.write_text(self.configuration.format(folder=folder, port=self.port, root=root, **self.values))
        command = [part.format(root=root, file=file, folder=folder) for part in COMMANDS[self.program]]
        environment = dict(os.environ, HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
        with open(errors, "w") as log, open(output or folder / "output", "w") as own:
            self.process = subprocess.Popen(command, stdout=own, stderr=log, env=environment, cwd=folder)
        for _ in range(200):
            try:
                # The end of a request that says nothing is logged by some programs.
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        sys.exit(f"{self.program} does not start:\n{errors.read_text()}")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
