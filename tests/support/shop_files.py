"""Files of a small shop that questions are asked about: classes with like methods, tests, documents."""

FILES = {
    "README.md": """# Shop

![badge](https://example.org/badge.svg)

Shop keeps the [orders](docs/orders.md) of a **small** shop and tells what they cost. It has *no* server.

## Installation

    pip install shop

## Running the tests

Call `pytest` in the top folder.
""",
    "CHANGELOG.md": "# Changelog\\n\\n## 2.0\\n\\nOrders, prices, tests, sign in, install: all is new.\\n",
    "LICENSE": "You may do with the shop as you like.\\n",
    "pyproject.toml": '[project]\\nname = "shop"\\nrequires-python = ">=3.11"\\n',
    "shop/__init__.py": '"""The shop."""\\n\\nfrom shop.orders import Order\\n',
    "shop/orders.py": '''"""Orders and their totals."""

import decimal

from shop.base import Checked
from shop.prices import price_of


class Order(Checked):
    """What one customer wants."""

    def __init__(self, names):
        self.names = names

    def validate(self):
        """Refuse an order for nothing. See <b>[this](http://x)</b> and *that*."""
        if not self.names:
            raise ValueError("An order must not be empty, says the shop")

    def total(self):
        """The sum to pay, in cents."""
        self.validate()
        return sum(price_of(name) for name in self.names)


def place_order(names):
    order = Order(names)
    order.validate()
    return order.total()
''',
    "shop/base.py": '''class Checked:
    """Something that can be checked."""

    def validate(self):
        raise NotImplementedError


def check(thing: Checked):
    thing.validate()
''',
    "shop/prices.py": '''"""Prices by name."""

PRICES = {"tea": 250, "cake": 400}


class Price:
    def validate(self):
        return True


def price_of(name):
    """Cents for one piece; raises KeyError for what is not sold."""
    return PRICES[name]
''',
    "shop/accounts.py": '''"""Who may come in."""


def authenticate_user(name, password):
    """Compare a password with its stored hash."""
    return hash(password) == 1


def getUserByName(name):
    return name
''',
    "shop/__main__.py": '''from shop.orders import place_order


def main():
    """Take one order from the command line."""
    place_order(["tea"])


main()
''',
    "tests/test_orders.py": """from shop.orders import Order


def test_total():
    assert Order(["tea"]).total() == 250


def test_validate():
    order = Order([])
    order.validate()
""",
}
FILES = {path: text.replace("\\n", "\n") for path, text in FILES.items()}
