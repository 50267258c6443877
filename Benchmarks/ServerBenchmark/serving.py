"""Requests for the home screen, an item and a list beside nginx, which serves the same bytes from files.

    serving.py BINARY FOLDER_OF_SEEDS [--beside BINARY] [--rounds N] [--seconds N] [--connections N …]

The heads of requests differ from each other as those of a proxy do (`heads.lua`). In every round the servers take
turns; each figure is the median of the rounds, and each ratio the median of the ratios in one round. wrk runs on
the same processors.
"""

import argparse
import contextlib
import os
import platform
import re
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import translations

SCREEN = "/v1/feeds/home?width=390"
ITEM = "/v1/content/recent_news/1"
LIST = "/v1/content/pickup_photos?limit=20"
# Paths and header fields, by the name of the case. An item and a list are sent uncompressed to everyone.
CASES = {
    "identity": (SCREEN, {"Accept-Encoding": "identity"}),
    "gzip": (SCREEN, {"Accept-Encoding": "gzip"}),
    "br": (SCREEN, {"Accept-Encoding": "br"}),
    "item": (ITEM, {"Accept-Encoding": "identity"}),
    "list": (LIST, {"Accept-Encoding": "identity"}),
}
# The least rate and the longest time beside nginx, by case; `None` where there is no goal.
GOALS = {
    "identity": (0.75, 1.5), "gzip": (0.75, None), "br": (0.75, None), "304": (0.75, None),
    "item": (0.4, None), "list": (0.5, None),
}
# Fields that nginx makes itself, and those that differ from one answer to the next.
OWN_FIELDS = {
    "connection", "content-length", "content-type", "date", "etag", "ratelimit", "server", "x-request-id",
}
HEADS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "heads.lua")
# The different heads of each thread: they come again when a server has long forgotten them.
HEAD_COUNT = 20_000
# A feed that there is not.
UNKNOWN = "/v1/feeds/unknown"
OTHER_ROUTES = [
    UNKNOWN,
    "/v1/feeds/home/sections/pickup_photos?width=390&limit=2",
    "/v1/content/pickup_photos?limit=100",
    "/v1/content/recent_news/1",
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
    {locations}
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

    def __init__(self, binary, seeds, folder, is_behind_proxy, locale=None, has_kinds_alone=False):
        """`has_kinds_alone`: whether only the six kinds of every new database are seeded, which a former version knows
        as well, so that both show the same screen."""
        self.locale = locale
        database = os.path.join(folder, "tanada.sqlite")
        if not os.path.exists(database):
            kinds = ["campaign_banners", *translations.FIELDS]
            paths = [os.path.join(seeds, f"{kind}.json") for kind in kinds] if has_kinds_alone else [seeds]
            subprocess.run(
                [binary, "seed", *paths, "--database", database], check=True, capture_output=True)
            if locale:
                translations.translate(binary, database)
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--database", database, "--read-rate", "1000000",
             "--write-rate", "1000000", *(["--trusted-proxies", "127.0.0.1"] if is_behind_proxy else [])],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=os.environ | (translations.ENVIRONMENT if locale else {}))
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])
        for case, (_, headers) in CASES.items():
            fetch(self.document(case), headers)

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def document(self, case):
        path = CASES[case][0]
        if self.locale:
            path += f"{'&' if '?' in path else '?'}locale={self.locale}"
        return self.url(path)


class Nginx(Program):
    """nginx with two workers, and the files that `tanada` would send."""

    port = 8099

    def __init__(self, tanada, folder):
        locations = []
        for case, (_, headers) in CASES.items():
            _, fields, body = fetch(tanada.document(case), headers)
            with open(os.path.join(folder, case), "wb") as file:
                file.write(body)
            lines = [
                f"add_header {name} {quoted(value)};" for name, value in fields.items()
                if name.lower() not in OWN_FIELDS]
            locations.append(f"location = /{case} {{ {' '.join(lines)} }}")
        configuration = os.path.join(folder, "nginx.conf")
        with open(configuration, "w") as file:
            file.write(NGINX.format(folder=folder, port=self.port, locations="\n    ".join(locations)))
        # Its workers must read the folder.
        os.chmod(folder, 0o755)
        self.process = subprocess.Popen(["nginx", "-c", configuration], stderr=subprocess.PIPE)

    def wait(self):
        for _ in range(100):
            try:
                return fetch(self.document("identity"))
            except urllib.error.URLError:
                time.sleep(0.05)
        raise SystemExit("nginx does not answer")

    def document(self, case):
        return f"http://127.0.0.1:{self.port}/{case}"


def quoted(value):
    """`value` in the configuration of nginx."""
    assert not set("'$\\") & set(value), f"nginx would read {value!r} as something else"
    return f"'{value}'"


