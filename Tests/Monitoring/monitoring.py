"""What packaging/monitoring promises; see `run`."""

import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

import yaml

sys.path.append("Tests/Support")
from waiting import wait_until  # noqa: E402

FOLDER = "packaging/monitoring"
# What other programs measure: Prometheus itself, the blackbox exporter, node_exporter.
OTHERS = {
    "up": {"job", "instance"}, "probe_success": {"job", "instance"},
    "node_filesystem_avail_bytes": {"job", "instance", "fstype", "mountpoint", "device"},
    "node_filesystem_size_bytes": {"job", "instance", "fstype", "mountpoint", "device"},
    "node_cpu_seconds_total": {"job", "instance", "cpu", "mode"},
    "node_textfile_mtime_seconds": {"job", "instance", "file"}}
WORDS = {"sum", "rate", "increase", "histogram_quantile", "abs", "changes", "resets", "predict_linear", "time", "min",
         "max", "avg", "deriv", "vector", "label_values", "by", "on", "and", "or", "unless", "le", "instance"}


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def get(address):
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


def say(text):
    print(f"✔ monitoring: {text}", flush=True)


class Process:
    def __init__(self, command, log, environment=None):
        self.log = open(log, "w")
        self.process = subprocess.Popen(
            command, stdout=self.log, stderr=self.log, env=os.environ | (environment or {}))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()


# Rules.

def rules():
    with open(f"{FOLDER}/alerts.yml") as file:
        return [rule for group in yaml.safe_load(file)["groups"] for rule in group["rules"]]


