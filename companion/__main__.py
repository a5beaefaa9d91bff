"""The way in: `veilingklok`, or `python -m companion`."""

import sys


def main() -> None:
    """Ctrl-C ends it quietly, even while it is still loading."""
    try:
        from companion.cli import main as command  # noqa: PLC0415

        command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
