"""Reads compose.yaml as an engine does, and checks it against the images, the program and the VCL.

    compose.py FILE WORK BUILDAH …   with the options of buildah that find the images
"""

import ipaddress
import os
import re
import subprocess
import sys

import yaml

from images import Container, Failure, Image

# What the files of an operator have; letters that a shell, YAML or an address would take for its own.
SECRETS = {"store_password": "a-Pass:w@rd/1", "purge_token": "a-Token2"}
TARGETS = {"localhost/tanada:latest": "tanada", "localhost/tanada-edge:latest": "tanada-edge"}


def interpolated(value, variables):
    """A value with variables as in `${NAME:-default}` and `${NAME:?message}` put in."""
    if isinstance(value, dict):
        return {name: interpolated(each, variables) for name, each in value.items()}
    if isinstance(value, list):
        return [interpolated(each, variables) for each in value]
    if not isinstance(value, str):
        return value

    def put_in(match):
        name, kind, rest = match.groups()
        if variables.get(name):
            return variables[name]
        if kind == ":?":
            raise Failure(f"{name} {rest}")
        return rest or ""
    return re.sub(r"\$\{(\w+)(?:(:[-?])([^}]*))?\}", put_in, value)


def load(path):
    with open(path) as file:
        return interpolated(yaml.safe_load(file), {})


def make_secrets(folder):
    """The files of the secrets, with the line feed that `openssl rand` and editors put behind them."""
    os.makedirs(folder, exist_ok=True)
    for name, secret in SECRETS.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(f"{secret}\n")
    return folder


def expect(condition, text):
    if not condition:
        raise Failure(f"compose.yaml: {text}")


def check_with_engine(path):
    """docker-compose knows the schema."""
    command = ["docker-compose", "--file", path, "config", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True)
    expect(done.returncode == 0, f"docker-compose: {done.stderr}")


def check_references(project):
    services = project["services"]
    for name, service in services.items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            expect(source.startswith((".", "/")) or source in project["volumes"], f"{name}: no volume {source}")
        for secret in service.get("secrets", []):
            expect(secret in project["secrets"], f"{name}: no secret {secret}")
        for network in service["networks"]:
            expect(network in project["networks"], f"{name}: no network {network}")
        for other, how in service.get("depends_on", {}).items():
            expect(other in services, f"{name}: no service {other}")
            if how["condition"] == "service_healthy":
                test = services[other].get("healthcheck", {}).get("test")
                expect(test, f"{name} waits for the health of {other}, which is not checked")
            elif how["condition"] == "service_completed_successfully":
                expect(services[other]["restart"] == "no", f"{name} waits for {other}, which never ends")
    # Nobody waits for itself, by way of others.
    def waits_for(name, others=()):
        expect(name not in others, f"{name} waits for itself")
        for other in services[name].get("depends_on", {}):
            waits_for(other, (*others, name))
    for name in services:
        waits_for(name)
    published = [name for name, service in services.items() if service.get("ports")]
    expect(published == ["varnish"], f"published: {published}")


def check_secrets(path):
    """Whatever is called a secret is in a file, and nothing else is in that folder."""
    with open(path) as file:
        project = yaml.safe_load(file)
    expect(project["secrets"] == {name: {"file": f"./secrets/{name}"} for name in SECRETS},
           f"secrets: {project['secrets']}")
    for name, service in project["services"].items():
        for variable, value in service.get("environment", {}).items():
            if re.search("PASSWORD|TOKEN|SECRET|KEY", variable):
                expect(value == "/run/secrets" or value.removeprefix("/run/secrets/") in service["secrets"],
                       f"{name}: {variable} is {value}")
            expect("@" not in value or ":" not in value.split("//")[-1].split("@")[0], f"{name}: a password in {variable}")
    with open(".gitignore") as file:
        expect("secrets/" in file.read().splitlines(), ".gitignore has not the folder of secrets")


