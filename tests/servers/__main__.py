"""Install the servers that the tests start."""

import sys

from tests.servers import install, loud

if names := install():
    sys.exit(loud(names))
