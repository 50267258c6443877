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
    """Those of the folder `schema` of the protocol's repository."""

    def __init__(self, folder):
        self.documents = {path.parent.name: json.loads(path.read_text())
                          for path in pathlib.Path(folder).glob("20*/schema.json")}

    def check(self, revision, method, answer):
        document = self.documents[revision]
        place = "$defs" if "$defs" in document else "definitions"
        names = ["JSONRPCErrorResponse", "JSONRPCError"] if "error" in answer else ["JSONRPCResultResponse", "JSONRPCResponse"]
        values = {next(name for name in names if name in document[place]): answer}
        if "result" in answer:
            values[RESULTS[method]] = answer["result"]
        for definition, value in values.items():
            assert definition in document[place], (revision, definition)
            validator = jsonschema.validators.validator_for(document)(
                {**{k: v for k, v in document.items() if k != "$ref"}, "$ref": f"#/{place}/{definition}"})
            errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
            assert not errors, (revision, definition, errors[:5], str(value)[:300])
