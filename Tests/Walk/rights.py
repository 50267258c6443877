"""Tokens of all roles: what each may do, also after its role has changed, and that a revoked one may do nothing."""

import json

import items
from values import date_text, now

DAY = 86_400_000

ROLES = ["viewer", "contributor", "editor", "admin"]


def requests(walk):
    """Requests that change nothing, with the lowest role that may do them, and how they are answered then."""
    made = [("GET", "/v1/revisions?limit=1", None, "viewer", 200),
            ("GET", "/v1/releases", None, "viewer", 200),
            ("PUT", "/v1/releases/999999/operations", {"operations": []}, "contributor", 404),
            ("POST", "/v1/releases/999999/publish", {}, "editor", 404),
            ("DELETE", "/v1/feeds/home", None, "admin", 409),
            ("GET", "/v1/audit?limit=1", None, "admin", 200),
            ("GET", "/v1/tokens", None, "admin", 200)]
    if target := items.some_item(walk):
        made += [("GET", items.item_path(*target) + "/history?limit=1", None, "viewer", 200),
                 ("PATCH", items.item_path(*target), {}, "editor", 200)]
    return made


def tokens(walk):
    """A token, what it may do at both servers, its other role, and its end."""
    role = walk.pick.choice(ROLES)
    expires_at = walk.pick.choice([None, "30d", date_text(now() + 400 * DAY)])
    made = walk.write("POST", "/v1/tokens", {"name": "walk", "role": role, "expires_at": expires_at}, 201, None).json
    check(walk, made["secret"], role)
    if walk.pick.random() < 0.5:
        role = walk.pick.choice(ROLES)
        walk.write("PATCH", f"/v1/tokens/{made['id']}", {"role": role}, 200, None)
        check(walk, made["secret"], role)
    walk.write("DELETE", f"/v1/tokens/{made['id']}", None, 204, None)
    check(walk, made["secret"], None)


def check(walk, secret, role):
    """What a token of a role may do, or one that is revoked; and what may be done without one."""
    for server in walk.servers:
        method, path, body, lowest, status = walk.pick.choice(requests(walk))
        if role is None:
            expected = (401, "invalid_token")
        elif ROLES.index(role) < ROLES.index(lowest):
            expected = (403, "role_too_low")
        else:
            expected = (status, None)
        media = items.PATCH if method == "PATCH" else "application/json"
        text = None if body is None else json.dumps(body).encode()
        for header, outcome in [({"Authorization": f"Bearer {secret}"}, expected), ({}, (401, "token_required"))]:
            answer = server.send(method, path, {**header, "Content-Type": media}, text)
            found = (answer.status, answer.code if outcome[1] else None)
            walk.same(f"what {role or 'a revoked token'} may do with {method} {path.split('?')[0]}"
                      if header else f"what may be done without a token: {method} {path.split('?')[0]}",
                      found, outcome, answer)
