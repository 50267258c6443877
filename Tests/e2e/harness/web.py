"""A web server that is no tanada."""

import http.server
import pathlib
import threading


class Files(http.server.ThreadingHTTPServer):
    """The files of a folder at the addresses below `prefix`, with further fields; nothing is anywhere else. The paths that
    were asked for are `asked`."""

    def __init__(self, folder, prefix="", fields=()):
        self.folder, self.prefix, self.fields, self.asked = pathlib.Path(folder), prefix, dict(fields), []
        super().__init__(("127.0.0.1", 0), Handler)
        self.port, self.address = self.server_port, f"http://127.0.0.1:{self.server_port}{prefix}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version, disable_nagle_algorithm = "HTTP/1.1", True

    def translate_path(self, path):
        self.server.asked.append(path)
        if not path.startswith(f"{self.server.prefix}/"):
            return str(self.server.folder / "nothing")
        self.directory = str(self.server.folder)
        return super().translate_path(path.removeprefix(self.server.prefix))

    def end_headers(self):
        for field in self.server.fields.items():
            self.send_header(*field)
        super().end_headers()

    def log_message(self, *_):
        pass
