"""`python -m proofdeck` is `proofdeck`."""

from proofdeck.front.cli import main

if __name__ == "__main__":
    main()
