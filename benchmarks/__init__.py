"""Measures every stage of the real site beside a native baseline: ``python3 build.py bench``.

One module a capability; each has `measure(bench)`, which gives the table's rows. The baseline is the
same engine on CPython, with native parser, embedder and an in-memory store, in the same run.
"""
