"""Images in a storage of buildah, and containers of them, which share the network of the test."""

import atexit
import json
import os
import signal
import subprocess
import sys
import time

sys.path.append("Tests/Support")
from waiting import wait_until  # noqa: E402


class Failure(SystemExit):
    def __init__(self, text):
        super().__init__(f"error: {text}")


def descendants(process):
    """The ids of the processes that a process has started, and those of these, nearest first."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parents.setdefault(int(file.read().rsplit(") ", 1)[1].split()[1]), []).append(int(name))
        except (FileNotFoundError, ProcessLookupError):
            pass
    found = [process]
    for each in found:
        found += parents.get(each, [])
    return found[1:]


def arguments(process):
    try:
        with open(f"/proc/{process}/cmdline") as file:
            return file.read().split("\0")[:-1]
    except (FileNotFoundError, ProcessLookupError):
        return []


class Image:
    def __init__(self, buildah, name):
        self.buildah, self.name = buildah, name
        # Layers are what containers share with other images of the same base.
        found = json.loads(self.call("inspect", "--type", "image", name))
        self.config = found["Docker"]["config"]
        self.volumes = list(self.config.get("Volumes") or {})

    def call(self, *command):
        done = subprocess.run([*self.buildah, *command], stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise Failure(f"buildah {' '.join(command)}")
        return done.stdout

    def layers(self, folder):
        """The sizes of the layers as a registry keeps them: compressed."""
        self.call("push", "--quiet", self.name, f"oci:{folder}:image")

        def read(digest):
            with open(os.path.join(folder, "blobs", *digest.split(":"))) as file:
                return json.load(file)
        with open(os.path.join(folder, "index.json")) as file:
            index = json.load(file)
        return [layer["size"] for layer in read(index["manifests"][0]["digest"])["layers"]]


class Container:
    """A container of an image, which can run several commands, as `podman run` and `podman exec` would."""

    def __init__(self, image, volumes=(), hosts=(), namespace=None):
        self.image = image
        self.prefix = ["nsenter", f"--net=/run/netns/{namespace}"] if namespace else []
        added = [f"--add-host={host}" for host in hosts]
        self.name = image.call("from", "--pull-never", *added, image.name).strip()
        self.options = [f"--volume={folder}:{place}" for folder, place in volumes]
        # Without the volume in its image, the container has the given folder alone: buildah also mounts one of its own for
        # each volume of an image, and seems to do so over the given one at times.
        for _, place in volumes:
            image.call("config", f"--volume={place}-", self.name)

    def start(self, command, environment=None, output=None):
        """Starts a command with the user, the folder and the environment of the image."""
        options = [f"--env={name}={value}" for name, value in (environment or {}).items()]
        # buildah takes the user, the folder and the variables from the image, and leaves its entry point alone.
        return subprocess.Popen(
            [*self.prefix, *self.image.buildah, "run", "--isolation=chroot", *self.options, *options, self.name, "--", *command],
            stdout=output or subprocess.PIPE, stderr=subprocess.STDOUT if output else subprocess.PIPE, text=True)

    def execute(self, command, environment=None, status=0):
        """The output of a command, which has to end with a status."""
        process = self.start(command, environment)
        output, errors = process.communicate(timeout=600)
        if status is not None and process.returncode != status:
            raise Failure(f"{command}: status {process.returncode}\n{output}{errors}")
        return output if status == 0 else (process.returncode, output, errors)

    def run(self, *command, environment=None, status=0):
        """What `podman run IMAGE COMMAND` does: the entry point, with this in place of the image's command."""
        return self.execute([*self.image.config["Entrypoint"], *command], environment, status)

    def serve(self, environment=None, log=subprocess.DEVNULL):
        """What `podman run IMAGE` does: a service, and its process."""
        config = self.image.config
        return Service(self.start([*config["Entrypoint"], *config["Cmd"]], environment, log), config["Entrypoint"][0])

    def is_healthy(self, environment=None):
        """Runs the health check of the image."""
        test = self.image.config["Healthcheck"]["Test"]
        assert test[0] == "CMD"
        return self.execute(test[1:], environment, status=None)[0] == 0

    def files(self):
        """Kind and mode, size and time of change of all files, without what is mounted in a container."""
        root = self.image.call("mount", self.name).strip()
        found = {}
        for folder, folders, names in os.walk(root):
            place = folder[len(root):] or "/"
            folders[:] = [name for name in folders if os.path.join(place, name) not in
                          ("/proc", "/sys", "/dev", *self.image.volumes)]
            for name in [*folders, *names]:
                status = os.lstat(os.path.join(folder, name))
                is_folder = name in folders and not os.path.islink(os.path.join(folder, name))
                found[os.path.join(place, name)] = (
                    status.st_mode, 0 if is_folder else status.st_size, status.st_mtime_ns)
        self.image.call("umount", self.name)
        return found

    def files_and_end(self):
        """The files, of a container that is for nothing else."""
        found = self.files()
        self.remove()
        return found

    def remove(self):
        self.image.call("rm", self.name)


class Service:
    """What runs in a container until it is told to end, at the latest when the test ends."""

    def __init__(self, buildah, program):
        self.buildah, self.process = buildah, None
        atexit.register(self.end)
        self.begun = time.monotonic()

        def is_there():
            # Between buildah and the program are processes that set up the container, with its name among their arguments.
            self.process = next((each for each in descendants(buildah.pid)
                                 if os.path.basename((arguments(each) or [""])[0]) == program), None)
            return self.process
        wait_until(is_there, f"{program} is started", process=buildah)
        self.started = time.monotonic()

    def status(self):
        """What the system knows of the process: by name, texts."""
        with open(f"/proc/{self.process}/status") as file:
            return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)

    def stop(self, how=signal.SIGTERM):
        """Ends it; the exit code and the seconds it has taken."""
        begun = time.monotonic()
        os.kill(self.process, how)
        code = self.buildah.wait(timeout=120)
        return code, time.monotonic() - begun

    def end(self):
        """Ends what a test that has failed leaves running."""
        if self.buildah.poll() is None:
            for each in reversed([self.buildah.pid, *descendants(self.buildah.pid)]):
                os.kill(each, signal.SIGKILL)
            self.buildah.wait()
