"""Conditions on clients: random ones, and what they mean."""

import hashlib
import json

PLATFORMS = ["android", "ios", "web"]
AUDIENCES = ["beta", "members"]
SALTS = ["autumn", "spring"]
VERSIONS = ["2", "3.1", "3.2", "3.10", "4"]


def some_when(pick):
    """A condition in its stored form, as JSON."""
    when = {}
    while not when:
        if pick.random() < 0.5:
            when["platforms"] = sorted(pick.sample(PLATFORMS, pick.randint(1, 2)))
        if pick.random() < 0.3:
            when["app_version"] = pick.choice([">=3.2", "<4", ">=3.1 <4", "=3.10", ">3.2", "<=3.2"])
        if pick.random() < 0.3:
            when["audiences"] = sorted(pick.sample(AUDIENCES, pick.randint(1, 2)))
        if pick.random() < 0.2:
            low, high = sorted(pick.sample([0, 0.25, 0.5, 0.75, 1], 2))
            when["share"] = {"from": low, "to": high, "salt": pick.choice(SALTS)}
    return json.dumps(when, sort_keys=True)


def numbers(version):
    parts = [int(part) for part in version.split(".")]
    return parts + [0] * (4 - len(parts))


def holds(comparison, version):
    """Whether a version satisfies one comparison of a range."""
    operator = comparison.rstrip("0123456789.")
    one, other = numbers(version), numbers(comparison[len(operator):])
    return {">=": one >= other, ">": one > other, "<=": one <= other, "<": one < other, "=": one == other}[operator]


def place(salt, key):
    """The place of a client between 0 and 1."""
    digest = hashlib.sha256(f"{salt}:{key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def is_met(when, facts):
    """Whether a client meets a condition; what it does not say meets none."""
    when = json.loads(when)
    if "platforms" in when and facts.get("platform") not in when["platforms"]:
        return False
    if "app_version" in when:
        version = facts.get("app_version")
        if version is None or not all(holds(part, version) for part in when["app_version"].split()):
            return False
    if "audiences" in when and not set(when["audiences"]) & set(facts.get("audience", [])):
        return False
    if "share" in when:
        share = when["share"]
        if "key" not in facts or not share["from"] <= place(share["salt"], facts["key"]) < share["to"]:
            return False
    return True


def some_facts(pick):
    """What a client says of itself."""
    facts = {"platform": pick.choice(PLATFORMS), "app_version": pick.choice(VERSIONS),
             "audience": pick.choice([["beta"], ["members"], ["beta", "members"]]),
             "key": f"device-{pick.randint(1, 40)}"}
    return {name: value for name, value in facts.items() if pick.random() < 0.75}
