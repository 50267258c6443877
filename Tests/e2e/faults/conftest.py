"""Servers whose system calls can fail."""

import pytest
from harness import Server, library
from harness.program import SANITIZER

from faults.control import Control


class FaultServer(Server):
    def start(self):
        return super().start().wait_until_ready()


@pytest.fixture(scope="session")
def shim(tmp_path_factory):
    return library("faults/shim.c", tmp_path_factory.mktemp("shim"))


@pytest.fixture
def fault_store(make_store, make_folder):
    """Makes stores of samples, with a folder for temporary files, and the limits of users for calculations."""

    def make(folder=None, address=None):
        folder = folder or make_folder("faults")
        (folder / "tmp").mkdir(parents=True)
        return make_store(samples=not address, folder=folder, address=address, environment={
            "TMPDIR": str(folder / "tmp"), "TANADA_WORK_TIMEOUT": "600" if SANITIZER else "10"})

    return make


@pytest.fixture
def make_server(fault_store, shim, request):
    """Makes servers, which are killed after the test: `is_controlled` ones have calls that can fail."""
    def make(store=None, is_controlled=False, environment=None, **options):
        store = store or fault_store()
        control = Control(store.folder / "control") if is_controlled else None
        if control:
            environment = {"FAULTS_CONTROL": str(control.path), "FAULTS_FOLDER": f"{store.folder}/"}
            options["library"] = shim
        server = FaultServer(store, environment=environment, **options)
        server.control = control
        request.addfinalizer(server.kill)
        return server

    return make
