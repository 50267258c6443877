"""The services of compose.yaml, each in a network namespace at its address; see `run`.

An engine would read the file. Here, images, commands, settings, volumes, health checks and the order are taken from it.
PostgreSQL is the one of this machine, at the bridge.
"""

import atexit
import glob
import http.client
import itertools
import json
import os
import subprocess
import sys
import threading
import time

import compose
from harness import postgresql
from container import PICTURE, expect, new_volume
from images import Container, Image
from waiting import wait_until

BRIDGE = "172.31.250.1"  # the host, in the network of compose.yaml
PORTS = {"tanada": 8080, "tanada-edge": 6081}


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True)


def make_network():
    ip("link", "add", "bridge0", "type", "bridge")
    ip("address", "add", f"{BRIDGE}/24", "dev", "bridge0")
    ip("link", "set", "bridge0", "up")


def make_namespace(name, address):
    ip("netns", "add", name)
    ip("link", "add", f"{name}0", "type", "veth", "peer", "name", "eth0", "netns", name)
    ip("link", "set", f"{name}0", "master", "bridge0", "up")
    ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
    ip("-n", name, "link", "set", "eth0", "up")
    ip("-n", name, "link", "set", "lo", "up")


class Machine:
    """What runs a service of compose.yaml."""

    def __init__(self, project, name, buildah, volumes, secrets, work):
        self.name, self.service, self.work = name, project["services"][name], work
        self.address = self.service["networks"]["tanada"]["ipv4_address"]
        make_namespace(name, self.address)
        edge = project["services"]["varnish"]["networks"]["tanada"]["ipv4_address"]
        self.container = Container(
            Image(buildah, f"localhost/{compose.TARGETS[self.service['image']]}"),
            [(volumes[volume.split(":")[0]], volume.split(":")[1]) for volume in self.service.get("volumes", [])]
            + [(os.path.join(secrets, secret), f"/run/secrets/{secret}") for secret in self.service["secrets"]],
            [f"postgres:{BRIDGE}", f"varnish:{edge}"], name)
        self.environment = self.service.get("environment", {})
        self.port = PORTS[compose.TARGETS[self.service["image"]]]

    def run(self, *command):
        """As `podman-compose exec` does, with the entry point."""
        return self.container.run(*command, environment=self.environment)

    def start(self):
        self.log = open(os.path.join(self.work, f"{self.name}.log"), "a")
        self.running = self.container.serve(self.environment, self.log)
        return self

    def is_healthy(self):
        test = self.service["healthcheck"]["test"]
        return self.container.execute(test[1:], self.environment, status=None)[0] == 0

    def wait(self):
        wait_until(self.is_healthy, f"{self.name} is healthy", process=self.running.buildah)

    def stop(self):
        code, seconds = self.running.stop()
        expect(code == 0, f"{self.name}: exit code {code}")
        return seconds


def ask(machine, path, method="GET", headers=None, body=None):
    connection = http.client.HTTPConnection(machine.address, machine.port, timeout=60)
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    answer = response.status, response.headers, response.read()
    connection.close()
    return answer


class Reader(threading.Thread):
    """Reads a screen through the edge, again and again."""

    def __init__(self, edge):
        super().__init__(daemon=True)
        self.edge, self.statuses, self.ended = edge, [], False
        self.start()

    def run(self):
        # Widths that nobody has asked for yet are no hits.
        for width in itertools.cycle(range(320, 600)):
            if self.ended:
                return
            try:
                self.statuses.append(ask(self.edge, f"/v1/feeds/home?width={width}")[0])
            except OSError as error:
                self.statuses.append(str(error))

    def end(self):
        self.ended = True
        self.join()
        return [status for status in self.statuses if status != 200]


