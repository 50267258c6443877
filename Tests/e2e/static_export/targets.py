"""The targets of exports, as clients and as tests see them."""

import json
import os
import re
import urllib.parse

from harness import Client
from harness.buckets import BUCKET
from harness.web import Files


def object_name(address):
    """The name of the object for a request, as docs/static-export.md says it."""
    path, _, query = address.partition("?")
    parts = [part for part in query.split("&") if part and not re.match("(max_version|text_size)=", part)]
    parts = sorted(re.sub("^(cursor=.{40}).*", r"\1", part) for part in parts)
    picture = re.match(r"(.*)\.(jpg|webp|avif)$", path)
    if picture and not parts:
        return path[1:]
    stem, ending = picture.groups() if picture else (path, "json")
    return f"{stem[1:]}/_/{'&'.join(parts) or 'index'}.{ending}"


class Folder:
    """A folder, behind a plain web server."""

    prefix = ""

    def __init__(self, path):
        self.path = self.name = path
        self.server, self.fields = Files(f"{path}/current"), {}
        self.port = self.server.port
        self.client = Client(self.port)

    @property
    def tree(self):
        return os.readlink(self.path / "current")

    def manifest(self):
        return json.loads((self.path / f"{self.tree}.json").read_text())

    def get(self, name):
        """The answer of the web server."""
        return self.client.get("/" + urllib.parse.quote(name))

    def read(self, name):
        """The body and the fields of an object, which are in the manifest; None if there is none."""
        file = self.path / "current" / name
        if not file.is_file():
            return None
        if self.tree not in self.fields:
            self.fields = {self.tree: {one["name"]: one["fields"] for one in self.manifest()["objects"]}}
        return file.read_bytes(), self.fields[self.tree].get(name, {})

    def identities(self):
        return {name: os.stat(self.path / "current" / name).st_ino for name in self.names()}

    def names(self):
        root = f"{self.path}/current/"
        return {os.path.join(folder, file)[len(root):] for folder, _, files in os.walk(root) for file in files}

    def remove(self, name):
        (self.path / "current" / name).unlink()

    def stop(self):
        self.server.shutdown()


class Bucket:
    """A part of a bucket that everybody may read."""

    def __init__(self, service, folder):
        self.service, self.folder, self.name = service, folder, f"s3://{BUCKET}/{folder}"
        statement = {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": f"arn:aws:s3:::{BUCKET}/*"}
        service.client().put_bucket_policy(
            Bucket=BUCKET, Policy=json.dumps({"Version": "2012-10-17", "Statement": [statement]}))
        self.port, self.prefix, self.client = service.port, f"/{BUCKET}/{folder}", Client(service.port)

    def manifest(self):
        return self.get("export-manifest.json").json

    def get(self, name):
        return self.client.get(urllib.parse.quote(f"{self.prefix}/{name}"))

    def read(self, name):
        answer = self.get(name)
        fields = {key.lower().removeprefix("x-amz-meta-"): value
                  for key, value in answer.headers.items() if key.lower() != "etag"}
        return (answer.bytes, fields) if answer.status == 200 else None

    def names(self):
        return self.service.names(self.folder) - {"export-manifest.json"}

    def remove(self, name):
        self.service.client().delete_object(Bucket=BUCKET, Key=f"{self.folder}/{name}")

    def stop(self):
        self.client.close()
