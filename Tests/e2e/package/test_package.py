"""The packages of scripts/package: what is in them, and a life of them on a Debian 12 under a systemd of its own:
install with apt, serve the samples and their pictures within the unit's limits, upgrade under load, downgrade, remove,
install again, purge to nothing. `make`, `check` and `boot` say what they take; see `--size items=N`."""

import contextlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import time

import pytest
from harness import PROGRAM, Client, Process, eventually, namespaces, need
from harness.load import NO_ANSWER, People
from harness.processes import children_of, status_of

HERE = pathlib.Path(__file__).parent
TOOLS = ["dpkg-deb", "fish", "lintian", "man", "mandoc", "systemd-analyze", "zsh"]
PATHS = ["/v1/feeds/home?width=390", "/v1/feeds/home/sections/recent_news?width=390",
         "/v1/content/recent_news?limit=50", "/v1/feeds/home?width=430&locale=en"]


def script(name, *arguments):
    done = subprocess.run([HERE / name, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def packages(make_folder, documentation):
    """The folder with the files of the package, the package, and one of a version before."""
    need("dpkg-deb")
    folder = make_folder("package")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"TANADA": PROGRAM, "TANADA_SITE": str(documentation), "TANADA_PACKAGE_COMPRESSION": "gzip",
                            "LC_ALL": "C.UTF-8"}.items():
            patch.setenv(name, value)
        yield folder, *script("make", folder)


def test_what_is_in_it(packages, figure):
    need(*TOOLS)
    folder, new, _ = packages
    for line in script("check", new, folder):
        figure(f"package: {line}")


class System:
    def __init__(self, nspawn):
        self.init = eventually(lambda: next((str(child) for child in children_of(nspawn)
                                             if status_of(child)["Name"] == "systemd"), None),
                               "the system has a first process", 60)
        eventually(lambda: self.run("systemctl", "is-system-running", check=False).strip() in ("running", "degraded"),
                   "the system has booted", 120)

    def run(self, *command, data=None, check=True):
        done = subprocess.run(
            ["nsenter", "--target", self.init, "--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd", "--",
             "/usr/bin/env", "--ignore-environment", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "HOME=/root",
             "DEBIAN_FRONTEND=noninteractive", *command], input=data, capture_output=True, text=True)
        if check and done.returncode != 0:
            journal = self.run("journalctl", "--no-pager", "-n", "40", check=False)
            pytest.fail(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}{journal}")
        return done.stdout

    def apt(self, *arguments):
        self.run("apt-get", "-y", "-q", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0", *arguments)

    def install(self, package, *options):
        self.apt("install", *options, f"/srv/packages/{os.path.basename(package)}")

    def state(self, *names):
        show = "systemctl", "show", "--value", "tanada.service", "--property"
        return [self.run(*show, name).strip() for name in names]

    def exported(self):
        return self.run("tanadactl", "export", "recent_news")

    def files(self):
        """Every file with its kind, mode and owner, and the content of those in /etc."""
        changing = re.compile(
            r"/(proc|sys|dev|run|tmp|srv)(/|$)|/var/(log|cache|tmp)/|/var/lib/dpkg/.*-old$|/var/lib/apt/|"
            r"/var/lib/systemd/(random-seed|timers/|timesync/|catalog/)|/etc/ld.so.cache$|/root/")
        listing = self.run("find", "/", "-xdev", "-regex", "/\\(proc\\|sys\\|dev\\)", "-prune", "-o",
                           "-printf", "%p\t%y %m %U %G\\n")
        found = dict(line.split("\t") for line in listing.splitlines() if not changing.search(line.split("\t")[0]))
        for line in self.run("find", "/etc", "-type", "f", "-exec", "sha256sum", "{}", "+").splitlines():
            digest, path = line.split("  ", 1)
            if path in found:
                found[path] += " " + digest
        return found

    def filters(self):
        """Whether the picture workers have a filter of system calls of their own, within that of the unit."""
        group, processes = self.state("ControlGroup")[0], []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if any(line.endswith(group) for line in (process / "cgroup").read_text().splitlines()):
                    count = int(status_of(process.name)["Seccomp_filters"])
                    processes.append(((process / "cmdline").read_text(), count))
        main = [count for command, count in processes if "\0serve\0" in command]
        workers = [count for command, count in processes if "worker" in command]
        assert len(main) == 1 and workers and set(workers) == {main[0] + 1}, (main, workers)
        return f"{len(workers)} workers with {workers[0]} filters of system calls, the server with {main[0]}"


def send(method, path, body=None, timeout=60, **options):
    client = Client(8080, timeout=timeout)
    with contextlib.closing(client):
        return client.send(method, path, body, **options)


def get(path, **options):
    answer = send("GET", path, **options)
    assert answer.status == 200, (path, answer)
    return answer


def is_ready():
    return send("GET", "/readyz", timeout=5).status == 200


def sections():
    return len(get(PATHS[0]).json["sections"])


class Load(People):
    """Readers and a writer, and what became of each of their requests."""

    def __init__(self, token):
        super().__init__()
        self.requests, self.failures, self.slowest, self.written, self.turns = 0, [], 0.0, 0, itertools.count(1)
        self.add(lambda: self.record("GET", PATHS[next(self.turns) % 4]), count=4)
        self.add(self.write, token)

    def write(self, token):
        turn = next(self.turns)
        if self.record("PATCH", "/v1/content/trend_articles/1", {"title": f"written {turn}"}, token=token):
            self.written = turn

    def record(self, *request, **options):
        began, problem = time.monotonic(), None
        try:
            answer = send(*request, timeout=30, **options)
            problem = None if answer.status == 200 else repr(answer)[:100]
        except NO_ANSWER as error:
            problem = type(error).__name__
        ended = time.monotonic()
        with self.lock:
            self.requests += 1
            self.slowest = max(self.slowest, ended - began)
            self.failures += [(began, ended, request, problem)] if problem else []
        if problem:
            time.sleep(0.005)
        return problem is None


@pytest.fixture
def system(packages, folder):
    if os.getuid() != 0:
        pytest.skip("only root can make a system of its own")
    need("debootstrap", "systemd-nspawn")
    with Process([HERE / "boot", folder, *packages[1:]], folder / "messages", piped=True) as boot:
        try:
            nspawn = boot.process.stdout.readline().strip()
            assert nspawn, boot.messages.read_text()
            system = System(nspawn)
            with namespaces.network(system.init):
                yield system
        finally:
            boot.end()


def test_its_life(packages, system, folder, size, figure):
    files, new, old = packages
    before, count = system.files(), size("items", 10_000)

    # Install.
    system.install(old)
    eventually(is_ready, "the service answers after the installation")
    assert system.state("ActiveState", "UnitFileState") == ["active", "enabled"]
    said = system.run("systemd-analyze", "security", "tanada.service")
    exposure = float(re.search(r"exposure level for \S+: ([0-9.]+)", said)[1])
    assert exposure <= 2.0
    modes = system.run("stat", "--format", "%a %U", "/etc/tanada/tanada.conf", "/var/lib/private/tanada")
    assert re.fullmatch(r"640 root\n700 (?!root\n)\S+\n", modes), modes
    kind, watchdog, status = system.state("Type", "WatchdogUSec", "StatusText")
    assert (kind, watchdog) == ("notify", "30s") and status.startswith("Serving revision"), (kind, watchdog, status)
    under = system.run("systemctl", "--version").splitlines()[0]
    figure(f"package: serving under {under}, {kind}, watchdog {watchdog}, {status!r}, exposure {exposure}")

    # The samples, with their pictures, as README.Debian says.
    system.run("sed", "-i", "s/^#TANADA_LOCALES=.*/TANADA_LOCALES=ja,en/;s/^#TANADA_READ_RATE=.*/TANADA_READ_RATE=0/;"
               "s/^#TANADA_WRITE_RATE=.*/TANADA_WRITE_RATE=0/", "/etc/tanada/tanada.conf")
    system.run("systemctl", "restart", "tanada")
    system.run("tanadactl", "seed", "/usr/share/tanada/samples")
    imported = system.run("tanadactl", "photo", "import", "--from", "/usr/share/tanada/samples/artwork")
    assert ", 0 failed" in imported and not imported.startswith("0 added"), imported
    eventually(is_ready, "the service answers after a restart")
    assert "ja,en" in system.run("tanadactl", "config"), "tanadactl does not have the settings of the service"
    eventually(lambda: sections() >= 7, "the samples are served")
    form = r'"(/v1/photos/[^"]*\.(?:webp|jpg|avif)\?[^"]*)"'
    pictures = eventually(lambda: sorted(set(re.findall(form, get(PATHS[0]).text)))[:12], "documents name pictures")
    for picture in pictures:
        answer = get(picture)
        assert answer.headers["Content-Type"].startswith("image/") and len(answer.bytes) >= 100, (picture, answer)
    for page in ("/docs/", "/docs/start/getting-started.html", "/docs/search.json"):
        assert b"tanada" in get(page).bytes, page
    token = system.run("tanadactl", "token", "create", "--role", "admin", "--name", "package").strip()
    subprocess.run([files / "files/usr/bin/tanada", "photo", "pattern", "400x300", "--output", folder / "picture.png"],
                   check=True)
    answer = send("POST", "/v1/photos", (folder / "picture.png").read_bytes(), token=token)
    assert answer.status in (200, 201), answer
    for rendition in ("320x320.webp", "320x320.avif", "640x640.jpg"):
        get(f"/v1/photos/{answer.json['id']}/{rendition}", token=token)
    confined = system.filters()
    assert "root" not in system.run("find", "/var/lib/private/tanada", "-printf", "%u\\n"), "a file belongs to root"
    figure(f"package: {sections()} sections, {len(pictures)} pictures of them and 3 of an upload; {confined}")

    # Content, and an upgrade while it is read and written.
    lines = (json.dumps({"id": 1000 + number, "thumbnail_url": f"https://example.com/{number}.jpg",
                         "title": f"News {number}", "news_category": "many",
                         "published_at": "2022-12-01T07:30:00.000+0000"}) + "\n" for number in range(count))
    system.run("tanadactl", "import", "recent_news", "-", "--format", "ndjson", data="".join(lines))
    news = system.exported()
    total = len(json.loads(news)["result"])
    assert total >= count
    load = Load(token)
    try:
        eventually(lambda: load.requests > 500 and load.written, "the load runs")
        assert not load.failures, "requests fail before the upgrade"
        process, began = system.state("MainPID"), time.monotonic()
        system.install(new)
        took = time.monotonic() - began
        eventually(lambda: system.state("ActiveState") == ["active"] and is_ready(), "the new version answers")
        ready, after = time.monotonic(), load.requests
        eventually(lambda: load.requests > after + 500, "the load goes on")
    finally:
        load.end()
    load.check()
    assert system.state("MainPID") != process, "the upgrade has not restarted the service"
    # Times of systemd are of the same clock as ours.
    left = int(system.state("ActiveExitTimestampMonotonic")[0]) / 1e6
    restart = ready - left
    outside = [failure for failure in load.failures if failure[0] < left - 0.1 or failure[1] > ready]
    assert not outside, f"requests fail before or after the restart: {outside[:3]}"
    assert load.failures, "no request failed while the service was restarted: the load was not there"
    outage = max(ended for _, ended, _, _ in load.failures) - min(began for began, _, _, _ in load.failures)
    longest = max(ended - began for began, ended, _, _ in load.failures)
    assert longest <= restart and outage <= restart + 0.1, (longest, outage, restart)
    title = get("/v1/content/trend_articles/1").json["result"][0]["title"]
    assert int(title.split()[1]) >= load.written, f"{load.written} was acknowledged, and '{title}' is there"

    def serves_the_same(package):
        installed = system.run("dpkg-query", "--show", "--showformat=${Version}", "tanada")
        assert installed == os.path.basename(package).split("_")[1]
        assert system.exported() == news, f"the content is another one with {package}"
        assert sections() >= 7, f"{package} does not serve the samples"

    serves_the_same(new)
    figure(f"package: upgraded with {total} items in {took:.1f} s, of which the restart {restart:.2f} s; "
           f"{load.requests} requests, {len(load.failures)} failed within {outage:.2f} s, the longest for "
           f"{longest * 1000:.0f} ms; the slowest of all took {load.slowest * 1000:.0f} ms")

    # Down again, stopped: it stays stopped.
    system.run("systemctl", "stop", "tanada")
    system.install(old, "--allow-downgrades")
    assert system.state("ActiveState") == ["inactive"]
    system.run("systemctl", "start", "tanada")
    eventually(is_ready, "the version before answers")
    serves_the_same(old)

    # Removed, and back.
    settings = system.run("cat", "/etc/tanada/tanada.conf")
    system.apt("remove", "tanada")
    with pytest.raises(OSError):
        is_ready()
    assert not system.run("sh", "-c", "command -v tanada tanadactl", check=False)
    system.install(new)
    eventually(is_ready, "it answers after it was installed again")
    serves_the_same(new)
    assert system.run("cat", "/etc/tanada/tanada.conf") == settings

    # A service that an administrator has disabled stays so.
    system.run("systemctl", "disable", "--now", "tanada")
    system.install(new, "--reinstall")
    assert system.state("UnitFileState", "ActiveState") == ["disabled", "inactive"]
    system.run("systemctl", "enable", "--now", "tanada")
    eventually(is_ready, "it answers after it was enabled again")

    # Nothing is left.
    system.apt("purge", "tanada")
    assert "tanada" not in system.run("sh", "-c", "cat /proc/[0-9]*/comm").splitlines()
    now = system.files()
    assert now == before
    figure(f"package: downgraded, removed, installed, and purged; the {len(now)} files are those from before")
