"""Those who write to one server and read its screen at the same time."""

import http.client
import threading

from server import Fault, eventually
from writes import Writer

SCREEN = "/v1/feeds/home?width=390"
WRITERS = 3
# How many writes each has had acknowledged before something is said to go on.
PROGRESS = 3


class Crowd:
    """Writers of one server and a reader, each in a thread, until the server is killed or they are to end.

    The items of the writers begin with `first`."""

    def __init__(self, server, model, first, turn, is_killed):
        self.server, self.is_killed, self.failures = server, is_killed, []
        self.ending = threading.Event()
        self.revision = 0
        self.writers = [Writer(server, model, first + 100 * number, is_killed) for number in range(WRITERS)]
        for writer in self.writers:
            writer.step = turn * 1000
        self.threads = [threading.Thread(target=self.repeat, args=(step,))
                        for step in [self.read, *(writer.run_all for writer in self.writers)]]
        for thread in self.threads:
            thread.start()

    def repeat(self, step):
        try:
            while not self.ending.is_set():
                step()
        except (OSError, http.client.HTTPException) as error:
            if not self.is_killed:
                self.failures.append(error)
        except Exception as error:  # noqa: BLE001: reported by the main thread
            self.failures.append(error)

    def read(self):
        """The screen is served all the time, and never an older one after a newer one."""
        answer = self.server.get(SCREEN, is_public=True)
        revision = int(answer.headers.get("X-Tanada-Revision") or 0)
        if answer.status != 200 or revision < self.revision:
            raise Fault(f"the screen has {answer.status} and revision {revision} after {self.revision}")
        self.revision = revision
        self.ending.wait(0.01)

    def go_on(self):
        """Waits until each writer has had further writes acknowledged."""
        seen = [writer.acknowledged for writer in self.writers]
        eventually("writes are acknowledged", lambda: self.failures or all(
            writer.acknowledged >= before + PROGRESS for writer, before in zip(self.writers, seen)))

    def end(self):
        self.ending.set()
        self.join()

    def join(self):
        for thread in self.threads:
            thread.join()
        if self.failures:
            raise self.failures[0]