def check_rules():
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names)
    anchors = headings("docs/operations.md")
    for rule in rules():
        place = rule["alert"]
        assert rule["labels"]["severity"] in ("page", "ticket"), place
        annotations = rule["annotations"]
        assert {"summary", "description", "runbook"} == set(annotations), place
        page, _, anchor = annotations["runbook"].partition("#")
        assert page == "docs/operations.md" and anchor in anchors, f"{place}: no section {anchor}"
    with open(f"{FOLDER}/alerts-test.yml") as file:
        tests = [test for group in yaml.safe_load(file)["tests"] for test in group["alert_rule_test"]]
    for name in names:
        kinds = {bool(test["exp_alerts"]) for test in tests if test["alertname"] == name}
        assert kinds == {True, False}, f"{name}: no test in which it {'fires' if True not in kinds else 'does not'}"
    if not shutil.which("promtool"):
        print("⚠ promtool is not available here: the rules are not tested", flush=True)
        return
    for arguments in [["check", "rules", "alerts.yml"], ["check", "config", "prometheus.yml"],
                      ["test", "rules", "alerts-test.yml"]]:
        run = subprocess.run(["promtool", *arguments], cwd=FOLDER, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
    say(f"{len(names)} alerts fire and do not fire in {len(tests)} tests, and each has its section")


def headings(page):
    """The anchors of a page, as forges make them."""
    anchors, is_code = [], False
    with open(page) as file:
        for line in file:
            is_code ^= line.startswith("```")
            if line.startswith("#") and not is_code:
                text = re.sub(r"[`*]", "", line.lstrip("#").strip().lower())
                anchors.append(re.sub(r"[^\w\- ]", "", text).replace(" ", "-"))
    return anchors


# Metrics.

def described():
    """The metrics of Sources with their kinds, and the labels they get."""
    texts = []
    for folder, _, files in os.walk("Sources"):
        for name in files:
            if name.endswith(".swift"):
                with open(os.path.join(folder, name)) as file:
                    texts.append(file.read())
    text = "\n".join(texts)
    kinds = dict(re.findall(r'MetricDescription\(\s*"(\w+)",\s*\.(\w+)', text))
    assert len(kinds) > 40, kinds
    labels = {name: set() for name in kinds}
    for name, list in re.findall(r'"(\w+)",\s*\[((?:\("\w+", [^)]*\)(?:,\s*)?)+)\]', text):
        if name in labels:
            labels[name] |= set(re.findall(r'\("(\w+)",', list))
    for name in ["tanada_http_requests_total"]:
        labels[name] |= {"method", "route", "status"}
    labels["tanada_http_request_duration_seconds"] |= {"route"}
    return kinds, labels, text


def served(text):
    """The metrics that a server has, with the labels of each."""
    names = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", text, re.M):
        names.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    return names


def names_of(kinds, labels):
    """Every series name with its labels; those of a histogram are three."""
    names = {}
    for name, kind in kinds.items():
        common = labels[name] | {"job", "instance"}
        if kind == "histogram":
            names |= {name + "_bucket": common | {"le"}, name + "_sum": common, name + "_count": common}
        else:
            names[name] = common
    return names


def check_expression(place, expression, names, source):
    """Every name is a metric, every label one of it, every plain value one that Sources has."""
    rest = expression
    for name, matchers in re.findall(r"\b([a-zA-Z_]\w*)\{([^}]*)\}", expression):
        known = names.get(name) or OTHERS.get(name)
        assert known, f"{place}: there is no metric {name}"
        for label, operator, value in re.findall(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"', matchers):
            assert label in known, f"{place}: {name} has no label {label}"
            if label in ("result", "state", "reason", "route") and operator in ("=", "!="):
                word = rf'"{re.escape(value)}"|case [\w, ]*\b{re.escape(value)}\b'
                assert re.search(word, source), f"{place}: {label} is never {value}"
    metrics = set(re.findall(r"\b([a-zA-Z_]\w*)\{", rest))
    rest = re.sub(r"\{[^}]*\}|\[[^]]*\]|\"[^\"]*\"", " ", rest)
    groups = re.findall(r"\b(?:by|on)\s*\(([^)]*)\)", rest)
    rest = re.sub(r"\b(by|on)\s*\([^)]*\)", " ", rest)
    for word in re.findall(r"\b[a-zA-Z_]\w*\b", rest):
        if word not in WORDS:
            assert word in names or word in OTHERS, f"{place}: there is no metric {word}"
            metrics.add(word)
    for label in {label.strip() for group in groups for label in group.split(",")}:
        assert any(label in (names.get(name) or OTHERS[name]) for name in metrics), f"{place}: no metric has {label}"
    return metrics


def expressions(dashboard):
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield f'dashboard, {panel["title"]}', target["expr"]
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield f'dashboard, ${variable["name"]}', variable["definition"]
    for annotation in dashboard["annotations"]["list"]:
        if "expr" in annotation:
            yield f'dashboard, {annotation["name"]}', annotation["expr"]


def check_dashboard(dashboard):
    assert dashboard["schemaVersion"] in range(36, 40), "not a dashboard of Grafana 10"
    panels = dashboard["panels"]
    identities = [panel["id"] for panel in panels]
    assert len(set(identities)) == len(identities)
    taken = set()
    for panel in panels:
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
    return len([panel for panel in panels if panel["type"] != "row"])


def check_metrics(text, is_postgresql):
    kinds, labels, source = described()
    live = served(text)
    names = names_of(kinds, labels)
    for name, found in live.items():
        assert name in names, f"{name} is served, and described nowhere"
        assert found <= names[name], (name, found, names[name])
    with open(f"{FOLDER}/grafana-dashboard.json") as file:
        dashboard = json.load(file)
    count = check_dashboard(dashboard)
    used = set()
    for place, expression in [*((rule["alert"], rule["expr"]) for rule in rules()), *expressions(dashboard)]:
        used |= check_expression(place, expression, names, source)
    own = {re.sub(r"_(bucket|sum|count)$", "", name) for name in used if name in names}
    served_names = {re.sub(r"_(bucket|sum|count)$", "", name) for name in live}
    # A file has no pool of connections, and PostgreSQL no file.
    missing = own - served_names - (
        {"tanada_database_size_bytes"} if is_postgresql
        else {name for name in own if name.startswith("tanada_store_")} - {"tanada_store_revision"})
    assert not missing, f"this server does not have {missing}"
    unused = set(kinds) - own
    assert not unused, f"neither a rule nor the dashboard has {unused}"
    with open("docs/operations.md") as file:
        page = file.read()
    undocumented = [name for name in kinds if f"`{name}`" not in page]
    assert not undocumented, f"docs/operations.md does not have {undocumented}"
    say(f"{count} panels and the alerts have {len(own)} metrics, all there are; "
        f"{len(own & served_names)} of them are served here")


def promql(port):
    """Prometheus itself reads every expression of the dashboard."""
    with open(f"{FOLDER}/grafana-dashboard.json") as file:
        dashboard = json.load(file)
    for place, expression in expressions(dashboard):
        if expression.startswith("label_values"):
            continue
        text = expression.replace("$__rate_interval", "1m").replace("$instance", ".*")
        query = urllib.parse.quote(text)
        status, body = get(f"http://127.0.0.1:{port}/api/v1/query?query={query}")
        assert status == 200, f"{place}: {body}"
        yield place, json.loads(body)["data"]["result"]


def check_scraping(server, work):
    """Prometheus and the blackbox exporter with the files as they are, but for addresses."""
    if not shutil.which("prometheus") or not shutil.which("prometheus-blackbox-exporter"):
        print("⚠ prometheus or the blackbox exporter is not available here: not tested", flush=True)
        return
    port, probes = free_port(), free_port()
    for name in ["alerts.yml", "blackbox.yml", "prometheus.yml"]:
        with open(f"{FOLDER}/{name}") as file:
            text = file.read()
        if name == "prometheus.yml":
            for before, after in [
                ('"10.0.0.1:8080", "10.0.0.2:8080"', f'"127.0.0.1:{server.port}"'), ("127.0.0.1:9115",
                 f"127.0.0.1:{probes}"), ("interval: 15s", "interval: 1s"), ('"127.0.0.1:9093"', ""),
                ('"10.0.0.1:9100", "10.0.0.2:9100"', "")]:
                assert before in text, before
                text = text.replace(before, after)
        with open(os.path.join(work, name), "w") as file:
            file.write(text)
    exporter = ["prometheus-blackbox-exporter", "--config.file", f"{work}/blackbox.yml",
                "--web.listen-address", f"127.0.0.1:{probes}"]
    prometheus = ["prometheus", f"--config.file={work}/prometheus.yml", f"--storage.tsdb.path={work}/data",
                  f"--web.listen-address=127.0.0.1:{port}"]
    with Process(exporter, f"{work}/exporter.log"), Process(prometheus, f"{work}/prometheus.log"):
        def value(query):
            _, body = get(f"http://127.0.0.1:{port}/api/v1/query?query={urllib.parse.quote(query)}")
            results = json.loads(body)["data"]["result"] if body.startswith("{") else []
            return [float(result["value"][1]) for result in results]
        for job in ["tanada-ready", "tanada-whole"]:
            wait_until(lambda: value(f'probe_success{{job="{job}"}}') == [1], f"{job} is well")
        wait_until(lambda: value('up{job="tanada"}') == [1], "the server is scraped")
        # Rates need two samples.
        wait_until(lambda: value('rate(tanada_http_requests_total{route="/metrics"}[1m])'), "there is a rate")
        empty = {place for place, result in promql(port) if not result}
        _, body = get(f"http://127.0.0.1:{port}/api/v1/rules")
        loaded = [rule for group in json.loads(body)["data"]["groups"] for rule in group["rules"]]
        # A rule is evaluated after a moment.
        assert len(loaded) == len(rules())
        # The disk cannot be filled here, but the database can be replaced.
        say(f"Prometheus reads all expressions; {len(empty)} have no data here")
        if os.environ.get("TANADA_STORE"):
            return
        for part in ["", "-wal", "-shm"]:
            path = server.database + part
            if os.path.exists(path):
                os.rename(path, path + ".away")
        wait_until(lambda: value('probe_success{job="tanada-ready"}') == [0], "a replaced database is not ready")
        for part in ["", "-wal", "-shm"]:
            path = server.database + part
            if os.path.exists(path + ".away"):
                os.rename(path + ".away", path)
        wait_until(lambda: value('probe_success{job="tanada-ready"}') == [1], "the server is ready again")
        # A section that cannot be read is degraded, and ready.
        server.damage()
        wait_until(lambda: value('probe_success{job="tanada-whole"}') == [0], "a damaged section is degraded")
        assert value('probe_success{job="tanada-ready"}') == [1]
        say("a moved database is not ready, and a damaged section degraded, in both probes of Prometheus")


class Server(Process):
    def __init__(self, tanada, work):
        self.port, self.tanada = free_port(), tanada
        self.database = os.environ["TANADA_DATABASE"]
        dead = free_port()
        super().__init__([tanada, "serve", "--port", str(self.port)], f"{work}/server.log", {
            "TANADA_PURGE_URLS": f"http://127.0.0.1:{dead}/tanada/purge", "TANADA_PURGE_TOKEN": "token",
            "TANADA_MAX_CONNECTIONS_PER_ADDRESS": "20", "TANADA_MAX_CLIENT_MEMORY": "1048576"})
        wait_until(lambda: get(f"http://127.0.0.1:{self.port}/readyz")[0] == 200, "the server is ready")

    def use(self):
        """Makes it count what appears only when it happens."""
        get(f"http://127.0.0.1:{self.port}/v1/feeds/home?width=390")
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(b"nonsense\r\n\r\n")
            connection.recv(1000)
        # Beyond the connections of one address, and beyond the memory for bodies.
        connections = [socket.create_connection(("127.0.0.1", self.port), timeout=60) for _ in range(30)]
        # Open until the server has seen all of them: it closes the last one at once.
        try:
            connections[-1].recv(1)
        except ConnectionResetError:
            pass
        for connection in connections:
            connection.close()
        head = (b"POST /v1/layouts/uniform_grid HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Content-Length: 900000\r\n\r\n")
        bodies, missing = [], []

        def has_all():
            bodies.append(socket.create_connection(("127.0.0.1", self.port)))
            bodies[-1].sendall(head + b"[" + b" " * 200_000)
            text = get(f"http://127.0.0.1:{self.port}/metrics")[1]
            wanted = ["tanada_refused_requests_total{", "tanada_refused_connections_total", "tanada_purges_pending{",
                      "tanada_purges_total{", "tanada_http_malformed_requests_total{"]
            missing[:] = [name for name in wanted if f"\n{name}" not in text]
            if len(bodies) == 15:
                bodies.pop(0).close()
            return None if missing else text
        try:
            text = wait_until(has_all, "every metric")
        finally:
            if missing:
                print(f"error: /metrics lacks {', '.join(missing)}", file=sys.stderr)
        for connection in bodies:
            connection.close()
        return text

    def damage(self):
        """Damages an item as another tool would, and makes a revision in which its section is read again."""
        with sqlite3.connect(self.database, timeout=30) as database:
            database.execute("UPDATE trend_articles SET published_at = 'damaged' WHERE id = 1")
        items = {"result": [{
            "id": 2, "thumbnail_url": "https://example.com/2.jpg", "title": "Written after the damage",
            "introduction": "-", "published_at": "2022-12-01T00:00:00.000+0000"}]}
        subprocess.run(
            [self.tanada, "import", "--quiet", "trend_articles", "-"], input=json.dumps(items), text=True, check=True)


def main():
    tanada, work = sys.argv[1:]
    os.environ["PATH"] += ":/usr/sbin"
    check_rules()
    with Server(tanada, work) as server:
        check_metrics(server.use(), bool(os.environ.get("TANADA_STORE")))
        check_scraping(server, work)


main()