def check_addresses(project):
    """Those of the VCL are those of the services."""
    def address(name):
        return project["services"][name]["networks"]["tanada"]["ipv4_address"]
    with open("edge/compose.vcl") as file:
        vcl = file.read()
    servers = [address("tanada1"), address("tanada2")]
    backends = re.findall(r'backend origin\d \{ \.host = "([^"]+)"; \.port = "(\d+)"', vcl)
    expect(backends == [(each, "8080") for each in servers], f"the servers of the VCL: {backends}")
    purgers = re.findall(r'"([^"]+)"', re.search(r"acl tanada_purgers \{(.*?)\}", vcl, re.S).group(1))
    expect(purgers == servers, f"who may purge: {purgers}")
    subnet = ipaddress.ip_network(project["networks"]["tanada"]["ipam"]["config"][0]["subnet"])
    addresses = [address(name) for name in project["services"]]
    expect(len(set(addresses)) == len(addresses), "two services have one address")
    for each in addresses:
        expect(ipaddress.ip_address(each) in subnet, f"{each} is not in {subnet}")
    for name in ("tanada1", "tanada2"):
        environment = project["services"][name]["environment"]
        expect(address("varnish") in environment["TANADA_TRUSTED_PROXIES"].split(","), f"{name}: trusted_proxies")
    # edge/site.vcl and edge/compose.vcl are the same but for the site.
    with open("edge/site.vcl") as file:
        site = file.read()

    def procedures(text):
        return re.findall(r"^(?:sub|backend tanada\w+|probe|acl) ?\w*", text, re.M)
    expect(sorted(procedures(site)) == sorted(procedures(vcl)), "edge/compose.vcl has not all that edge/site.vcl has")


def check_images(project, secrets, buildah):
    """Health checks and commands are in the images, and the program knows all settings."""
    images = {}
    for name, service in project["services"].items():
        if service["image"] not in TARGETS:
            continue
        image = images.setdefault(service["image"], Image(buildah, f"localhost/{TARGETS[service['image']]}"))
        with open(service["build"]["dockerfile"]) as file:
            expect(re.search(rf"^FROM .* AS {service['build']['target']}$", file.read(), re.M),
                   f"{name}: the Containerfile has no stage {service['build']['target']}")
        test = service.get("healthcheck", {}).get("test")
        expect(not test or test == image.config["Healthcheck"]["Test"], f"{name}: the health check is not the image's")
        for port in service.get("ports", []):
            inner = f"{port.rsplit(':', 1)[1]}/tcp"
            expect(inner in image.config["ExposedPorts"], f"{name}: the image has no port {inner}")
        for volume in service.get("volumes", []):
            expect(volume.split(":")[1] in image.volumes, f"{name}: the image has no volume {volume}")
    container = Container(images["localhost/tanada:latest"], [(secrets, "/run/secrets")])
    for name in ("tanada1", "tanada2", "migrate"):
        settings = {key: value for key, value in project["services"][name]["environment"].items()
                    if key.startswith("TANADA_")}
        said = container.run("config", environment=settings)
        for key in settings:
            setting = key.removeprefix("TANADA_").lower()
            line = next((line for line in said.splitlines() if line.split()[:1] == [setting]), None)
            expect(key == "TANADA_SECRETS" or line and "(environment)" in line, f"{name}: the program does not know {key}")
        for secret in project["services"][name]["secrets"]:
            expect(re.search(rf"^{secret} +\(hidden\) +\(/run/secrets\)$", said, re.M), f"{name}: {secret} is not found")
    container.remove()


def main(path, work, *buildah):
    check_with_engine(path)
    project = load(path)
    check_references(project)
    check_secrets(path)
    check_addresses(project)
    check_images(project, make_secrets(os.path.join(work, "secrets")), buildah)
    print(f"✔ compose: {len(project['services'])} services, as docker-compose, the images, the program and the VCL want them")


if __name__ == "__main__":
    main(*sys.argv[1:])
