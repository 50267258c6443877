"""Servers are killed at any moment, under writes of every sort."""

import http.client
import json
import random
import threading
import time

from server import Fault, Server
from writes import FIRST, Model, Writer, check, check_files, check_history

WRITERS = 3


def keep_writing(writer, failures):
    try:
        while True:
            writer.run_all()
    except ConnectionError:
        pass
    except Exception as error:  # noqa: BLE001: reported by the main thread
        failures.append(error)


def events_since(server, revision, newest):
    """The revisions of the events after one."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", f"/v1/events?last_event_id={revision}")
    answer, found = connection.getresponse(), []
    while not found or found[-1] < newest:
        line = answer.readline().decode()
        if not line or line.startswith("event: reset"):
            break
        if line.startswith("data: "):
            found.append(json.loads(line[6:])["revision"])
    connection.close()
    return found


def run(program, folder, shim, rounds, seed, is_soak):
    source = random.Random(f"kills {seed}")
    server = Server(program, folder).prepare().start()
    model = Model()
    newest = 1
    for turn in range(rounds):
        failures = []
        writers = [Writer(server, model, FIRST + 100 * number, is_killed=True) for number in range(WRITERS)]
        for writer in writers:
            writer.step = turn * 1000
        threads = [threading.Thread(target=keep_writing, args=(writer, failures)) for writer in writers]
        for thread in threads:
            thread.start()
        # The moment of the kill; nothing is expected to have happened by then.
        time.sleep(source.uniform(0.05, 0.8))
        server.end()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]
        server.start()
        check(server, model)
        last, newest = newest, check_history(server, model)
        # More than 100 are a reset.
        first = max(last, newest - 90)
        if newest > first and (seen := events_since(server, first, newest)) != list(range(first + 1, newest + 1)):
            raise Fault(f"events from {first} to {newest}: {seen}")
        check_files(server, model.photos, is_swept=False)
    server.command("photo", "sweep", "--older-than", "0")
    photos = {photo["id"] for photo in server.get("/v1/photos?limit=1000").json["result"]}
    check_files(server, photos)
    server.end()
    return f"{rounds} servers killed under {WRITERS} writers: {model.counts.get('acknowledged', 0)} writes " \
           f"acknowledged and none lost, {newest} revisions without a gap"
