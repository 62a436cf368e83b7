"""What each provider takes as a request, as JSON Schemas written after the types of its own SDK.

openai 6.49 `ChatCompletionCreateParamsStreaming`, @anthropic-ai/sdk 1.14
`MessageCreateParamsStreaming`, @google/genai 2.32 (what it sends for `generateContentStream`),
ollama 0.6 `ChatRequest`. Only fields that Understory has a use for are known, so a misspelt one is seen.
"""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

TEXT = {"type": "string"}
NAME = {"type": "string", "pattern": "^[a-zA-Z0-9_-]{1,64}$"}
COUNT = {"type": "integer", "minimum": 1}
OBJECT = {"type": "object"}


def _object(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    properties = required | optional
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": 1}


def _one_of(*shapes: dict[str, Any]) -> dict[str, Any]:
    return {"oneOf": list(shapes)}


_SCHEMA = {"type": "object", "properties": {"type": {"const": "object"}}, "required": ["type", "properties"]}
_FUNCTION = _object(
    {
        "type": {"const": "function"},
        "function": _object({"name": NAME, "description": TEXT, "parameters": _SCHEMA}),
    }
)
_OPENAI_CALL = _object(
    {"id": TEXT, "type": {"const": "function"}, "function": _object({"name": NAME, "arguments": TEXT})}
)
OPENAI = _object(
    {
        "model": TEXT,
        "messages": _list(
            _one_of(
                _object({"role": {"enum": ["system", "user"]}, "content": TEXT}),
                _object({"role": {"const": "assistant"}, "content": TEXT}, tool_calls=_list(_OPENAI_CALL)),
                _object({"role": {"const": "tool"}, "tool_call_id": TEXT, "content": TEXT}),
            )
        ),
        "stream": {"const": True},
    },
    stream_options=_object({"include_usage": {"const": True}}),
    max_tokens=COUNT,
    max_completion_tokens=COUNT,
    tools=_list(_FUNCTION),
)

_FILLED = {"type": "string", "minLength": 1}
_TEXT_BLOCK = _object({"type": {"const": "text"}, "text": _FILLED})
_RESULT_BLOCK = _object({"type": {"const": "tool_result"}, "tool_use_id": TEXT, "content": TEXT})
_USE_BLOCK = _object({"type": {"const": "tool_use"}, "id": TEXT, "name": NAME, "input": OBJECT})
_THINKING_BLOCK = _object({"type": {"const": "thinking"}, "thinking": TEXT, "signature": TEXT})
ANTHROPIC = _object(
    {
        "model": TEXT,
        "max_tokens": COUNT,
        "messages": _list(
            _one_of(
                _object({"role": {"const": "user"}, "content": _list(_one_of(_TEXT_BLOCK, _RESULT_BLOCK))}),
                _object(
                    {
                        "role": {"const": "assistant"},
                        "content": _list(_one_of(_TEXT_BLOCK, _USE_BLOCK, _THINKING_BLOCK)),
                    }
                ),
            )
        ),
        "stream": {"const": True},
    },
    system=TEXT,
    tools=_list(_object({"name": NAME, "input_schema": _SCHEMA}, description=TEXT)),
)

_PART = _object({"text": _FILLED})
_CALL_PART = _object(
    {"functionCall": _object({"name": NAME, "args": OBJECT}, id=TEXT)}, thoughtSignature=TEXT
)
_RESPONSE_PART = _object({"functionResponse": _object({"name": NAME, "response": OBJECT}, id=TEXT)})
GEMINI = _object(
    {
        "contents": _list(
            _one_of(
                _object({"role": {"const": "user"}, "parts": _list(_one_of(_PART, _RESPONSE_PART))}),
                _object({"role": {"const": "model"}, "parts": _list(_one_of(_PART, _CALL_PART))}),
            )
        )
    },
    systemInstruction=_object({"parts": _list(_PART)}),
    generationConfig=_object({"maxOutputTokens": COUNT}),
    tools=_list(
        _object(
            {
                "functionDeclarations": _list(
                    _object({"name": NAME, "description": TEXT, "parametersJsonSchema": _SCHEMA})
                )
            }
        )
    ),
)

OLLAMA = _object(
    {
        "model": TEXT,
        "messages": _list(
            _object(
                {"role": {"enum": ["system", "user", "assistant", "tool"]}, "content": TEXT},
                tool_name=NAME,
                tool_calls=_list(
                    _object({"function": _object({"name": NAME, "arguments": OBJECT})}),
                ),
            )
        ),
        "stream": {"const": True},
        "options": _object({"num_ctx": COUNT, "num_predict": COUNT}),
    },
    think={"enum": [True, False, "low", "medium", "high"]},
    tools=_list(_FUNCTION),
)


def faults(shape: dict[str, Any], body: Any) -> list[str]:
    """Where a request is not of its provider's shape."""
    return [f"{fault.json_path}: {fault.message}" for fault in Draft202012Validator(shape).iter_errors(body)]
