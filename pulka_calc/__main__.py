"""``python -m pulka_calc`` and the installed ``pulka``."""

from __future__ import annotations

import gc


def main() -> None:
    """Run the command line."""
    # A run is over before there is anything to collect; looking for it is a tenth of the start.
    gc.disable()
    from pulka_calc.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
