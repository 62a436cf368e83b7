"""A small repository whose files a test may change and commit again."""

from __future__ import annotations

from pathlib import Path

from tests.github.repository import commit_folder

FILES = {
    "README.md": "# Shop\n\nKeeps the orders of a shop.\n",
    "shop/__init__.py": "",
    "shop/orders.py": '''"""Orders and their totals."""

from shop.prices import price_of


class Order:
    """What one customer wants."""

    def __init__(self, names):
        self.names = names

    def total(self):
        """The sum to pay, in cents."""
        return sum(price_of(name) for name in self.names)
''',
    "shop/prices.py": '''"""Prices by name."""

PRICES = {"tea": 250, "cake": 400}


def price_of(name):
    """Cents for one piece; raises KeyError for what is not sold."""
    return PRICES[name]
''',
    "web/basket.ts": """export class Basket {
  private names: string[] = [];

  add(name: string): void {
    this.names.push(name);
  }
}
""",
}


class Repository:
    """A git repository on disk; every change is one commit on ``main``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, files: dict[str, str | bytes]) -> None:
        """Write files, and commit."""
        for path, content in files.items():
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())
        commit_folder(self.folder)

    def move(self, path: str, to: str) -> None:
        (self.folder / to).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).rename(self.folder / to)
        commit_folder(self.folder)

    def delete(self, path: str) -> None:
        (self.folder / path).unlink()
        commit_folder(self.folder)
