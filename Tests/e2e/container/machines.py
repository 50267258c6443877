"""The services of compose.yaml, each in a network namespace at its address. Images, commands, settings, volumes and
health checks are those of the file, which an engine would read."""

import itertools
import re
import subprocess

import yaml

from container.images import Container, Image, ask
from harness import ROOT, eventually
from harness.load import NO_ANSWER, People

FILE = ROOT / "compose.yaml"
# What the files of an operator have; letters that a shell, YAML or an address would take for its own.
SECRETS = {"store_password": "a-Pass:w@rd/1", "purge_token": "a-Token2"}
TARGETS = {"localhost/tanada:latest": "tanada", "localhost/tanada-edge:latest": "tanada-edge"}
BRIDGE = "172.31.250.1"  # the host, in the network of compose.yaml
PORTS = {"tanada": 8080, "tanada-edge": 6081}


def load():
    """The file with the defaults of variables such as `${NAME:-default}`; none may be needed as `${NAME:?message}`."""
    text = FILE.read_text()
    assert ":?" not in text
    return yaml.safe_load(re.sub(r"\$\{\w+(?::-([^}]*))?\}", lambda match: match[1] or "", text))


def address(project, name):
    return project["services"][name]["networks"]["tanada"]["ipv4_address"]


def mounts(service):
    return [volume.split(":")[:2] for volume in service.get("volumes", [])]


def make_secrets(folder):
    """The files of the secrets, with the line feed that `openssl rand` and editors put behind them."""
    folder.mkdir()
    for name, secret in SECRETS.items():
        (folder / name).write_text(f"{secret}\n")
    return folder


def ip(command):
    subprocess.run(["ip", *command.split()], check=True)


def make_bridge():
    ip("link add bridge0 type bridge")
    ip(f"address add {BRIDGE}/24 dev bridge0")
    ip("link set bridge0 up")


class Machine:
    def __init__(self, project, name, storage, volumes, secrets):
        self.name, self.service, self.address = name, project["services"][name], address(project, name)
        for command in (
                f"netns add {name}", f"link add {name}0 type veth peer name eth0 netns {name}",
                f"link set {name}0 master bridge0 up", f"-n {name} address add {self.address}/24 dev eth0",
                f"-n {name} link set eth0 up", f"-n {name} link set lo up"):
            ip(command)
        target = TARGETS[self.service["image"]]
        self.container = Container(
            Image(storage, target),
            [(volumes[source], place) for source, place in mounts(self.service)]
            + [(secrets / secret, f"/run/secrets/{secret}") for secret in self.service["secrets"]],
            [f"postgres:{BRIDGE}", f"varnish:{address(project, 'varnish')}"], name)
        self.environment, self.port = self.service.get("environment", {}), PORTS[target]
        self.messages = storage.folder / f"{name}.log"

    def run(self, *command):
        """As `podman-compose exec` does, with the entry point."""
        return self.container.run(*command, environment=self.environment)

    def start(self):
        with open(self.messages, "a") as log:
            self.running = self.container.serve(self.environment, log)

    def is_healthy(self):
        return self.container.execute(self.service["healthcheck"]["test"][1:], self.environment)[0] == 0

    def wait(self):
        eventually(self.is_healthy, f"{self.name} is healthy", process=self.running.buildah)

    def stop(self):
        code, seconds = self.running.stop()
        assert code == 0, f"{self.name}: exit code {code}"
        return seconds

    def ask(self, path, method="GET", **options):
        return ask(path, method, self.address, self.port, **options)


class Readers(People):
    def __init__(self, edge):
        super().__init__()
        # Widths that nobody has asked for yet are no hits.
        self.edge, self.widths, self.statuses = edge, itertools.cycle(range(320, 600)), []
        self.add(self.read)

    def read(self):
        try:
            self.statuses.append(self.edge.ask(f"/v1/feeds/home?width={next(self.widths)}").status)
        except NO_ANSWER as error:
            self.statuses.append(repr(error))

    def failures(self):
        """Ends it; the answers that are no screens."""
        self.end().check()
        return [status for status in self.statuses if status != 200]
