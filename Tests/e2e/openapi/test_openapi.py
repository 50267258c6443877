"""Valid and invalid requests for every operation of /openapi.json (schemathesis): each answer is as described."""

import os
import re
import subprocess

import pytest
from harness import ROOT, Server, need

IS_BRIEF = "TANADA_SOAK_SEED" not in os.environ
# The phases, and whether an administrator asks. Otherwise the requests are always the same.
BRIEF = {"valid requests": ("coverage", True, "--mode", "positive"), "all requests": ("examples,fuzzing", True)}
# Also invalid requests at the limits. Sequences (the stateful phase) run alone: after the other phases, with the thousands
# of links that these leave, they end without a request.
SOAK = {"as a stranger": ("examples,coverage,fuzzing", False), "sequences of a stranger": ("stateful", False),
        "as an administrator": ("examples,coverage,fuzzing", True), "sequences of an administrator": ("stateful", True)}


@pytest.fixture(scope="module")
def server(make_store):
    """One for all: what the requests before have written is there."""
    with Server(make_store()) as server:
        yield server


@pytest.mark.parametrize("name", BRIEF if IS_BRIEF else SOAK)
def test_answers_are_as_described(server, folder, size, seed, figure, name):
    need("schemathesis")
    phases, is_administrator, *options = (BRIEF if IS_BRIEF else SOAK)[name]
    if is_administrator:
        # An administrator who revokes tokens would soon revoke their own.
        options += ["--header", f"Authorization: Bearer {server.token}", "--exclude-path", "/v1/tokens/{id}"]
    # Schemathesis writes files into its working folder.
    done = subprocess.run(
        ["schemathesis", "--config-file", ROOT / "Tests/e2e/openapi/schemathesis.toml", "run",
         f"{server.address}/openapi.json", "--phases", phases, "--max-examples", str(size("examples", 2, soak=10)),
         "--seed", str(seed), "--generation-database", "none", "--output-sanitize", "false", "--no-color", *options],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    cases = re.search(r"Test cases.*\n(.*)", done.stdout)
    if done.returncode or "No tests were run" in done.stdout or not cases:
        pytest.fail(f"{done.stdout}\n{server.log()}", pytrace=False)
    figure(f"openapi, {name}: {cases[1].strip()} (seed {seed})")
