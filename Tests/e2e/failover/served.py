"""Two servers of a cluster, with editors, readers and a command that write while its primary fails."""

import contextlib
import time

from harness import Server, Store, eventually
from harness.load import KIND, SCREEN, Editors

PATHS = [SCREEN, "/v1/feeds/home?width=1024", "/v1/feeds/home/sections/campaign_banners?width=390",
         f"/v1/content/{KIND}?limit=1000", "/v1/content/pickup_photos?limit=1000"]
EDITORS = 4


def start_again(server):
    """Without a database it ends, and is started again, as by a service manager."""
    def is_listening():
        server.end()
        return server.launch().is_listening

    eventually(is_listening, "a server starts")


def wait_for_writes(load, count=40):
    """Waits until so many further writes were acknowledged."""
    now = time.monotonic()
    eventually(lambda: load.faults or load.acknowledged(now) >= count, "something is written")


@contextlib.contextmanager
def under_load(cluster, folder):
    """The servers and the load; afterwards, what must be true of it is checked. The text of it is in `load.text`."""
    store = Store(folder / "store", address=cluster.address)
    store.run("migrate")
    store.seed()
    token, load, pairs = store.token("editor"), Editors(), iter(range(100))
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(Server(store, token=token)) for _ in range(2)]
        with load:
            for server in servers:
                for _ in range(EDITORS):
                    load.add(load.edit, server.client(token), next(pairs))
                load.add(load.reader(server))
            load.add(load.command, store, next(pairs))
            yield servers, load
        newest, load.text = load.check_writes(cluster.rows)
        # The documents of all servers, and of one that was just started, are equal to the byte.
        servers.append(stack.enter_context(Server(store, token=token)))
        for server in servers:
            eventually(lambda: server.get("/readyz", token=None).json["revision"] == newest,
                       f"all servers serve revision {newest}")
        for path in PATHS:
            answers = [server.get(path, token=None) for server in servers]
            assert {answer.status for answer in answers} == {200}, f"{path}: {answers}"
            assert len({answer.bytes for answer in answers}) == 1, f"{path} differs between servers"
