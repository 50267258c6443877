"""Requests that no library would send, to a screen, an item, a list, a small write and an upload: they are answered,
refused, logged and counted by the same rules, whatever way through the server they take."""

import socket

import pytest
from harness.raw import HOST, RawConnection, is_read

from hostile import subjects
from hostile.cases import CASES
from hostile.running import Run


@pytest.fixture(scope="module")
def run(make_store):
    store = make_store(with_defaults=True)
    with Run(store, subjects.subjects(store.token("editor", "editor"))) as run:
        write, screen = run.subjects[:2]
        write.prepare(run)
        run.wait_for_revision(screen, int(run.ask(write.message()).headers["x-tanada-revision"]))
        yield run


def test_what_is_read_is_told_from_what_is_not():
    with socket.create_server((HOST, 0)) as listener, RawConnection(listener.getsockname()[1]) as wire:
        accepted, _ = listener.accept()
        with accepted:
            wire.send(b"a")
            assert not is_read(*wire.ends)
            accepted.recv(1)
            assert is_read(*wire.ends)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(run, case):
    suited = [subject for subject in run.subjects if case.suits(subject)]
    failures = [text for subject in suited if (text := run.play(case, subject))]
    if failures:
        pytest.fail("\n".join(failures), pytrace=False)
    assert suited and run.server.is_running
