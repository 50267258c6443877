"""What packaging/monitoring promises: each alert fires and does not fire (promtool), every metric and label in rules and
dashboard is one of the server, and /readyz is probed."""

import json
import re
import socket
import subprocess
import urllib.parse

import pytest
import yaml

from harness import ROOT, Client, Process, Server, eventually, free_port, need
from harness.files import replaced
from harness.raw import RawConnection, request
from monitoring.test_messages import described, has_word, series

FOLDER = ROOT / "packaging/monitoring"
# What other programs measure: Prometheus itself, the blackbox exporter, node_exporter.
OTHERS = {
    "up": {"job", "instance"}, "probe_success": {"job", "instance"},
    "node_filesystem_avail_bytes": {"job", "instance", "fstype", "mountpoint", "device"},
    "node_filesystem_size_bytes": {"job", "instance", "fstype", "mountpoint", "device"},
    "node_cpu_seconds_total": {"job", "instance", "cpu", "mode"},
    "node_textfile_mtime_seconds": {"job", "instance", "file"}}
WORDS = {"sum", "rate", "increase", "histogram_quantile", "abs", "changes", "resets", "predict_linear", "time", "min",
         "max", "avg", "deriv", "vector", "label_values", "by", "on", "and", "or", "unless", "le", "instance"}
RULES = [rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]]
DASHBOARD = json.loads((FOLDER / "grafana-dashboard.json").read_text())
# What a server has that something has happened to.
WANTED = ["tanada_refused_requests_total{", "tanada_refused_connections_total", "tanada_purges_pending{",
          "tanada_purges_total{", "tanada_http_malformed_requests_total{"]


def test_each_alert_has_its_section_and_its_tests(figure):
    names = [rule["alert"] for rule in RULES]
    assert len(set(names)) == len(names)
    page = re.sub(r"^```.*?^```", "", (ROOT / "docs/operations.md").read_text(), flags=re.M | re.S)
    # As forges make them.
    anchors = [re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
               for heading in re.findall(r"^#+(.*)", page, re.M)]
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "ticket"), rule
        assert {"summary", "description", "runbook"} == set(rule["annotations"]), rule
        page, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert page == "docs/operations.md" and anchor in anchors, f"{rule['alert']}: no section {anchor}"
    groups = yaml.safe_load((FOLDER / "alerts-test.yml").read_text())["tests"]
    tests = [test for group in groups for test in group["alert_rule_test"]]
    for name in names:
        kinds = {bool(test["exp_alerts"]) for test in tests if test["alertname"] == name}
        assert kinds == {True, False}, f"{name}: no test in which it {'fires' if True not in kinds else 'does not'}"
    figure(f"monitoring: {len(names)} alerts, each with its section, and {len(tests)} tests of them")


