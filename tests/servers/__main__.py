"""Install the servers that the tests start, and what they start them with."""

import sys

from tests.servers import PACKAGES, install, loud

if names := install([*PACKAGES]):
    sys.exit(loud(names))
