"""Varnish."""

import glob
import os
import shutil

from .connections import Client
from .processes import Process, free_port
from .waiting import eventually

PROGRAM = shutil.which("varnishd", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
# With the module that edge/tanada.vcl needs.
IS_AVAILABLE = bool(PROGRAM and glob.glob("/usr/lib/*/varnish/vmods/libvmod_xkey.so"))


class Varnish(Process):
    """`varnishd` in a folder, with a file in its language and further parameters."""

    def __init__(self, folder, configuration, *parameters, port=None):
        self.port = port or free_port()
        # Without http_gzip_support, Brotli stays, and tags stay strong.
        options = [option for parameter in ("http_gzip_support=off", *parameters) for option in ("-p", parameter)]
        super().__init__([PROGRAM, "-F", "-n", folder / "varnish", "-f", configuration, *options,
                          "-a", f"127.0.0.1:{self.port}", "-s", "malloc,64m"], folder / "varnish.log")

    def start(self):
        self.launch()
        eventually(lambda: Client(self.port).get("/healthz").status == 200, "Varnish answers", process=self.process)
        return self

    def __exit__(self, *_):
        self.end()  # a manager that is killed leaves its worker
