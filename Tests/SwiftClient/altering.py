"""A proxy that adds what no client knows yet to a feed document: altering.py SERVER. It prints its own address."""

import json
import sys
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

server = sys.argv[1]


def altered(document):
    sections = {section["id"]: section for section in document["sections"]}
    document["novelty"] = {"deep": [None, 0.1]}
    # A layout that has frames, one that has none, and a section that has no place at all.
    sections["campaign_banners"]["layout"].update(type="spiral", arms=3)
    sections["recent_news"]["layout"] = {"type": "spiral", "arms": 3}
    document["sections"].append({"id": "nowhere", "kind": "holograms"})
    # A kind, with a choice.
    topics = sections["featured_topics"]
    topics["kind"] = "holograms"
    for item in topics["items"]:
        item.update(mood="hopeful", action={"gesture": "wave"})
    # A cell, with slots of an unknown type, place and role.
    cell = sections["shops"]["cell"]
    text = next(slot for slot in cell["slots"] if slot["type"] == "text")
    cell["name"] = "hologram"
    cell["slots"] += [
        {"type": "video", "role": "video", "anchor": "top", "offset": 0, "left": 0, "right": 0, "height": 9, "loops": True},
        {**text, "anchor": "orbit"},
        {**text, "role": "sound"},
    ]
    return document


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        with urllib.request.urlopen(server + self.path) as answer:
            body = json.dumps(altered(json.load(answer))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


listening = HTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{listening.server_port}", flush=True)
listening.serve_forever()
