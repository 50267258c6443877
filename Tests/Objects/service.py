"""Services for objects on free ports of this machine."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import time

import boto3
import botocore.config

KEY, SECRET, BUCKET = "testing", "secretsecret", "pictures"


def free_ports(count):
    """Ports that nobody listens on, nor 10,000 above them."""
    sockets, ports = [], []
    while len(ports) < count:
        sockets.append(socket.socket())
        sockets[-1].bind(("127.0.0.1", 0))
        port = sockets[-1].getsockname()[1]
        if port + 10_000 < 65_536:
            ports.append(port)
    for one in sockets:
        one.close()
    return ports


class Service:
    """A process that listens on `port`."""

    def __init__(self, name, port, command, log):
        self.name, self.port, self.command, self.log = name, port, command, log
        self.endpoint = f"http://127.0.0.1:{port}"
        self.process = None
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)

    def client(self):
        return boto3.client(
            "s3", endpoint_url=self.endpoint, region_name="us-east-1", aws_access_key_id=KEY,
            aws_secret_access_key=SECRET,
            config=botocore.config.Config(
                retries={"total_max_attempts": 1}, connect_timeout=5, read_timeout=10
            ),
        )

    def make_bucket(self):
        """Creates the bucket as soon as the service answers."""
        end = time.monotonic() + 30
        while True:
            try:
                return self.client().create_bucket(Bucket=BUCKET)
            except Exception:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(
                        f"{self.name} does not start: {pathlib.Path(self.log).read_text()[-2000:]}"
                    )
                time.sleep(0.1)

    def requests(self):
        """The lines of the log that are requests to the bucket."""
        lines = pathlib.Path(self.log).read_text(errors="replace").splitlines()
        return [line for line in lines if f"/{BUCKET}" in line and "HTTP/1.1" in line]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


def moto(folder):
    """moto's server, which keeps objects in memory, and says each request in its log."""
    (port,) = free_ports(1)
    return Service(
        "moto", port, ["moto_server", "--host", "127.0.0.1", "--port", str(port)],
        f"{folder}/moto.log",
    )


def seaweedfs(folder):
    """SeaweedFS, which checks signatures and the hashes of bodies."""
    os.mkdir(f"{folder}/weed")
    identity = {
        "name": "test", "credentials": [{"accessKey": KEY, "secretKey": SECRET}],
        "actions": ["Admin", "Read", "List", "Write"],
    }
    pathlib.Path(f"{folder}/weed.json").write_text(json.dumps({"identities": [identity]}))
    master, volume, filer, port = free_ports(4)
    return Service(
        "seaweedfs", port,
        [
            "weed", "server", f"-dir={folder}/weed", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
            "-master.telemetry=false", f"-master.port={master}", f"-volume.port={volume}",
            "-filer", f"-filer.port={filer}", "-s3", f"-s3.port={port}",
            f"-s3.config={folder}/weed.json", "-master.volumeSizeLimitMB=64", "-volume.max=8",
        ],
        f"{folder}/weed.log",
    )
