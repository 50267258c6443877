"""A life of the package in a system that systemd-nspawn has booted.

  package.py NSPAWN WORK OLD NEW ITEMS     NSPAWN is its process, OLD and NEW are files in /srv/packages
"""

import ctypes
import hashlib
import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time

sys.path.append("Tests/Support")
from waiting import wait_until  # noqa: E402

CLONE_NEWNET = 0x40000000
PORT = 8080


def fail(what):
    raise SystemExit(f"error: package: {what}")


class System:
    """A booted system, seen from outside."""

    def __init__(self, nspawn, folder):
        self.folder = folder
        self.init = wait_until(lambda: self.child(nspawn), "the system has a first process", 60)
        wait_until(
            lambda: self.run("systemctl", "is-system-running", check=False).strip() in ("running", "degraded"),
            "the system has booted", 120)
        # Requests go to the system's own network. Threads that begin from now on are there as well.
        with open(f"/proc/{self.init}/ns/net") as namespace:
            if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET) != 0:
                fail(f"its network: {os.strerror(ctypes.get_errno())}")

    @staticmethod
    def child(process):
        with open(f"/proc/{process}/task/{process}/children") as file:
            for child in file.read().split():
                with open(f"/proc/{child}/comm") as name:
                    if name.read().strip() == "systemd":
                        return int(child)
        return None

    def run(self, *command, data=None, check=True):
        done = subprocess.run(
            ["nsenter", "--target", str(self.init), "--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd",
             "--", "/usr/bin/env", "--ignore-environment", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8",
             "HOME=/root", "DEBIAN_FRONTEND=noninteractive", *command],
            input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if check and done.returncode != 0:
            print(self.run("journalctl", "--no-pager", "-n", "40", check=False), file=sys.stderr)
            fail(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def apt(self, *arguments):
        return self.run("apt-get", "-y", "-q", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0", *arguments)

    def install(self, package, *options):
        self.apt("install", *options, f"/srv/packages/{package}")

    def property(self, name):
        return self.run("systemctl", "show", "--value", "--property", name, "tanada.service").strip()

    def files(self):
        """Every file with its kind, mode and owner, and the content of those in /etc."""
        changing = re.compile(
            r"/(proc|sys|dev|run|tmp|srv)(/|$)|/var/(log|cache|tmp)/|/var/lib/dpkg/.*-old$|/var/lib/apt/|"
            r"/var/lib/systemd/(random-seed|timers/|timesync/|catalog/)|/etc/ld.so.cache$|/root/")
        listing = self.run(
            "find", "/", "-xdev", "(", "-path", "/proc", "-o", "-path", "/sys", "-o", "-path", "/dev", ")", "-prune",
            "-o", "-printf", "%p\t%y %m %U %G\\n")
        found = dict(line.split("\t") for line in listing.splitlines() if not changing.search(line.split("\t")[0]))
        sums = self.run("find", "/etc", "-type", "f", "-exec", "sha256sum", "{}", "+")
        for line in sums.splitlines():
            digest, path = line.split("  ", 1)
            if path in found:
                found[path] += " " + digest
        return found


def get(path, headers=None, method="GET", body=None, timeout=30):
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=timeout)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def is_ready():
    try:
        return get("/readyz", timeout=5)[0] == 200
    except OSError:
        return False


def sections():
    """How many sections the home screen has."""
    return len(json.loads(get("/v1/feeds/home?width=390")[2])["sections"])


def published_pictures():
    document = get("/v1/feeds/home?width=390")[2].decode()
    return sorted(set(re.findall(r'"(/v1/photos/[^"]*\.(?:webp|jpg|avif)\?[^"]*)"', document)))


class Load:
    """Readers and a writer, and what became of each of their requests."""

    PATHS = ["/v1/feeds/home?width=390", "/v1/feeds/home/sections/recent_news?width=390",
             "/v1/content/recent_news?limit=50", "/v1/feeds/home?width=430&locale=en"]

    def __init__(self, token, readers=4):
        self.token = token
        self.stopping = threading.Event()
        self.requests, self.failures, self.slowest, self.written = 0, [], 0.0, None
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.read, args=(number,)) for number in range(readers)]
        self.threads.append(threading.Thread(target=self.write))
        for thread in self.threads:
            thread.start()

    def record(self, act, what):
        began = time.monotonic()
        problem = None
        try:
            status, _, body = act()
            if status != 200:
                problem = f"{status} {body[:100]}"
        except (OSError, http.client.HTTPException) as error:
            problem = type(error).__name__
        ended = time.monotonic()
        with self.lock:
            self.requests += 1
            self.slowest = max(self.slowest, ended - began)
            if problem:
                self.failures.append((began, ended, what, problem))
        if problem:
            time.sleep(0.005)
        return problem is None

    def read(self, number):
        turn = number
        while not self.stopping.is_set():
            path = self.PATHS[turn % len(self.PATHS)]
            turn += 1
            self.record(lambda: get(path), path)

    def write(self):
        count = 0
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/merge-patch+json"}
        while not self.stopping.is_set():
            count += 1
            title = f"written {count}"
            body = json.dumps({"title": title})
            if self.record(lambda: get("/v1/content/trend_articles/1", headers, "PATCH", body), "a write"):
                self.written = title

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()


