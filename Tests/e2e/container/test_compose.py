"""compose.yaml is what docker-compose, the repository and the VCL want it to be; no image is needed for that."""

import ipaddress
import re
import subprocess

import yaml
from container.images import FILE, SECRETS, address, load, mounts
from harness import ROOT, need


def test_docker_compose_knows_the_schema():
    need("docker-compose")
    done = subprocess.run(["docker-compose", "--file", FILE, "config", "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_services_refer_to_what_is_there():
    project = load()
    services = project["services"]
    for name, service in services.items():
        for source, _ in mounts(service):
            assert source.startswith((".", "/")) or source in project["volumes"], f"{name}: no volume {source}"
        for part in ("secrets", "networks"):
            assert set(service.get(part, ())) <= project[part].keys(), f"{name}: {part}"
        for other, how in service.get("depends_on", {}).items():
            if how["condition"] == "service_healthy":
                assert services[other].get("healthcheck", {}).get("test"), f"{name}: {other} has no health check"
            elif how["condition"] == "service_completed_successfully":
                assert services[other]["restart"] == "no", f"{name} waits for {other}, which never ends"

    def waits_for(name, others=()):
        assert name not in others, f"{name} waits for itself, by way of {others}"
        for other in services[name].get("depends_on", {}):
            waits_for(other, (*others, name))

    for name in services:
        waits_for(name)
    assert [name for name, service in services.items() if service.get("ports")] == ["varnish"]
    assert all("networks" in service for service in services.values())


def test_secrets_are_in_files():
    """Whatever is called a secret is in a file, and nothing else is in that folder."""
    project = yaml.safe_load(FILE.read_text())
    assert project["secrets"] == {name: {"file": f"./secrets/{name}"} for name in SECRETS}
    for name, service in project["services"].items():
        for variable, value in service.get("environment", {}).items():
            if re.search("PASSWORD|TOKEN|SECRET|KEY", variable):
                secrets = ["", *(f"/{secret}" for secret in service["secrets"])]
                assert value in [f"/run/secrets{secret}" for secret in secrets], (name, variable)
            has_password = "@" in value and ":" in value.split("//")[-1].split("@")[0]
            assert not has_password, f"{name}: a password in {variable}"
    assert "secrets/" in (ROOT / ".gitignore").read_text().splitlines()


def test_addresses_are_those_of_the_vcl():
    project, vcl = load(), (ROOT / "edge/compose.vcl").read_text()
    servers = [address(project, "tanada1"), address(project, "tanada2")]
    backends = re.findall(r'backend origin\d \{ \.host = "([^"]+)"; \.port = "(\d+)"', vcl)
    assert backends == [(each, "8080") for each in servers]
    assert re.findall(r'"([^"]+)"', re.search(r"acl tanada_purgers \{(.*?)\}", vcl, re.S)[1]) == servers
    subnet = ipaddress.ip_network(project["networks"]["tanada"]["ipam"]["config"][0]["subnet"])
    addresses = [address(project, name) for name in project["services"]]
    assert len(set(addresses)) == len(addresses), "two services have one address"
    assert all(ipaddress.ip_address(each) in subnet for each in addresses)
    for name in ("tanada1", "tanada2"):
        trusted = project["services"][name]["environment"]["TANADA_TRUSTED_PROXIES"].split(",")
        assert address(project, "varnish") in trusted, name

    def procedures(text):
        return sorted(re.findall(r"^(?:sub|backend tanada\w+|probe|acl) ?\w*", text, re.M))

    assert procedures((ROOT / "edge/site.vcl").read_text()) == procedures(vcl), "they are the same but for the site"
