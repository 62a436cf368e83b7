"""Models that write answers: one file a wire format, all behind `ChatModel` of base.py."""
