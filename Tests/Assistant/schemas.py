"""Messages against the published schema of their revision of the protocol."""

import json
import pathlib

import jsonschema

RESULTS = {
    "initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult", "resources/list": "ListResourcesResult", "ping": "EmptyResult",
    "resources/templates/list": "ListResourceTemplatesResult", "resources/read": "ReadResourceResult",
}


class Schemas:
    def __init__(self, folder):
        self.documents = {
            path.parent.name: json.loads(path.read_text()) for path in pathlib.Path(folder).glob("20*/schema.json")
        }

    def check(self, revision, definition, value):
        """`value` is a `definition` of `revision`."""
        document = self.documents[revision]
        place = "$defs" if "$defs" in document else "definitions"
        assert definition in document[place], (revision, definition)
        validator = jsonschema.validators.validator_for(document)(
            {"$ref": f"#/{place}/{definition}", **{k: v for k, v in document.items() if k != "$ref"}})
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
        assert not errors, (revision, definition, errors[:5], str(value)[:300])

    def check_answer(self, revision, method, answer):
        names = self.documents[revision].get("$defs") or self.documents[revision]["definitions"]
        if "error" in answer:
            name = "JSONRPCErrorResponse" if "JSONRPCErrorResponse" in names else "JSONRPCError"
            return self.check(revision, name, answer)
        name = "JSONRPCResultResponse" if "JSONRPCResultResponse" in names else "JSONRPCResponse"
        self.check(revision, name, answer)
        self.check(revision, RESULTS[method], answer["result"])
