"""Numbers, sizes and times as a person reads them."""


def number(value):
    """12345 -> "12,345"."""
    digits = str(int(value))
    groups = []
    while len(digits) > 3:
        groups.insert(0, digits[-3:])
        digits = digits[:-3]
    return ",".join([digits] + groups)


def count(value, one, many=None):
    """1 -> "1 file", 2 -> "2 files"."""
    return number(value) + " " + (one if value == 1 else many or one + "s")


def size(value):
    """Bytes -> "820 B", "14 KB", "3.2 MB"."""
    if value < 1000:
        return str(int(value)) + " B"
    units = ["KB", "MB", "GB"]
    value /= 1000
    while value >= 999.5 and len(units) > 1:
        value /= 1000
        units.pop(0)
    return ("%.1f" if value < 9.95 else "%.0f") % value + " " + units[0]


def duration(seconds):
    """Seconds -> "40 s", "3 min", "1 h 20 min"."""
    seconds = int(seconds + 0.5)
    if seconds < 90:
        return str(seconds) + " s"
    minutes = (seconds + 30) // 60
    if minutes < 90:
        return str(minutes) + " min"
    return str(minutes // 60) + " h " + str(minutes % 60) + " min"


def milliseconds(value):
    """Milliseconds -> "8 ms", "1.3 s"."""
    return "%.0f ms" % value if value < 1000 else "%.1f s" % (value / 1000)


def certainty(confidence):
    """0..1 -> "97 %"; "100 %" for what is certain alone."""
    # A thousandth of a percent makes up for what binary fractions lose.
    return "%d %%" % int(confidence * 100 + 0.001)
