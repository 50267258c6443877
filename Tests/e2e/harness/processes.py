"""Processes that end with the test that has started them."""

import os
import pathlib
import signal
import socket
import subprocess
import time

from .program import PATIENCE


def preloaded(library):
    """The value of LD_PRELOAD for a library beside those that are preloaded already: the thread sanitizer needs one."""
    return ":".join(filter(None, [str(library), os.environ.get("LD_PRELOAD")]))


def free_ports(count, below=65_536):
    """Ports that nobody listens on, all different."""
    sockets, ports = [], []
    while len(ports) < count:
        sockets.append(socket.socket())
        sockets[-1].bind(("127.0.0.1", 0))
        if (port := sockets[-1].getsockname()[1]) < below:
            ports.append(port)
    for one in sockets:
        one.close()
    return ports


def free_port():
    return free_ports(1)[0]


def status_of(pid):
    """What the system says of a process, by name: those of proc(5)."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def children_of(pid):
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


class Process:
    """A process whose messages, and output unless it is piped, go to a file. As a context, it is killed at the end."""

    def __init__(self, command, messages, folder=None, environment=None, piped=False):
        self.command, self.messages, self.folder = list(map(str, command)), pathlib.Path(messages), folder
        self.environment, self.piped = environment, piped
        self.process = None

    def launch(self):
        with open(self.messages, "ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if self.piped else log, stderr=log, text=True)
        return self

    def start(self):
        return self.launch()

    def __enter__(self):
        return self if self.process else self.start()

    def __exit__(self, *_):
        self.end(signal.SIGKILL)

    @property
    def pid(self):
        return self.process.pid

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def end(self, how=signal.SIGTERM):
        if self.process is None:
            return None
        if self.is_running:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return status

    def stop(self):
        return self.end()

    def kill(self):
        return self.end(signal.SIGKILL)

    def log(self, count=2000):
        return self.messages.read_bytes()[-count:].decode(errors="replace") if self.messages.exists() else ""

    @property
    def processor_seconds(self):
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def forget_peak(self):
        """Begins a new measurement of `peak_memory`, where the system permits it."""
        try:
            pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")
        except OSError:
            pass

    @property
    def peak_memory(self):
        return int(status_of(self.pid)["VmHWM"].split()[0]) << 10

    def children(self):
        """The ids of its children, such as workers that decode pictures."""
        return children_of(self.pid)

    def memory(self):
        """The bytes of memory of the process and its children; shared pages count in part."""
        total = 0
        for pid in [self.pid, *self.children()]:
            try:
                with open(f"/proc/{pid}/smaps_rollup") as file:
                    total += sum(int(line.split()[1]) << 10 for line in file if line.startswith("Pss:"))
            except OSError:
                pass
        return total


def until_listening(port, process=None, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=seconds).close()
            return
        except OSError:
            if time.monotonic() > end or (process and not process.is_running):
                raise
            time.sleep(0.01)