@pytest.mark.parametrize("command", ["check rules alerts.yml", "check config prometheus.yml", "test rules alerts-test.yml"])
def test_promtool(command):
    need("promtool")
    done = subprocess.run(["promtool", *command.split()], cwd=FOLDER, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def expressions():
    found = [(panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
    found += [(f'${one["name"]}', one["definition"]) for one in DASHBOARD["templating"]["list"] if one["type"] == "query"]
    found += [(one["name"], one["expr"]) for one in DASHBOARD["annotations"]["list"] if "expr" in one]
    return [(f"dashboard, {place}", expression) for place, expression in found]


def metrics(place, expression, names):
    """Every name is a metric, every label one of it, every plain value one that Sources has. Returns the metrics."""
    names = OTHERS | names
    for name, matchers in re.findall(r"\b([a-zA-Z_]\w*)\{([^}]*)\}", expression):
        assert name in names, f"{place}: there is no metric {name}"
        for label, operator, value in re.findall(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"', matchers):
            assert label in names[name], f"{place}: {name} has no label {label}"
            if label in ("result", "state", "reason", "route") and operator in ("=", "!="):
                assert has_word(value), f"{place}: {label} is never {value}"
    found = set(re.findall(r"\b([a-zA-Z_]\w*)\{", expression))
    rest = re.sub(r"\{[^}]*\}|\[[^]]*\]|\"[^\"]*\"", " ", expression)
    groups = re.findall(r"\b(?:by|on)\s*\(([^)]*)\)", rest)
    found |= set(re.findall(r"\b[a-zA-Z_]\w*\b", re.sub(r"\b(by|on)\s*\([^)]*\)", " ", rest))) - WORDS
    assert found <= set(names), f"{place}: there is no metric of {found - set(names)}"
    for label in {label.strip() for group in groups for label in group.split(",")}:
        assert any(label in names[name] for name in found), f"{place}: no metric has {label}"
    return found


def test_the_dashboard_is_one():
    assert DASHBOARD["schemaVersion"] in range(36, 40), "not a dashboard of Grafana 10"
    identities = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(identities)) == len(identities)
    taken = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24, panel["title"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                 for y in range(place["y"], place["y"] + place["h"])}
        assert not cells & taken, f'{panel["title"]} lies on another panel'
        taken |= cells
        if panel["type"] != "row":
            assert panel["targets"] and panel["datasource"]["uid"] == "${datasource}", panel["title"]
            references = [target["refId"] for target in panel["targets"]]
            assert len(set(references)) == len(references), panel["title"]


@pytest.fixture(scope="module")
def monitored(make_store):
    """A server that fails to purge, and takes few connections."""
    with Server(make_store(), environment={
            "TANADA_PURGE_URLS": f"http://127.0.0.1:{free_port()}/tanada/purge", "TANADA_PURGE_TOKEN": "token",
            "TANADA_MAX_CONNECTIONS_PER_ADDRESS": "20", "TANADA_MAX_CLIENT_MEMORY": "1048576"}) as server:
        yield server.wait_until_ready()


def use(server):
    """Makes it count what appears only when it happens. Returns its metrics."""
    server.document(width=390)
    with RawConnection(server.port) as connection:
        connection.send(b"nonsense\r\n\r\n")
        connection.handle.recv(1000)
    # Beyond the connections of one address, and beyond the memory for bodies.
    connections = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(30)]
    # Open until the server has seen all of them: it closes the last one at once.
    try:
        connections[-1].recv(1)
    except ConnectionResetError:
        pass
    for connection in connections:
        connection.close()
    bodies = []

    def has_all():
        bodies.append(RawConnection(server.port))
        bodies[-1].send(request("POST", "/v1/layouts/uniform_grid", b"[" + b" " * 200_000, length=900_000))
        text = server.get("/metrics", token=None).text
        if len(bodies) == 15:
            bodies.pop(0).handle.close()
        return all(f"\n{name}" in text for name in WANTED) and text
    try:
        return eventually(has_all, "every metric")
    finally:
        for body in bodies:
            body.handle.close()


def test_rules_and_dashboard_have_the_metrics_of_the_server(monitored, figure):
    """All of them, and no others; MetricsTests.everyMetricIsDocumented has their page."""
    (kinds, _), names = described(), series()
    live = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", use(monitored), re.M):
        live.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    for name, found in live.items():
        assert name in names, f"{name} is served, and described nowhere"
        assert found <= names[name], (name, found, names[name])
    used = set()
    for place, expression in [*((rule["alert"], rule["expr"]) for rule in RULES), *expressions()]:
        used |= metrics(place, expression, names)

    own, served = ({re.sub(r"_(bucket|sum|count)$", "", name) for name in some} for some in (used & names.keys(), live))
    # A file has no pool of connections, and PostgreSQL no file.
    is_elsewhere = {"tanada_database_size_bytes"} if monitored.store.address else {
        name for name in own if name.startswith("tanada_store_")} - {"tanada_store_revision"}
    assert not own - served - is_elsewhere, f"this server does not have {own - served - is_elsewhere}"
    assert not set(kinds) - own, f"neither a rule nor the dashboard has {set(kinds) - own}"
    figure(f"monitoring: the dashboard and the alerts have all {len(own)} metrics")


class Prometheus(Process):
    def __init__(self, folder, port):
        super().__init__(["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
                          f"--web.listen-address=127.0.0.1:{port}"], folder / "prometheus.log", folder)
        self.port = port

    def query(self, text):
        answer = Client(self.port).get(f"/api/v1/query?query={urllib.parse.quote(text)}")
        return answer.status == 200 and [float(result["value"][1]) for result in answer.json["data"]["result"]]

    def wait_for(self, job, value):
        eventually(lambda: self.query(f'probe_success{{job="{job}"}}') == [value], f"{job} is {value}", process=self.process)


def test_prometheus_reads_the_server_and_probes_it(monitored, folder, figure):
    """With the files as they are, but for addresses."""
    need("prometheus", "prometheus-blackbox-exporter")
    probes = free_port()
    for name, changes in {"alerts.yml": [], "blackbox.yml": [], "prometheus.yml": [
            ('"10.0.0.1:8080", "10.0.0.2:8080"', f'"127.0.0.1:{monitored.port}"'), ("127.0.0.1:9115", f"127.0.0.1:{probes}"),
            ("interval: 15s", "interval: 1s"), ('"127.0.0.1:9093"', ""), ('"10.0.0.1:9100", "10.0.0.2:9100"', "")]}.items():
        (folder / name).write_text(replaced(FOLDER / name, changes))
    exporter = ["prometheus-blackbox-exporter", "--config.file", folder / "blackbox.yml", "--web.listen-address",
                f"127.0.0.1:{probes}"]
    with Process(exporter, folder / "exporter.log"), Prometheus(folder, free_port()) as prometheus:
        for job in ["tanada-ready", "tanada-whole"]:
            prometheus.wait_for(job, 1)
        eventually(lambda: prometheus.query('up{job="tanada"}') == [1], "the server is scraped")
        # Rates need two samples.
        eventually(lambda: prometheus.query('rate(tanada_http_requests_total{route="/metrics"}[1m])'), "there is a rate")
        empty = set()
        for place, expression in expressions():
            if not expression.startswith("label_values"):
                found = prometheus.query(expression.replace("$__rate_interval", "1m").replace("$instance", ".*"))
                assert found is not False, f"{place}: {expression}"
                empty |= {place} if not found else set()
        groups = Client(prometheus.port).get("/api/v1/rules").json["data"]["groups"]
        assert sum(len(group["rules"]) for group in groups) == len(RULES)
        figure(f"monitoring: Prometheus reads all expressions; {len(empty)} have no data here")
        if monitored.store.address:
            return
        # The disk cannot be filled here, but the database can be replaced.
        store = monitored.store
        files = [file for file in store.folder.glob("tanada.sqlite*") if file.is_file()]
        for file in files:
            file.rename(f"{file}.away")
        prometheus.wait_for("tanada-ready", 0)
        for file in files:
            file.with_name(f"{file.name}.away").replace(file)
        prometheus.wait_for("tanada-ready", 1)
        # An item is damaged as another tool would, and a revision made in which its section is read again: a section that
        # cannot be read is degraded, and ready.
        store.rows("UPDATE trend_articles SET published_at = 'damaged' WHERE id = 1")
        store.run("import", "--quiet", "trend_articles", "-", input=json.dumps({"result": [{
            "id": 2, "thumbnail_url": "https://example.com/2.jpg", "title": "Written after the damage", "introduction": "-",
            "published_at": "2022-12-01T00:00:00.000+0000"}]}))
        prometheus.wait_for("tanada-whole", 0)
        assert prometheus.query('probe_success{job="tanada-ready"}') == [1]
        figure("monitoring: a moved database is not ready, and a damaged section degraded, in both probes of Prometheus")
