"""The clock of the wall is set ahead and back under a running server."""

import datetime
import os
import time

from control import Control
from server import Fault, Server, eventually
from writes import FIRST, KIND, body

DAY = 86_400
SCREEN = "/v1/feeds/home?width=390"


def moment(seconds):
    time_then = datetime.datetime.fromtimestamp(time.time() + seconds, datetime.timezone.utc)
    return time_then.strftime("%Y-%m-%dT%H:%M:%SZ")


def is_public(server, id):
    return server.get(f"/v1/content/{KIND}/{id}", is_public=True).status == 200


def revisions(server):
    return server.get("/v1/revisions?limit=1000").json["result"]


def put(server, id, **window):
    answer = server.send("PUT", f"/v1/content/{KIND}/{id}", body(id, f"item {id}") | window)
    if answer.code:
        raise Fault(f"PUT {id}: {answer.status} {answer.code}")


def expect(what, holds):
    if not holds:
        raise Fault(what)


def jump(server, control, turn, seed):
    first = FIRST + 10 * turn
    # What is due in a day, and what a token of a day and a session of half a day may do.
    put(server, first, publish_at=moment(DAY))
    put(server, first + 1, unpublish_at=moment(DAY))
    release = server.send("POST", "/v1/releases", {"name": f"jump {turn}"}).json["id"]
    server.send("PUT", f"/v1/releases/{release}/operations", {"operations": [
        {"op": "replace", "kind": KIND, "id": first + 2, "body": body(first + 2, "released")}]})
    scheduled = server.send("PATCH", f"/v1/releases/{release}", {"publish_at": moment(DAY)})
    expect(f"the release is scheduled: {scheduled.json}", scheduled.status == 200)
    token = server.send("POST", "/v1/tokens", {"name": "day", "role": "viewer", "expires_at": "24h"}).json["secret"]
    invitation = server.send("POST", "/v1/invitations", {"name": "Anna", "role": "editor"}).json["path"]
    answer = server.get(invitation, is_public=True)
    expect("a session begins", answer.status == 303)
    cookie = answer.headers["Set-Cookie"].split(";")[0]
    of_token = {"Authorization": f"Bearer {token}"}
    in_session = {"Cookie": cookie}

    def session(headers):
        return server.get("/v1/session", is_public=True, headers=headers.items()).status

    expect("before the jump", (is_public(server, first), is_public(server, first + 1)) == (False, True))
    expect("token and session are valid", (session(of_token), session(in_session)) == (200, 200))
    control.move_clock(DAY + 60)
    # Windows, releases, tokens and sessions follow, without a write or a restart.
    eventually("a day later, what is due is shown",
               lambda: is_public(server, first) and not is_public(server, first + 1))
    eventually("a day later, the release is published", lambda: is_public(server, first + 2))
    expect("token and session have expired", (session(of_token), session(in_session)) == (401, 401))
    put(server, first + 3)
    expect("the screen is served", server.get(SCREEN, is_public=True).status == 200)
    ahead = revisions(server)[0]
    control.move_clock(0)
    # Back again: writes go on, revisions are numbered on, and what was due too early is put back.
    put(server, first + 4)
    eventually("the clock is well again", lambda: server.get("/readyz", is_public=True).json["clock"] == "ok")
    eventually("back again, what is not due is not shown",
               lambda: not is_public(server, first) and is_public(server, first + 1))
    expect("the token is valid again", session(of_token) == 200)
    control.move_clock(-3600)
    put(server, first + 5)
    eventually("an hour back, the server is ready", lambda: server.get("/readyz", is_public=True).status == 200)
    expect("the screen is served an hour back", server.get(SCREEN, is_public=True).status == 200)
    control.move_clock(0)
    put(server, first + 6)
    newest = revisions(server)
    numbers = [revision["number"] for revision in newest]
    expect(f"revisions have gaps: {numbers}", numbers == list(range(numbers[0], 0, -1)))
    expect("a revision was written while the clock was ahead", numbers[0] > ahead["number"])
    for id in (first + 3, first + 4, first + 5, first + 6):
        expect(f"item {id} was acknowledged", server.get(f"/v1/content/{KIND}/{id}").status == 200)


def rates(program, folder, shim):
    """A rate limit lasts as long as it says, whatever the clock says."""
    control = Control(f"{folder}/control")
    server = Server(program, folder, shim, control, env={"TANADA_WRITE_RATE": "2", "TANADA_READ_RATE": "0"})
    server.prepare().start()

    def is_limited():
        return server.send("PUT", f"/v1/content/{KIND}/{FIRST}", body(FIRST, "t")).status == 429

    eventually("writes are limited", is_limited)
    control.move_clock(-DAY)
    eventually("a clock set back does not end writes", lambda: not is_limited())
    eventually("writes are limited again", is_limited)
    control.move_clock(DAY)
    eventually("a clock set ahead does not end writes", lambda: not is_limited())
    server.end()


def run(program, folder, shim, rounds, seed, is_soak):
    os.makedirs(f"{folder}/jumps")
    os.makedirs(f"{folder}/rates")
    control = Control(f"{folder}/jumps/control")
    server = Server(program, f"{folder}/jumps", shim, control).prepare().start()
    for turn in range(rounds):
        jump(server, control, turn, seed)
    server.restart()
    expect("after a restart, the server is ready", server.get("/readyz").json["clock"] == "ok")
    count = len(revisions(server))
    server.end()
    rates(program, f"{folder}/rates", shim)
    return f"{rounds} times a day ahead, back, and an hour back: windows, a release, a token, a session and rate " \
           f"limits follow the clock, {count} revisions without a gap"
