"""Images in a storage of buildah, and containers of them, which share the network of the test; and the services of
compose.yaml, each in a network namespace at its address, with images, commands, settings, volumes and health checks of it."""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import time

import yaml

from harness import ROOT, Client, Failure, eventually

FILE = ROOT / "compose.yaml"
# What the files of an operator have; letters that a shell, YAML or an address would take for its own.
SECRETS = {"store_password": "a-Pass:w@rd/1", "purge_token": "a-Token2"}
TARGETS = {"localhost/tanada:latest": "tanada", "localhost/tanada-edge:latest": "tanada-edge"}
BRIDGE = "172.31.250.1"  # the host, in the network of compose.yaml
PORTS = {"tanada": 8080, "tanada-edge": 6081}
USER = 10001


def ask(path, method="GET", host="127.0.0.1", port=8080, **options):
    """The answer of a server, on a connection of its own."""
    client = Client(port, host=host)
    try:
        return client.send(method, path, **options)
    finally:
        client.close()


class Storage:
    def __init__(self, folder):
        self.folder = folder
        self.command = ["buildah", "--root", folder / "images", "--runroot", folder / "mounts",
                        "--storage-driver", "overlay"]

    def call(self, *command):
        done = subprocess.run([*self.command, *command], capture_output=True, text=True)
        if done.returncode:
            raise Failure(f"buildah {' '.join(map(str, command))}: {(done.stdout + done.stderr)[-4000:]}")
        return done.stdout.strip()

    def end(self):
        subprocess.run([*self.command, "rm", "--all"], capture_output=True)
        subprocess.run(["umount", self.folder / "images/overlay"], capture_output=True)
        subprocess.run(["rm", "-rf", "--one-file-system", self.folder], check=True)


class Image:
    def __init__(self, storage, name):
        self.storage, self.name = storage, f"localhost/{name}"
        self.config = json.loads(storage.call("inspect", "--type", "image", self.name))["Docker"]["config"]
        self.volumes = list(self.config.get("Volumes") or {})

    def layers(self):
        """The sizes of the layers as a registry keeps them: compressed."""
        folder = self.storage.folder / "pushed"
        self.storage.call("push", "--quiet", self.name, f"oci:{folder}:image")
        digest = json.loads((folder / "index.json").read_text())["manifests"][0]["digest"]
        manifest = json.loads((folder / "blobs" / digest.replace(":", "/")).read_text())
        return [layer["size"] for layer in manifest["layers"]]

    def sizes(self):
        container = Container(self)
        sizes = {name: size for name, (_, size, _) in container.files().items()}
        container.remove()
        return sizes


class Container:
    """A container of an image, which can run several commands. `volumes` are folders here and there."""

    def __init__(self, image, volumes=(), hosts=(), namespace=None):
        self.image, self.storage = image, image.storage
        self.prefix = ["nsenter", f"--net=/run/netns/{namespace}"] if namespace else []
        self.name = self.storage.call("from", "--pull-never", *[f"--add-host={host}" for host in hosts], image.name)
        self.options = [f"--volume={folder}:{place}" for folder, place in volumes]
        # Without the volume in its image, the container has the given folder alone: buildah also mounts one of its own
        # for each volume of an image, and seems to do so over the given one at times.
        for _, place in volumes:
            self.storage.call("config", f"--volume={place}-", self.name)

    def start(self, command, environment=None, output=None):
        options = [f"--env={name}={value}" for name, value in (environment or {}).items()]
        # buildah takes the user, the folder and the variables from the image, and leaves its entry point alone.
        return subprocess.Popen(
            [*self.prefix, *self.storage.command, "run", "--isolation=chroot", *self.options, *options, self.name, "--",
             *command],
            stdout=output or subprocess.PIPE, stderr=subprocess.STDOUT if output else subprocess.PIPE, text=True)

    def execute(self, command, environment=None):
        process = self.start(command, environment)
        output, errors = process.communicate(timeout=600)
        return process.returncode, output, errors

    def run(self, *command, environment=None):
        """What `podman run IMAGE COMMAND` prints: of the entry point, with this in place of the image's command."""
        status, output, errors = self.execute([*self.image.config["Entrypoint"], *command], environment)
        assert status == 0, f"{command}: status {status}\n{output}{errors}"
        return output

    def serve(self, environment=None, log=subprocess.DEVNULL):
        config = self.image.config
        return Service(self.start([*config["Entrypoint"], *config["Cmd"]], environment, log), config["Entrypoint"][0])

    def is_healthy(self, environment=None):
        kind, *command = self.image.config["Healthcheck"]["Test"]
        assert kind == "CMD"
        return self.execute(command, environment)[0] == 0

    def files(self):
        """Kind and mode, size and time of change of all files, without what is mounted in a container."""
        root = self.storage.call("mount", self.name)
        found, mounted = {}, ("/proc", "/sys", "/dev", *self.image.volumes)
        for folder, folders, names in os.walk(root):
            place = folder[len(root):] or "/"
            folders[:] = [name for name in folders if os.path.join(place, name) not in mounted]
            for name in [*folders, *names]:
                path = pathlib.Path(folder, name)
                status, is_folder = path.lstat(), path.is_dir() and not path.is_symlink()
                size = 0 if is_folder else status.st_size
                found[os.path.join(place, name)] = (status.st_mode, size, status.st_mtime_ns)
        self.storage.call("umount", self.name)
        return found

    def remove(self):
        self.storage.call("rm", self.name)


def descendants(process):
    """The ids of the processes that a process has started, and those of these, nearest first."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], check=True, capture_output=True, text=True).stdout.split()
    pairs, found = list(zip(map(int, listed[::2]), map(int, listed[1::2]))), [process]
    for each in found:
        found += [child for child, parent in pairs if parent == each]
    return found[1:]


class Service:
    """What runs in a container until it is told to end, at the latest when the test ends."""

    running = []

    def __init__(self, buildah, program):
        self.buildah, self.program, self.begun = buildah, program, time.monotonic()
        Service.running.append(self)
        # Between buildah and the program are processes that set up the container, with its name among their arguments.
        self.process = eventually(self.find, f"{program} is started", process=buildah)
        self.started = time.monotonic()

    def find(self):
        for each in descendants(self.buildah.pid):
            with contextlib.suppress(OSError):
                name = pathlib.Path(f"/proc/{each}/cmdline").read_text().split("\0")[0]
                if os.path.basename(name) == self.program:
                    return each
        return None

    def stop(self):
        """Ends it; the exit code and the seconds it has taken."""
        begun = time.monotonic()
        os.kill(self.process, signal.SIGTERM)
        return self.buildah.wait(timeout=120), time.monotonic() - begun

    def kill(self):
        if self.buildah.poll() is None:
            for each in reversed([self.buildah.pid, *descendants(self.buildah.pid)]):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            self.buildah.wait()


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
