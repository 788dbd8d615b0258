"""`python -m generator` is `proofdeck`."""

from generator.cli import main

if __name__ == "__main__":
    main()