def main(nspawn, work, old, new, count):
    system = System(int(nspawn), f"{work}/system")
    print(f"✔ package: {system.run('systemctl', '--version').splitlines()[0]} boots in a container")
    before = system.files()

    # Install.
    program = f"{work}/files/usr/bin/tanada"
    system.install(old)
    if system.property("ActiveState") != "active" or "enabled" not in system.property("UnitFileState"):
        fail(f"the service is {system.property('ActiveState')} after the installation")
    wait_until(is_ready, "the service answers after the installation")
    exposure = float(re.search(r"exposure level for \S+: ([0-9.]+)",
                               system.run("systemd-analyze", "security", "tanada.service"))[1])
    if exposure > 2.0:
        fail(f"systemd-analyze security says {exposure}")
    mode = system.run("stat", "--format", "%a %U", "/etc/tanada/tanada.conf", "/var/lib/private/tanada").split("\n")
    if mode[0] != "640 root" or not mode[1].startswith("700 ") or mode[1].endswith(" root"):
        fail(f"modes and owners are {mode}")
    kind, watchdog, status = (system.property(name) for name in ("Type", "WatchdogUSec", "StatusText"))
    if (kind, watchdog) != ("notify", "30s") or not status.startswith("Serving revision"):
        fail(f"the service is of Type={kind}, with a watchdog of {watchdog}, and says {status!r}")
    print(f"✔ package: installed and serving, Type=notify, watchdog {watchdog}, {status!r}, "
          f"exposure {exposure} in the running system")

    # The samples, with their pictures, as README.Debian says.
    system.run("sed", "-i", "s/^#TANADA_LOCALES=.*/TANADA_LOCALES=ja,en/;s/^#TANADA_READ_RATE=.*/TANADA_READ_RATE=0/;"
               "s/^#TANADA_WRITE_RATE=.*/TANADA_WRITE_RATE=0/", "/etc/tanada/tanada.conf")
    system.run("systemctl", "restart", "tanada")
    system.run("tanadactl", "seed", "/usr/share/tanada/samples")
    imported = system.run("tanadactl", "photo", "import", "--from", "/usr/share/tanada/samples/artwork")
    if ", 0 failed" not in imported or imported.startswith("0 added"):
        fail(f"pictures are imported with: {imported}")
    wait_until(is_ready, "the service answers after a restart")
    if "ja,en" not in system.run("tanadactl", "config"):
        fail("tanadactl does not have the settings of the service")
    wait_until(lambda: sections() >= 7, "the samples are served")
    pictures = wait_until(lambda: published_pictures()[:12], "documents name pictures")
    for picture in pictures:
        status, headers, body = get(picture, timeout=60)
        if status != 200 or not headers["Content-Type"].startswith("image/") or len(body) < 100:
            fail(f"{picture} is {status} {body[:200]}")
    for page in ("/docs/", "/docs/start/getting-started.html", "/docs/assets/index.js"):
        status, _, body = get(page)
        if status != 200 or b"tanada" not in body:
            fail(f"{page} of the documentation is {status} {body[:200]}")
    token = system.run("tanadactl", "token", "create", "--role", "admin", "--name", "package").strip()
    authorized = {"Authorization": f"Bearer {token}"}
    subprocess.run([program, "photo", "pattern", "400x300", "--output", f"{work}/picture.png"], check=True)
    with open(f"{work}/picture.png", "rb") as file:
        status, _, body = get("/v1/photos", authorized, "POST", file.read())
    if status not in (200, 201):
        fail(f"an upload is {status} {body}")
    identifier = json.loads(body)["id"]
    for form in ("320x320.webp", "320x320.avif", "640x640.jpg"):
        status, _, body = get(f"/v1/photos/{identifier}/{form}", authorized, timeout=60)
        if status != 200:
            fail(f"{form} is {status} {body}")
    confined = filters(system)
    if "root" in system.run("find", "/var/lib/private/tanada", "-printf", "%u\\n"):
        fail("a file of the service belongs to root")
    print(f"✔ package: the samples in {sections()} sections, {len(pictures)} pictures of them and 3 of an upload; {confined}")

    # Content, and an upgrade while it is read and written.
    lines = "".join(
        json.dumps({"id": 1000 + number, "thumbnail_url": f"https://example.com/{number}.jpg",
                    "title": f"News {number}", "news_category": "many",
                    "published_at": "2022-12-01T07:30:00.000+0000"}) + "\n"
        for number in range(count))
    system.run("tanadactl", "import", "recent_news", "-", "--format", "ndjson", data=lines)
    news = exported(system)
    total = len(json.loads(news)["result"])
    if total < count:
        fail(f"{total} items of {count} are there")
    load = Load(token)
    wait_until(lambda: load.requests > 500 and load.written, "the load runs")
    if load.failures:
        fail(f"requests fail before the upgrade: {load.failures[:3]}")
    process = system.property("MainPID")
    began = time.monotonic()
    system.install(new)
    took = time.monotonic() - began
    wait_until(lambda: system.property("ActiveState") == "active" and is_ready(), "the new version answers")
    ready = time.monotonic()
    after = load.requests
    wait_until(lambda: load.requests > after + 500, "the load goes on")
    load.stop()
    if system.property("MainPID") == process:
        fail("the upgrade has not restarted the service")
    # Times of systemd are of the same clock as ours.
    left = int(system.property("ActiveExitTimestampMonotonic")) / 1e6
    restart = ready - left
    outside = [failure for failure in load.failures if failure[0] < left - 0.1 or failure[1] > ready]
    if outside:
        fail(f"requests fail before or after the restart: {outside[:3]}")
    if not load.failures:
        fail("no request failed while the service was restarted: the load was not there")
    outage = max(ended for _, ended, _, _ in load.failures) - min(began for began, _, _, _ in load.failures)
    longest = max(ended - began for began, ended, _, _ in load.failures)
    if longest > restart or outage > restart + 0.1:
        fail(f"a failed request took {longest:.2f} s, the restart {restart:.2f} s")
    title = json.loads(get("/v1/content/trend_articles/1")[2])["result"][0]["title"]
    if int(title.split()[1]) < int(load.written.split()[1]):
        fail(f"'{load.written}' was acknowledged, and '{title}' is there")
    same(system, new, news)
    print(f"✔ package: upgraded with {total} items in {took:.1f} s, of which the restart {restart:.2f} s; "
          f"{load.requests} requests, {len(load.failures)} failed within {outage:.2f} s, the longest for "
          f"{longest * 1000:.0f} ms; the slowest of all took {load.slowest * 1000:.0f} ms")

    # Down again, stopped: it stays stopped.
    system.run("systemctl", "stop", "tanada")
    system.install(old, "--allow-downgrades")
    if system.property("ActiveState") != "inactive":
        fail(f"a stopped service is {system.property('ActiveState')} after a downgrade")
    system.run("systemctl", "start", "tanada")
    wait_until(is_ready, "the version before answers")
    same(system, old, news)
    print("✔ package: downgraded; what was stopped stayed stopped, and serves the same content when it is started")

    # Removed, and back.
    settings = system.run("cat", "/etc/tanada/tanada.conf")
    system.apt("remove", "tanada")
    if is_ready() or system.run("sh", "-c", "command -v tanada tanadactl", check=False):
        fail("it is still there after it was removed")
    system.install(new)
    wait_until(is_ready, "it answers after it was installed again")
    same(system, new, news)
    if system.run("cat", "/etc/tanada/tanada.conf") != settings:
        fail("the settings were changed by a removal")
    print("✔ package: removed and installed again with its content and settings")

    # A service that an administrator has disabled stays so.
    system.run("systemctl", "disable", "--now", "tanada")
    system.install(new, "--reinstall")
    if system.property("UnitFileState") != "disabled" or system.property("ActiveState") != "inactive":
        fail("a disabled service was enabled by an upgrade")
    system.run("systemctl", "enable", "--now", "tanada")
    wait_until(is_ready, "it answers after it was enabled again")

    # Nothing is left.
    system.apt("purge", "tanada")
    processes = [line for line in system.run("sh", "-c", "cat /proc/[0-9]*/comm").splitlines() if line == "tanada"]
    now = system.files()
    left = sorted(set(now) - set(before)), sorted(set(before) - set(now))
    changed = sorted(path for path in before if path in now and before[path] != now[path])
    if processes or any(left) or changed:
        fail(f"after the purge: new {left[0]}, gone {left[1]}, changed {changed}, running {processes}")
    print(f"✔ package: purged; the {len(now)} files of the system are those from before")


