"""Services for objects on free ports of this machine, with a bucket."""

import json

import boto3
import botocore.config
import botocore.exceptions

from .processes import Process, free_ports
from .waiting import eventually

KEY, SECRET, BUCKET = "testing", "secretsecret", "pictures"
CREDENTIALS = {"TANADA_PHOTO_ACCESS_KEY_ID": KEY, "TANADA_PHOTO_SECRET_ACCESS_KEY": SECRET}


class Service(Process):
    """Listens on `port`; its objects may be gone after a stop."""

    def __init__(self, name, port, command, folder):
        super().__init__(command, folder / f"{name}.log", folder)
        self.name, self.port, self.endpoint = name, port, f"http://127.0.0.1:{port}"
        self.environment_of_users = CREDENTIALS | {"TANADA_PHOTO_ENDPOINT": self.endpoint}

    def start(self):
        self.launch()
        eventually(self._make_bucket, f"{self.name} has a bucket", process=self.process)
        return self

    def _make_bucket(self):
        try:
            return self.client().create_bucket(Bucket=BUCKET)
        except (botocore.exceptions.BotoCoreError, botocore.exceptions.ClientError):
            return None  # it does not listen yet, or is not ready

    def client(self):
        return boto3.client(
            "s3", endpoint_url=self.endpoint, region_name="us-east-1", aws_access_key_id=KEY, aws_secret_access_key=SECRET,
            config=botocore.config.Config(retries={"total_max_attempts": 1}, connect_timeout=5, read_timeout=60))

    def names(self, folder):
        """The names of the objects in a folder of the bucket, without that of the folder."""
        pages = self.client().get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=f"{folder}/")
        return {item["Key"][len(folder) + 1:] for page in pages for item in page.get("Contents", [])}

    def requests(self):
        lines = self.messages.read_text(errors="replace").splitlines()
        return [line for line in lines if f"/{BUCKET}" in line and "HTTP/1.1" in line]


def moto(folder):
    """moto's server, which keeps objects in memory, and says each request in its log."""
    [port] = free_ports(1)
    return Service("moto", port, ["moto_server", "--host", "127.0.0.1", "--port", port], folder)


def seaweedfs(folder):
    """SeaweedFS, which checks signatures and the hashes of bodies. It also listens 10,000 ports above some."""
    identity = {"name": "test", "credentials": [{"accessKey": KEY, "secretKey": SECRET}],
                "actions": ["Admin", "Read", "List", "Write"]}
    (folder / "weed").mkdir()
    (folder / "weed.json").write_text(json.dumps({"identities": [identity]}))
    master, volume, filer, port = free_ports(4, below=55_536)
    return Service("seaweedfs", port, [
        "weed", "server", f"-dir={folder}/weed", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-master.telemetry=false",
        f"-master.port={master}", f"-volume.port={volume}", "-filer", f"-filer.port={filer}", "-s3", f"-s3.port={port}",
        f"-s3.config={folder}/weed.json", "-master.volumeSizeLimitMB=64", "-volume.max=8"], folder)
