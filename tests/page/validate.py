"""validate.py [--strict] SCHEMA FILE...: are the files instances of the JSON Schema? Says where not.

--strict: as if no object had keys beyond those that the schema lists. (A published schema has to allow them, because a
later version may add some; here each of them must be described.)
Status 77: the package python3-jsonschema is not installed.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)


def closed(schema):
    if isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" in schema and "oneOf" not in schema.get("properties", {}):
            schema.setdefault("additionalProperties", False)
        for value in schema.values():
            closed(value)
    elif isinstance(schema, list):
        for value in schema:
            closed(value)


def best(error):
    """Of alternatives that all fail, the complaint about the one that came furthest."""
    while error.context:
        error = max(error.context, key=lambda e: (len(e.path), e.validator != "required"))
    return error


def main(words):
    strict = words[:1] == ["--strict"]
    schema_file, *files = words[1 if strict else 0:]
    schema = json.load(open(schema_file))
    if strict:
        closed(schema)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    failed = False
    for name in files:
        for error in validator.iter_errors(json.load(open(name))):
            error = best(error)
            print("%s: %s: %s" % (name, "/".join(map(str, error.absolute_path)), error.message[:300]))
            failed = True
    return failed


sys.exit(main(sys.argv[1:]))
