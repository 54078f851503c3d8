"""``python -m pulka_calc`` and the installed ``pulka``."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from pulka_calc.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