def load(url, headers, connections, seconds, seed, length=None):
    """Requests per second, and the 99th percentile of their times in milliseconds.

    The heads follow from `seed`. `length` is that of the bodies that are expected.
    """
    command = ["wrk", "-t", str(min(2, connections)), "-c", str(connections), "-d", f"{seconds}s",
               "--latency"]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    command += ["-s", HEADS, url, "--", str(seed), str(HEAD_COUNT)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Socket errors" in text or "Non-2xx" in text and not url.endswith(UNKNOWN):
        raise SystemExit(f"{url}: {text}")
    if length is not None:
        pattern = r"(\d+) requests in [\d.]+\w+, ([\d.]+)([KMG]?B) read"
        count, size, unit = re.search(pattern, text).groups()
        scale = {"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}[unit]
        size = float(size) * scale / int(count)
        # Beside the body there is a head; the sum is rounded.
        if not length * 0.98 < size < length * 1.02 + 1500:
            raise SystemExit(f"{url}: {size:.0f} bytes for each answer, with bodies of {length}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def cases(server):
    """URL, header fields and length of the body of every case of `server`."""
    found = {}
    for case, (_, headers) in CASES.items():
        url = server.document(case)
        _, fields, body = fetch(url, headers)
        found[case] = (url, headers, len(body))
        if case == "br":
            found["304"] = (url, headers | {"If-None-Match": fields["ETag"]}, 0)
    return found


def check(nginx, servers):
    for case, (_, headers) in CASES.items():
        bodies = {fetch(server.document(case), headers)[2] for server in (nginx, *servers[:1])}
        assert len(bodies) == 1, f"the servers send different bytes for {case}"
    for server in [nginx, *servers]:
        for case, (url, headers, _) in cases(server).items():
            status = fetch(url, headers)[0]
            assert status == (304 if case == "304" else 200), (url, status)


def judgement(goal, share, late):
    """Whether the ratios reach `goal`."""
    if goal is None:
        return ""
    least, longest = goal
    is_met = share >= least and (longest is None or late <= longest)
    text = f"{least:g}" + (f" / {longest:g}" if longest else "")
    return f"goal {text}: {'met' if is_met else 'MISSED'}"


def compare(name, targets, connections, options):
    """Prints the medians of `targets`, by the name of the program, which take turns; the first is the base of the ratios."""
    rounds = [
        {program: load(url, headers, connections, options.seconds, number, length)
         for program, (url, headers, length) in targets.items()}
        for number in range(options.rounds)
    ]
    base = next(iter(targets))
    for program in targets:
        rate = statistics.median(round[program][0] for round in rounds)
        late = statistics.median(round[program][1] for round in rounds)
        line = f"| {name} | {connections} | {program} | {rate:,.0f} | {late:.2f} |"
        if program == base:
            print(line + " 1 | 1 | |", flush=True)
            continue
        share, late = (
            statistics.median(round[program][index] / round[base][index] for round in rounds)
            for index in (0, 1))
        text = judgement(GOALS.get(name), share, late) if program == "tanada" else ""
        print(f"{line} {share:.2f} | {late:.2f} | {text} |", flush=True)


def facts():
    """The machine and the programs beside the one that is measured."""
    answer = subprocess.run(["nginx", "-v"], capture_output=True, text=True).stderr
    version = answer.strip().rsplit("/", 1)[-1]
    with open("/proc/cpuinfo") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return (f"{len(os.sched_getaffinity(0))} cores{f' ({models[0]})' if models else ''}, Linux "
            f"{platform.release()}, nginx {version}, load average {os.getloadavg()[0]:.2f} before the run")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("seeds")
    parser.add_argument("--beside", help="a former version, measured in turns")
    parser.add_argument(
        "--locale", choices=translations.LOCALES[1:],
        help="measure translated content in this locale, one of five; the former version has one locale")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--connections", type=int, nargs="+", default=[32, 256])
    parser.add_argument("--only", nargs="+", help="the cases to measure")
    parser.add_argument(
        "--trusted", action=argparse.BooleanOptionalAction, default=True,
        help="whether tanada takes wrk for a proxy that it trusts: then each address has its own rate")
    options = parser.parse_args()
    unknown = set(options.only or []) - {*CASES, "304", "other"}
    if unknown:
        parser.error(f"there is no case {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        servers = {"tanada": Tanada(
            options.binary, options.seeds, folder, options.trusted, options.locale,
            has_kinds_alone=options.beside is not None)}
        stack.callback(servers["tanada"].stop)
        if options.beside:
            former = os.path.join(folder, "former")
            os.mkdir(former)
            servers["former"] = Tanada(
                options.beside, options.seeds, former, options.trusted, has_kinds_alone=True)
            stack.callback(servers["former"].stop)
        nginx = Nginx(servers["tanada"], folder)
        stack.callback(nginx.stop)
        nginx.wait()
        check(nginx, list(servers.values()))
        measure({"nginx": nginx} | servers, options)


def measure(programs, options):
    print(facts())
    print(f"{options.rounds} rounds of {options.seconds} s; tanada "
          f"{'trusts' if options.trusted else 'does not trust'} the addresses that wrk forwards\n")
    print("| Case | Connections | Program | Requests/s | 99 % in ms | × rate | × time | Goal |")
    print("|---|--:|---|--:|--:|--:|--:|---|")
    requests = {program: cases(server) for program, server in programs.items()}
    for case in requests["nginx"]:
        for connections in options.connections:
            if not options.only or case in options.only:
                targets = {program: requests[program][case] for program in programs}
                compare(case, targets, connections, options)
    for path in OTHER_ROUTES if options.beside else []:
        if not options.only or "other" in options.only:
            targets = {
                program: (programs[program].url(path), {}, None) for program in ["former", "tanada"]}
            compare(path, targets, options.connections[0], options)


if __name__ == "__main__":
    main()
