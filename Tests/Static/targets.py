"""The targets of exports, as clients and as tests see them."""

import functools
import http.client
import http.server
import json
import os
import pathlib
import re
import sys
import threading
import urllib.parse

sys.path.insert(0, "Tests/Objects")
import service


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

    def __init__(self, path):
        self.path = self.target = str(path)
        handler = functools.partial(Quiet, directory=f"{path}/current")
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port, self.prefix = self.server.server_port, ""
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        self.fields = {}

    def manifest(self):
        tree = os.readlink(f"{self.path}/current")
        return json.loads(pathlib.Path(self.path, tree + ".json").read_text())

    def get(self, name):
        """The status and the body of an object for a client of the web server."""
        self.connection.request("GET", "/" + urllib.parse.quote(name))
        response = self.connection.getresponse()
        return response.status, response.read()

    def read(self, name):
        """The status, the body, and the fields of an object; those of files are in the manifest."""
        file = pathlib.Path(self.path, "current", name)
        if not file.is_file():
            return 404, b"", {}
        tree = os.readlink(f"{self.path}/current")
        if tree not in self.fields:
            self.fields = {tree: {one["name"]: one["fields"] for one in self.manifest()["objects"]}}
        return 200, file.read_bytes(), self.fields[tree].get(name, {})

    def names(self):
        root = f"{self.path}/current/"
        return {
            os.path.join(folder, file)[len(root):]
            for folder, _, files in os.walk(root) for file in files
        }

    def remove(self, name):
        pathlib.Path(self.path, "current", name).unlink()

    def stop(self):
        self.server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version, disable_nagle_algorithm = "HTTP/1.1", True

    def log_message(self, *_):
        pass


class Bucket:
    """A bucket that everybody may read."""

    def __init__(self, bucket, prefix):
        self.bucket, self.folder = bucket, prefix
        self.target = f"s3://{service.BUCKET}/{prefix}"
        statement = {
            "Effect": "Allow", "Principal": "*", "Action": "s3:GetObject",
            "Resource": f"arn:aws:s3:::{service.BUCKET}/*",
        }
        bucket.client().put_bucket_policy(
            Bucket=service.BUCKET,
            Policy=json.dumps({"Version": "2012-10-17", "Statement": [statement]}),
        )
        self.port, self.prefix = bucket.port, f"/{service.BUCKET}/{prefix}"
        self.connection = http.client.HTTPConnection("127.0.0.1", bucket.port)

    def manifest(self):
        return json.loads(self.read("export-manifest.json")[1])

    def get(self, name):
        return self.read(name)[:2]

    def read(self, name):
        path = urllib.parse.quote(f"{self.prefix}/{name}")
        self.connection.request("GET", path)
        response = self.connection.getresponse()
        body = response.read()
        fields = {
            key.lower().removeprefix("x-amz-meta-"): value
            for key, value in response.headers.items() if key.lower() != "etag"
        }
        return response.status, body, fields

    def names(self):
        names, client = set(), self.bucket.client()
        for page in client.get_paginator("list_objects_v2").paginate(
            Bucket=service.BUCKET, Prefix=self.folder + "/"
        ):
            names |= {item["Key"][len(self.folder) + 1:] for item in page.get("Contents", [])}
        return names - {"export-manifest.json"}

    def remove(self, name):
        self.bucket.client().delete_object(Bucket=service.BUCKET, Key=f"{self.folder}/{name}")

    def stop(self):
        pass
