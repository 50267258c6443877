"""The clock of the wall is set ahead and back under a running server."""

import datetime
import time

from faults.writes import FIRST, KIND, body, screen
from harness import eventually

DAY = 86_400


def moment(seconds):
    then = datetime.datetime.fromtimestamp(time.time() + seconds, datetime.timezone.utc)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")


def jump(server, clock, first):
    def is_public(id):
        return server.get(f"/v1/content/{KIND}/{id}", token=None).status == 200

    def put(id, **window):
        server.must("PUT", f"/v1/content/{KIND}/{id}", body(id, f"item {id}") | window)

    def statuses():
        """Those of a token of a day, and of a session of half a day."""
        return [server.get("/v1/session", token=None, headers=headers).status for headers in (
            {"Authorization": f"Bearer {token}"}, {"Cookie": cookie})]

    # What is due in a day.
    put(first, publish_at=moment(DAY))
    put(first + 1, unpublish_at=moment(DAY))
    released = {"op": "replace", "kind": KIND, "id": first + 2, "body": body(first + 2, "released")}
    server.prepare(f"jump {first}", released, publish_at=moment(DAY))
    token = server.must("POST", "/v1/tokens", {"name": "day", "role": "viewer", "expires_at": "24h"})["secret"]
    begun = server.get(server.must("POST", "/v1/invitations", {"name": "Anna", "role": "editor"})["path"], token=None)
    assert begun.status == 303
    cookie = begun.headers["Set-Cookie"].split(";")[0]
    assert (is_public(first), is_public(first + 1)) == (False, True)
    assert statuses() == [200, 200]
    clock.set(DAY + 60)
    # Windows, releases, tokens and sessions follow, without a write or a restart.
    eventually(lambda: is_public(first) and not is_public(first + 1), "a day later, what is due is shown")
    eventually(lambda: is_public(first + 2), "a day later, the release is published")
    assert statuses() == [401, 401]
    put(first + 3)
    screen(server, "a day later")
    ahead = revisions(server)[0]
    clock.set(0)
    # Back again: writes go on, revisions are numbered on, and what was due too early is put back.
    put(first + 4)
    eventually(lambda: server.get("/readyz", token=None).json["clock"] == "ok", "the clock is well again")
    eventually(lambda: not is_public(first) and is_public(first + 1), "back again, what is not due is not shown")
    assert statuses()[0] == 200
    clock.set(-3600)
    put(first + 5)
    server.wait_until_ready()
    screen(server, "an hour back")
    clock.set(0)
    put(first + 6)
    numbers = revisions(server)
    assert numbers == list(range(numbers[0], 0, -1)), f"revisions have gaps: {numbers}"
    assert numbers[0] > ahead
    for id in range(first + 3, first + 7):
        server.must("GET", f"/v1/content/{KIND}/{id}")


def revisions(server):
    return [revision["number"] for revision in server.must("GET", "/v1/revisions?limit=1000")["result"]]


def test_what_is_due_follows_the_clock(serve, fault_store, clock, size, figure):
    rounds = size("jumps", 1, soak=5)
    server = serve(fault_store(), clock=clock).wait_until_ready()
    for turn in range(rounds):
        jump(server, clock, FIRST + 10 * turn)
    server.restart().wait_until_ready()
    assert server.get("/readyz").json["clock"] == "ok"
    figure(f"faults, clocks: {rounds} times ahead and back, {len(revisions(server))} revisions without a gap")


def test_a_limit_of_writes_lasts_as_long_as_it_says(serve, fault_store, clock):
    server = serve(fault_store(), clock=clock, environment={"TANADA_WRITE_RATE": "2"}).wait_until_ready()

    def is_limited():
        return server.send("PUT", f"/v1/content/{KIND}/{FIRST}", body(FIRST, "t")).status == 429

    for seconds in (-DAY, DAY):
        eventually(is_limited, "writes are limited")
        clock.set(seconds)
        eventually(lambda: not is_limited(), "a clock that is set does not end writes")
