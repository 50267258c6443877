"""The options and fixtures of all checks in Python: stores, servers, a browser, and a clock that can be set."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))  # also in workers
import harness
from harness import postgresql, stores

pytest_plugins = ["browser.fixtures"]
MODULES = {}  # seconds and processor seconds


def pytest_addoption(parser):
    parser.addoption("--store", choices=["sqlite", "postgresql"], default="sqlite", help="where servers have their content")
    parser.addoption("--soak", action="store_true", help="at large sizes")
    parser.addoption("--seed", type=int, default=1, help="of what is random")
    parser.addoption("--size", action="append", default=[], metavar="NAME=NUMBER", help="sets one size")


def pytest_configure(config):
    """Starts a PostgreSQL of the run, which workers share."""
    if config.getoption("soak"):
        os.environ["TANADA_SOAK_SEED"] = str(config.getoption("seed"))  # for modules, when they are imported
    if config.getoption("store") == "postgresql" and not stores.POSTGRESQL:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="postgresql-"))
        folder.chmod(0o755)  # its user is another one
        config.postgresql = postgresql.Server(str(folder), {"fsync": "off"}).start()
        stores.POSTGRESQL = os.environ["TANADA_POSTGRESQL"] = config.postgresql.address("")


def pytest_unconfigure(config):
    if server := getattr(config, "postgresql", None):
        server.stop()
        shutil.rmtree(server.folder)


def pytest_terminal_summary(terminalreporter):
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == "figure":
                terminalreporter.write_line(f"✔ {value}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Adds up the seconds and processor seconds of each module, for scripts/test."""
    began = os.times()
    try:
        return (yield)
    finally:
        ended = os.times()
        spent = MODULES.setdefault(item.location[0], [0, 0])
        spent[0] += ended.elapsed - began.elapsed
        spent[1] += sum(ended[:4]) - sum(began[:4])


def pytest_sessionfinish():
    if file := os.environ.get("TEST_TIMES"):
        with open(file, "a") as times:
            times.writelines(f"{seconds:.1f} {processor:.1f} {module}\n" for module, (seconds, processor) in MODULES.items())


@pytest.fixture(scope="session")
def is_soak(request):
    return request.config.getoption("soak")


@pytest.fixture
def soak_alone(is_soak):
    if not is_soak:
        pytest.skip("only in a soak")


@pytest.fixture(scope="session")
def seed(request):
    return request.config.getoption("seed")


@pytest.fixture(scope="session")
def size(request):
    """The size of something: `size("edits", 12, soak=200)` is 12, or 200 in a soak, or what `--size edits=…` says."""
    given = dict(one.split("=") for one in request.config.getoption("size"))

    def size_of(name, usual, soak=None):
        large = usual if soak is None else soak
        return int(given.get(name, large if request.config.getoption("soak") else usual))

    return size_of


@pytest.fixture
def figure(record_property):
    """Notes a line for the end of the run: what was tested, how often, and with which seed."""
    return lambda text: record_property("figure", text)


@pytest.fixture(scope="module")
def make_folder():
    """Makes folders for the module, which are removed after it."""
    made = []

    def make(name="test"):
        made.append(pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-")).resolve())
        made[-1].chmod(0o755)  # for programs of other users
        return made[-1]

    yield make
    for folder in made:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def folder(make_folder):
    return make_folder()


@pytest.fixture(scope="module")
def make_store(make_folder):
    """Makes stores: empty, or with the samples and even their pictures, which are copied from a seeded one."""

    def make(samples=True, pictures=False, folder=None, **options):
        folder = folder or make_folder("store")
        return stores.copy_of_samples(folder, pictures, **options) if samples else harness.Store(folder, **options)

    return make


@pytest.fixture
def store(make_store):
    return make_store()


@pytest.fixture
def serve(make_store):
    """Starts servers, which are killed after the test: of a store of samples unless there is another one."""
    started = []

    def start(store=None, *options, **keywords):
        started.append(harness.Server(store or make_store(), *options, **keywords))
        return started[-1].start()

    yield start
    for server in started:
        server.kill()


@pytest.fixture(scope="module")
def server(request, make_store):
    """The server of the module, with the samples and their pictures, and the settings `SETTINGS` of the module."""
    settings = getattr(request.module, "SETTINGS", {"cors_origins": "*"})
    with harness.Server(make_store(pictures=True, settings=settings)) as server:
        yield server


@pytest.fixture
def clock(folder):
    return harness.Clock(folder)


@pytest.fixture(scope="session")
def documentation(tmp_path_factory):
    if not (made := os.environ.get("TANADA_SITE")):
        made = tmp_path_factory.mktemp("documentation") / "site"
        environment = os.environ | {"TANADA": harness.PROGRAM}
        subprocess.run([harness.ROOT / "scripts/docs", "--site", made, "--without-libraries"], check=True, env=environment)
    return pathlib.Path(made).resolve()
