"""`python -m companion` is `veilingklok`."""

from companion.cli import main

main()
