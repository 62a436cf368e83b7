"""JSON text in pieces. MicroPython's `json.dumps` takes time that grows with the square of what it writes,
so anything long is put together from short parts."""

import json


def encode(value):
    """What `json.dumps` returns, in linear time; a string of itself should stay below some 100 KB."""
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([encode(item) for item in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([json.dumps(key) + ":" + encode(value[key]) for key in value]) + "}"
    return json.dumps(value)