def main(work, buildah):
    project = compose.load("compose.yaml")
    make_network()
    database = postgresql.Server(os.path.join(work, "postgresql"), {"listen_addresses": f"127.0.0.1, {BRIDGE}"}, 5432)
    with open(os.path.join(database.data, "pg_hba.conf"), "a") as file:
        file.write("host all all 172.31.250.0/24 scram-sha-256\n")
    atexit.register(database.stop)
    database.start()
    database.psql(f"ALTER USER tanada PASSWORD '{compose.SECRETS['store_password']}'")
    database.psql("CREATE DATABASE tanada TEMPLATE template0")

    volumes = {"tanada": new_volume(work, "photos")}
    secrets = compose.make_secrets(os.path.join(work, "secrets"))
    machines = {name: Machine(project, name, buildah, volumes, secrets, work)
                for name in ("migrate", "tanada1", "tanada2", "varnish")}
    one, two, edge = machines["tanada1"], machines["tanada2"], machines["varnish"]
    try:
        # 1. In the order of depends_on. A second `up` migrates again.
        print("migrate:", machines["migrate"].run(*machines["migrate"].service["command"]).strip().splitlines()[-1])
        machines["migrate"].run(*machines["migrate"].service["command"])
        expect(not one.is_healthy() and not edge.is_healthy(), "healthy before it runs")
        one.start(), two.start()
        one.wait(), two.wait()
        edge.start()
        edge.wait()
        status = edge.running.status()
        expect("0" not in status["Uid"].split() and int(status["CapEff"], 16) == 0, f"varnishd: {status['Uid']}")
        print(f"up: healthy through Varnish {time.monotonic() - one.running.begun:.1f} s after the first server was started")

        # 2. The samples, through one server; what is written through the edge is read through it at once.
        one.run("seed", "/usr/share/tanada/Seeds", "--quiet")
        screen = "/v1/feeds/home?width=390"
        wait_until(lambda: b"Pickup Photo No.1" in ask(edge, screen)[2], "the edge has the samples")
        wait_until(lambda: ask(edge, screen)[1]["X-Cache"] == "hit", "a hit")
        token = one.run("token", "create", "--role", "editor", "--name", "edge").strip()
        headers = {"Authorization": f"Bearer {token}"}
        status, _, body = ask(edge, "/v1/content/pickup_photos/1", "PATCH", headers | {
            "Content-Type": "application/merge-patch+json"}, json.dumps({"title": "Purged"}))
        expect(status == 200, f"a write through the edge: {status} {body}")
        begun = time.monotonic()
        wait_until(lambda: b'"Purged"' in ask(edge, screen)[2], "the edge was purged", seconds=20)
        print(f"✔ purge: fresh through Varnish after {(time.monotonic() - begun) * 1000:.0f} ms")
        for server in (one, two):
            metrics = ask(server, "/metrics")[2].decode()
            expect('tanada_purges_total{result="refused"} 0' in metrics or 'result="refused"' not in metrics,
                   f"{server.name}: purges were refused")

        # 3. An upload is a picture at both servers.
        with open(PICTURE, "rb") as file:
            status, _, body = ask(edge, "/v1/photos", "POST", headers | {"Content-Type": "image/avif"}, file.read())
        expect(status in (200, 201), f"an upload: {status} {body[:200]}")
        photo = json.loads(body)
        photo = photo.get("result", [photo])[0]
        for server in (one, two, edge):
            begun, answers = time.monotonic(), []

            def has_picture():
                status, _, body = ask(server, f"/v1/photos/{photo['id']}/320x320.webp", headers=headers)
                answers.append((status, body[:300] if status != 200 else None))
                return status == 200 and body[8:12] == b"WEBP"
            try:
                wait_until(has_picture, f"{server.name} has the photo")
            except SystemExit:
                print(f"{len(answers)} answers, the last ones: {answers[-3:]}", file=sys.stderr)
                files = [name for name, _, _ in os.walk(volumes["tanada"])], glob.glob(
                    f"{volumes['tanada']}/**/*{photo['id']}*", recursive=True)
                rows = database.psql(f"SELECT id, format, added_at FROM tanada_photos WHERE id = '{photo['id']}'", "tanada")
                print(f"in the volume: {files}; in the database: {rows}", file=sys.stderr)
                raise
            print(f"photo: at {server.name} after {(time.monotonic() - begun) * 1000:.0f} ms")

        # 4. An upgrade: one server after the other, and nobody sees it.
        reader = Reader(edge)
        for server in (one, two):
            seconds = server.stop()
            expect(seconds < 40, f"{server.name} has stopped after {seconds:.1f} s, stop_grace_period is 40 s")
            server.start()
            server.wait()
        failures = reader.end()
        expect(not failures, f"{len(failures)} of {len(reader.statuses)} requests failed: {failures[:5]}")
        print(f"✔ upgrade: both servers were restarted, {len(reader.statuses)} requests through Varnish, none failed")

        # 5. Without a server, Varnish answers what it has, and is not called unhealthy.
        one.stop(), two.stop()
        status, fields, _ = ask(edge, screen)
        expect(status == 200 and edge.is_healthy(), f"without servers: {status}")
        print(f"without servers: {status}, X-Cache: {fields['X-Cache']}")
        seconds = edge.stop()
        print(f"✔ services: those of compose.yaml run beside each other; Varnish has stopped in {seconds:.1f} s")
    except BaseException:
        for name in ("tanada1", "tanada2", "varnish"):
            with open(os.path.join(work, f"{name}.log"), "a+") as file:
                file.seek(0)
                print(f"--- {name}", *file.read().splitlines()[-20:], sep="\n", file=sys.stderr)
        raise


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
