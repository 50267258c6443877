"""compose.yaml, read as an engine does."""

import re

import yaml
from harness import ROOT

FILE = ROOT / "compose.yaml"
# What the files of an operator have; letters that a shell, YAML or an address would take for its own.
SECRETS = {"store_password": "a-Pass:w@rd/1", "purge_token": "a-Token2"}
TARGETS = {"localhost/tanada:latest": "tanada", "localhost/tanada-edge:latest": "tanada-edge"}


def load():
    """The file with the defaults of variables such as `${NAME:-default}`; none may be needed as `${NAME:?message}`."""
    text = FILE.read_text()
    assert ":?" not in text
    return yaml.safe_load(re.sub(r"\$\{\w+(?::-([^}]*))?\}", lambda match: match[1] or "", text))


def address(project, name):
    return project["services"][name]["networks"]["tanada"]["ipv4_address"]


def mounts(service):
    """The sources of its volumes, and the places of these."""
    return [volume.split(":")[:2] for volume in service.get("volumes", [])]


def make_secrets(folder):
    """The files of the secrets, with the line feed that `openssl rand` and editors put behind them."""
    folder.mkdir()
    for name, secret in SECRETS.items():
        (folder / name).write_text(f"{secret}\n")
    return folder
