"""How long a start takes beside that of `node -e 0`, and its memory; see `scripts/bench start`.

    start.py BINARY FOLDER_OF_SEEDS [--beside BINARY] [--runs N] [--database FILE]

The programs take turns; every figure is a median, and ratios are those of one turn.
"""

import argparse
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

PAUSE = 0.0002  # seconds between two attempts to connect
REQUEST = b"GET /v1/feeds/home HTTP/1.1\r\nHost: tanada\r\nConnection: close\r\n\r\n"
# Loads a library by the path in its argument, and prints the nanoseconds and the kilobytes that it takes.
LOADER = r"""
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static long kilobytes(const char *name) {
  long value = 0;
  char line[256];
  FILE *file = fopen("/proc/self/status", "r");
  while (fgets(line, sizeof line, file))
    if (strncmp(line, name, strlen(name)) == 0) sscanf(line + strlen(name), ": %ld", &value);
  fclose(file);
  return value;
}

int main(int count, char **arguments) {
  kilobytes("VmRSS");  // Reading takes memory too.
  long before = kilobytes("VmRSS"), own = kilobytes("RssAnon");
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  void *library = dlopen(arguments[count - 1], RTLD_NOW);
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (!library) return puts(dlerror()), 1;
  long nanoseconds = (end.tv_sec - start.tv_sec) * 1000000000 + end.tv_nsec - start.tv_nsec;
  printf("%ld %ld %ld\n", nanoseconds, kilobytes("VmRSS") - before, kilobytes("RssAnon") - own);
}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answer(port):
    """The status of the answer of the server at `port`; None as long as there is none."""
    with socket.socket() as connection:
        try:
            connection.connect(("127.0.0.1", port))
        except ConnectionRefusedError:
            return None
        connection.sendall(REQUEST)
        received = b""
        while chunk := connection.recv(1 << 16):
            received += chunk
    return received[:12]


class Start:
    """One start: the milliseconds until the first 200, and what the process has then."""

    def __init__(self, binary, database):
        port = free_port()
        environment = dict(os.environ, TANADA_DATABASE=database)
        command = [binary, "serve", "--port", str(port)]
        with tempfile.TemporaryFile() as messages:
            began = time.monotonic()
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=messages)
            try:
                while (status := answer(port)) is None:
                    if process.poll() is not None:
                        messages.seek(0)
                        sys.exit(f"error: {binary} ended: {messages.read().decode()}")
                    time.sleep(PAUSE)
                self.milliseconds = (time.monotonic() - began) * 1000
                if status != b"HTTP/1.1 200":
                    sys.exit(f"error: {binary} answers with {status}")
                with open(f"/proc/{process.pid}/status") as file:
                    fields = dict(re.findall(r"(\w+):\s+(\d+) kB", file.read()))
                self.resident = int(fields["VmRSS"]) / 1000
                self.own = int(fields["RssAnon"]) / 1000
                with open(f"/proc/{process.pid}/maps") as file:
                    self.libraries = sorted(set(re.findall(r"/\S+\.so\S*", file.read())))
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait()


def milliseconds_of(command):
    began = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.monotonic() - began) * 1000


def median(values):
    return statistics.median(list(values))


def print_start(name, starts, nodes):
    ratio = median(start.milliseconds / node for start, node in zip(starts, nodes))
    print(
        f"{name}: {median(start.milliseconds for start in starts):.1f} ms from serve to the first 200, "
        f"{ratio:.2f} of node; {median(start.resident for start in starts):.1f} MB resident, "
        f"{median(start.own for start in starts):.1f} MB its own; "
        f"{len(starts[0].libraries)} shared libraries")


# What libraries cost.


def loads(library, loader, runs):
    """The medians of loading a library and those that it needs: milliseconds, megabytes, and its own ones."""
    figures = []
    for _ in range(runs):
        output = subprocess.run([loader, library], capture_output=True, text=True)
        if output.returncode != 0:
            return None
        figures.append([int(text) for text in output.stdout.split()])
    nanoseconds, resident, own = (median(column) for column in zip(*figures))
    return nanoseconds / 1e6, resident / 1000, own / 1000


def companions(loader, library):
    """How many other libraries come with a library."""
    environment = dict(os.environ, LD_DEBUG="files")
    output = subprocess.run(
        [loader, library], capture_output=True, text=True, env=environment).stderr
    return len(set(re.findall(r"file=(\S+) .*needed by", output)) - {"libc.so.6"})


def print_libraries(start, folder, runs):
    """A line for each library of a start, and for the two that it leaves to other processes."""
    compiler = next(filter(None, map(shutil.which, ["cc", "clang", "gcc"])), None)
    if compiler is None:
        print("what libraries cost is measured with a C compiler, and there is none")
        return
    source, loader = os.path.join(folder, "loader.c"), os.path.join(folder, "loader")
    with open(source, "w") as file:
        file.write(LOADER)
    subprocess.run([compiler, "-O1", "-o", loader, source, "-ldl"], check=True)
    print("what a library costs that is loaded alone, with those that it needs:")
    elsewhere = ["libvips.so.42", "libcurl.so.4"]  # as CVips and CCurl load them
    # The loader has these itself.
    shown = [path for path in start.libraries if not re.match(r"ld-|libc\.", os.path.basename(path))]
    for library in shown + elsewhere:
        costs = loads(library, loader, runs)
        if costs is None:
            print(f"  {library}: not installed")
            continue
        others = f" and {companions(loader, library)} others" if library in elsewhere else ""
        note = "; not in the server" if library in elsewhere else ""
        print(
            f"  {os.path.basename(library)}{others}: {costs[0]:.2f} ms, {costs[1]:.2f} MB, "
            f"of which {costs[2]:.2f} MB its own{note}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("seeds")
    parser.add_argument("--beside", help="another version, which takes turns")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--database", help="a database instead of a new one with the seeds")
    options = parser.parse_args()
    node = shutil.which("node")
    with tempfile.TemporaryDirectory() as folder:
        database = options.database
        if database is None:
            database = os.path.join(folder, "tanada.sqlite")
            subprocess.run(
                [options.binary, "seed", options.seeds, "--database", database, "--quiet"], check=True)
        nodes, starts, others = [], [], []
        # The first round fills the system's cache of files, and does not count.
        for run in range(options.runs + 1):
            nodes.append(milliseconds_of([node, "-e", "0"]) if node else float("nan"))
            starts.append(Start(options.binary, database))
            if options.beside:
                others.append(Start(options.beside, database))
        nodes, starts, others = nodes[1:], starts[1:], others[1:]
        print(f"medians of {options.runs} runs")
        print(f"node -e 0: {median(nodes):.1f} ms" if node else "node is not installed")
        print_start("tanada", starts, nodes)
        if others:
            print_start("the other version", others, nodes)
        print_libraries(starts[0], folder, options.runs)


main()
