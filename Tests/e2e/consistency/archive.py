"""What servers have answered, and where answers differ."""

import json
import threading

from comparisons.support import first_difference


class Archive:
    """Answers by their addresses and revisions: the status, the tag and the bytes."""

    def __init__(self):
        self.lock = threading.Lock()
        self.answers, self.faults, self.reads = {}, [], 0
        # What is said of each revision.
        self.revisions = {}

    def fault(self, text):
        with self.lock:
            self.faults.append(text)

    def keep(self, path, answer, how, revision=None):
        """Compares an answer with the one before at the same revision, and keeps it.

        A page of a section has revision 0: its address pins its content."""
        revision = answer.revision if revision is None else revision
        made = (answer.status, answer.headers["ETag"], answer.bytes)
        if answer.status >= 400:
            # A problem names its request.
            made = (answer.status, None, json.dumps({**answer.json, "request_id": None}).encode())
        with self.lock:
            self.reads += 1
            known = self.answers.setdefault((path, revision), made)
        if known != made:
            self.fault(f"{path[:120]} at revision {revision} differs {how}: {difference(known, made)}")

    def keep_revision(self, row):
        """Compares what is said of a revision with what was said of it before."""
        known = self.revisions.setdefault(row["number"], row)
        if known != row:
            self.fault(f"revision {row['number']} is another one: {first_difference(row, known)}")


def difference(one, two):
    if one[0] != two[0]:
        return f"status {one[0]} and {two[0]}"
    if one[2] == two[2]:
        return f"tags {one[1]} and {two[1]}"
    try:
        return first_difference(json.loads(two[2]), json.loads(one[2])) or "other bytes"
    except ValueError:
        return "other bytes"
