"""`python -m escale`: the command, where its folder is not on the path."""

import sys

from escale.cli import main

sys.exit(main())