def filters(system):
    """Whether the picture workers have a filter of system calls of their own, within that of the unit."""
    def seccomp(process):
        with open(f"/proc/{process}/status") as file:
            return int(re.search(r"Seccomp_filters:\t(\d+)", file.read())[1])

    group = system.property("ControlGroup")
    processes = []
    for process in os.listdir("/proc"):
        if process.isdigit():
            try:
                with open(f"/proc/{process}/cgroup") as file:
                    if any(line.strip().endswith(group) for line in file):
                        with open(f"/proc/{process}/cmdline") as arguments:
                            processes.append((int(process), arguments.read()))
            except OSError:
                continue
    main = [seccomp(process) for process, arguments in processes if "\0serve\0" in arguments]
    workers = [seccomp(process) for process, arguments in processes if "worker" in arguments]
    if len(main) != 1 or not workers or any(count != main[0] + 1 for count in workers):
        fail(f"the server has {main} filters of system calls and its workers have {workers}")
    return f"{len(workers)} workers with {workers[0]} filters of system calls, the server with {main[0]}"


def exported(system):
    return system.run("tanadactl", "export", "recent_news")


def same(system, package, news):
    version = system.run("dpkg-query", "--show", "--showformat=${Version}", "tanada")
    if version != package.split("_")[1]:
        fail(f"version {version} is installed, expected {package}")
    present = exported(system)
    if hashlib.sha256(present.encode()).digest() != hashlib.sha256(news.encode()).digest():
        fail(f"the content is another one with {package}")
    if sections() < 7:
        fail(f"{package} does not serve the samples")


if __name__ == "__main__":
    nspawn, work, old, new, items = sys.argv[1:]
    main(nspawn, work, old, new, int(items))
