"""Two servers behind a balancer that asks for /readyz are restarted in turn, while many clients read, write and upload
through it. Nobody sees an error: no refused or reset connection, and no answer of 500 or more."""

import itertools
import socket
import time

from harness import Client, Server, eventually
from harness.load import NO_ANSWER, SCREEN, Editors, People

DRAIN_DELAY = 1  # seconds
CHECK_INTERVAL = 0.2  # seconds between two questions for /readyz, which is obeyed at once
CLIENTS = {"reads": 40, "uploads": 4, "streams": 4}
EDITORS = 2


class Late(ConnectionError):
    """The balancer has not found out within the delay that a server drains, as on a machine with much other work. What
    it sends there then is its own fault."""


class Told(Server):
    """A server that tells its service manager how it is (sd_notify(3))."""

    def __init__(self, store, folder):
        self.manager, self.told, self.hearing = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), [], People()
        self.manager.bind(str(folder / "notify"))
        self.manager.settimeout(0.1)
        super().__init__(store, environment={
            "TANADA_DRAIN_DELAY": str(DRAIN_DELAY), "TANADA_STOP_TIMEOUT": "10", "WATCHDOG_USEC": "200000",
            "NOTIFY_SOCKET": str(folder / "notify")})
        # The balancer's: whether it sends something there, since when it should not, and connections that are free.
        self.is_in, self.deadline, self.idle = False, None, []
        self.hearing.add(self.hear)  # the queue of a socket is short

    def hear(self):
        try:
            self.told.append(self.manager.recv(4096).decode())
        except TimeoutError:
            pass

    def start(self):
        self.told.clear()
        super().start()
        eventually(lambda: any(message.startswith("READY=1\n") for message in self.told), "the service manager is told")
        return self

    @property
    def is_overdue(self):
        return self.deadline is not None and time.monotonic() > self.deadline


class Connection(Client):
    """One that the balancer keeps, which notes whether its request was sent too late, on a busy machine."""

    def __init__(self, server, token):
        super().__init__(server.port, token)
        self.was_overdue, original = None, self.connection.send

        def send(data):
            original(data)
            if self.was_overdue is None:
                self.was_overdue = server.is_overdue

        self.connection.send = send


class Balancer:
    """Sends requests to servers that are ready, over connections that it keeps. It tries nothing twice."""

    def __init__(self, servers, token):
        self.servers, self.token, self.turns, self.refusals = servers, token, itertools.count(), 0

    def check(self):
        for server in self.servers:
            try:
                answer = server.get("/readyz", token=None, headers={"Connection": "close"})
            except NO_ANSWER:
                answer = None
            self.refusals += bool(answer and answer.status == 503 and b'"draining"' in answer.bytes)
            server.is_in = bool(answer and answer.status == 200)
            if not server.is_in:
                server.idle = []
        time.sleep(CHECK_INTERVAL)

    def pick(self):
        ready = [server for server in self.servers if server.is_in]
        return ready[next(self.turns) % len(ready)]

    def exchange(self, send):
        server = self.pick()
        try:
            client = server.idle.pop()
        except IndexError:
            client = Connection(server, self.token)
        client.was_overdue = None
        try:
            return send(client), client, server
        except NO_ANSWER as error:
            if client.was_overdue or client.was_overdue is None and server.is_overdue:
                raise Late(repr(error)) from error
            raise

    def send(self, *arguments, **options):
        answer, client, server = self.exchange(lambda client: client.send(*arguments, **options))
        if answer.headers.get("Connection") == "close":
            client.close()
        elif server.is_in:
            server.idle.append(client)
        return answer


class Load(Editors):
    def __init__(self, balancer):
        super().__init__()
        self.balancer = balancer

    def repeat(self, name):
        try:
            getattr(self, name)()
            self.count(name)
        except Late:
            self.count("late")

    def reads(self):
        for path in (SCREEN, "/v1/content/recent_news?limit=3"):
            answer = self.balancer.send("GET", path, token=False)
            assert answer.status == 200, answer

    def uploads(self):
        """A body that takes longer than a server takes to drain."""
        parts = [b" " * 1000] * 8 + [b'{"result":[]}']

        def slowly():
            for part in parts:
                yield part
                time.sleep(DRAIN_DELAY / 4)

        answer = self.balancer.send("POST", "/v1/import/recent_news?dry_run=true", slowly(),
                                    headers={"Content-Length": str(sum(map(len, parts)))})
        assert answer.status == 200, answer

    def streams(self):
        """A stream of events ends with the time after which its client connects again."""
        try:
            answer, _, _ = self.balancer.exchange(lambda client: client.send("GET", "/v1/events", token=False))
        except NO_ANSWER:
            if self.is_over.is_set():  # the servers are killed in the end
                return
            raise
        assert answer.text.count("retry: ") == 2, answer.text[-200:]


def test_restarts_behind_a_balancer_are_not_seen(make_store, make_folder, size, figure):
    restarts, store, times = size("restarts", 2, soak=10), make_store(), []
    servers = [Told(store, make_folder("notify")) for _ in range(2)]
    balancer = Balancer(servers, store.token("editor"))
    load, listeners, checking = Load(balancer), Load(balancer), People()
    try:
        for server in servers:
            server.start()
        checking.add(balancer.check)
        eventually(lambda: all(server.is_in for server in servers), "the balancer sends something to both")
        for name, count in CLIENTS.items():
            people = listeners if name == "streams" else load
            people.add(people.repeat, name, count=count)
        for pair in range(EDITORS):
            load.add(lambda pair=pair: (load.edit(balancer, pair), time.sleep(0.05)))
        for _ in range(restarts):
            for server in servers:
                reads, writes = load.counts["reads"], len(load.writes)
                eventually(lambda: load.faults or load.counts["reads"] >= reads + CLIENTS["reads"]
                           and len(load.writes) >= writes + 2 * EDITORS, "clients go on")
                began = time.monotonic()
                server.deadline = began + DRAIN_DELAY / 2
                assert server.stop() == 0, server.log()
                times.append(time.monotonic() - began)
                eventually(lambda: server.told[-1].startswith("STOPPING=1"), "the service manager is told")
                assert "WATCHDOG=1" in server.told, server.told
                # Until it was found to be away, its being ready is of before.
                eventually(lambda: not server.is_in, "the balancer notices")
                server.start()
                server.deadline = None
                eventually(lambda: server.is_in, "the balancer notices")
        load.end()
        listeners.is_over.set()
    finally:
        checking.end()
        for people in (load, listeners):
            people.is_over.set()
        for server in servers:
            server.kill()
            server.hearing.end()
    listeners.join().check()
    load.check_writes(store.rows)
    checking.check()
    late = load.counts["late"] + listeners.counts["late"]
    for write in load.writes:
        is_late = "Late(" in write.detail
        late += is_late
        assert write.outcome == "acknowledged" or is_late, write
    assert balancer.refusals >= 2 * restarts or late, f"/readyz has refused {balancer.refusals} times only"
    assert min(times) >= DRAIN_DELAY, f"a server has ended after {min(times):.1f} s"
    figure(f"draining: {len(times)} restarts, each in at most {max(times):.1f} s, beside {load.counts['reads']} reads and "
           f"{len(load.writes)} writes without an error; {late} requests of a balancer that was late")
