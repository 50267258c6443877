"""Requests for the home screen beside nginx, which serves the same bytes from files.

    serving.py BINARY FOLDER_OF_SEEDS [--beside BINARY] [--rounds N] [--seconds N] [--connections N …]

In every round the servers take turns; each figure is the median of the rounds, and each ratio the median of
the ratios in one round. wrk runs on the same processors.
"""

import argparse
import contextlib
import os
import re
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

SCREEN = "/v1/feeds/home?width=390"
# Header fields, by the name of the case.
CASES = {
    "identity": {"Accept-Encoding": "identity"},
    "gzip": {"Accept-Encoding": "gzip"},
    "br": {"Accept-Encoding": "br"},
}
OTHER_ROUTES = [
    "/v1/feeds/home/sections/pickup_photos?width=390&limit=2",
    "/v1/content/pickup_photos?limit=100",
    "/v1/content/recent_news/1",
    "/v1/feeds/nobody",
]
NGINX = """
worker_processes 2;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=16;
  keepalive_requests 1000000000;
  default_type application/json;
  server {{
    listen 127.0.0.1:{port};
    root {folder};
    location = /identity {{ {fields} }}
    location = /gzip {{ add_header Content-Encoding gzip; {fields} }}
    location = /br {{ add_header Content-Encoding br; {fields} }}
  }}
}}
"""


def fetch(url, headers=None):
    """Status, header fields and body."""
    request = urllib.request.Request(url, headers=headers or {})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


class Program:
    """A process that is stopped at the end."""

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Tanada(Program):
    """A server with the sample content, with limits that are switched on and out of reach."""

    def __init__(self, binary, seeds, folder):
        database = os.path.join(folder, "tanada.sqlite")
        if not os.path.exists(database):
            subprocess.run(
                [binary, "seed", seeds, "--database", database], check=True, capture_output=True)
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--database", database, "--read-rate", "1000000",
             "--write-rate", "1000000"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])
        for headers in CASES.values():
            fetch(self.url(SCREEN), headers)

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def screen(self, case):
        return self.url(SCREEN)


class Nginx(Program):
    """nginx with two workers, and the files that `tanada` would send."""

    port = 8099

    def __init__(self, tanada, folder):
        # Like those that tanada sends; the others nginx has of its own.
        fields = "".join(
            f"add_header {name} '{value}'; "
            for name, value in [
                ("Cache-Control", "public, max-age=30, stale-while-revalidate=300"),
                ("Vary", "Accept-Encoding"), ("X-Tanada-Revision", "1"),
                ("xkey", "feed:home " + " ".join(f"section:home/{n}" for n in range(6))),
            ])
        for case, headers in CASES.items():
            with open(os.path.join(folder, case), "wb") as file:
                file.write(fetch(tanada.screen(case), headers)[2])
        configuration = os.path.join(folder, "nginx.conf")
        with open(configuration, "w") as file:
            file.write(NGINX.format(folder=folder, port=self.port, fields=fields))
        # Its workers must read the folder.
        os.chmod(folder, 0o755)
        self.process = subprocess.Popen(["nginx", "-c", configuration], stderr=subprocess.PIPE)

    def wait(self):
        for _ in range(100):
            try:
                return fetch(self.screen("identity"))
            except urllib.error.URLError:
                time.sleep(0.05)
        raise SystemExit("nginx does not answer")

    def screen(self, case):
        return f"http://127.0.0.1:{self.port}/{case}"


def load(url, headers, connections, seconds):
    """Requests per second, and the 99th percentile of their times in milliseconds."""
    command = ["wrk", "-t", str(min(2, connections)), "-c", str(connections), "-d", f"{seconds}s", "--latency"]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    text = subprocess.run([*command, url], check=True, capture_output=True, text=True).stdout
    if "Socket errors" in text:
        raise SystemExit(f"{url}: {text}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def cases(server):
    """URL and header fields of every case of `server`."""
    for case, headers in CASES.items():
        yield case, server.screen(case), headers
    headers = CASES["br"]
    tag = fetch(server.screen("br"), headers)[1]["ETag"]
    yield "304", server.screen("br"), headers | {"If-None-Match": tag}


def check(nginx, servers):
    for case, headers in CASES.items():
        bodies = {fetch(server.screen(case), headers)[2] for server in (nginx, servers[0])}
        assert len(bodies) == 1, f"the servers send different bytes for {case}"
    for server in [nginx, *servers]:
        for case, url, headers in cases(server):
            status = fetch(url, headers)[0]
            assert status == (304 if case == "304" else 200), (url, status)


def compare(name, targets, connections, options):
    """Prints the medians of `targets`, by the name of the program; the first is what the others are compared with."""
    rounds = [
        {program: load(url, headers, connections, options.seconds)
         for program, (url, headers) in targets.items()}
        for _ in range(options.rounds)
    ]
    base = next(iter(targets))
    for program in targets:
        rates = statistics.median(round[program][0] for round in rounds)
        times = statistics.median(round[program][1] for round in rounds)
        line = f"| {name} | {connections} | {program} | {rates:,.0f} | {times:.2f} |"
        if program != base:
            share = statistics.median(round[program][0] / round[base][0] for round in rounds)
            late = statistics.median(round[program][1] / round[base][1] for round in rounds)
            line += f" {share:.2f} | {late:.2f} |"
        else:
            line += " 1 | 1 |"
        print(line, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("seeds")
    parser.add_argument("--beside", help="a former version, measured in turns")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--connections", type=int, nargs="+", default=[32, 256])
    parser.add_argument("--only", nargs="+", help="the cases to measure")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        servers = {"tanada": Tanada(options.binary, options.seeds, folder)}
        stack.callback(servers["tanada"].stop)
        if options.beside:
            former = os.path.join(folder, "former")
            os.mkdir(former)
            servers["former"] = Tanada(options.beside, options.seeds, former)
            stack.callback(servers["former"].stop)
        nginx = Nginx(servers["tanada"], folder)
        stack.callback(nginx.stop)
        nginx.wait()
        check(nginx, list(servers.values()))
        measure({"nginx": nginx} | servers, options)


def measure(programs, options):
    print("| Case | Connections | Program | Requests/s | 99 % in ms | × rate | × time |")
    print("|---|--:|---|--:|--:|--:|--:|")
    requests = {
        program: {case: (url, headers) for case, url, headers in cases(server)}
        for program, server in programs.items()}
    for case in requests["nginx"]:
        for connections in options.connections:
            if not options.only or case in options.only:
                targets = {program: requests[program][case] for program in programs}
                compare(case, targets, connections, options)
    for path in OTHER_ROUTES if options.beside else []:
        if not options.only or "other" in options.only:
            targets = {
                program: (programs[program].url(path), {}) for program in ["former", "tanada"]}
            compare(path, targets, options.connections[0], options)


if __name__ == "__main__":
    main()
