"""By which names a house may be addressed.

DNS rebinding: a page of `evil.example` lets that name point to this machine, and its visitor's
browser then takes this house for a part of that site. The `Host` header gives it away. It takes a
name that a stranger can own: an IP address is none, nor is a name that exists on a local network
only.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from escale.server.settings import Settings

LOCAL = ("localhost", "local", "internal", "lan", "home", "home.arpa")
"""Top-level domains that nobody can register, and that home networks use."""


class HostCheck:
    def __init__(self, settings: Settings) -> None:
        # A proxy answers for its own site only, as it is configured.
        self._any = bool(settings.proxies) and not settings.sites
        self._names = {host_name(name) for name in (settings.host, *settings.sites)}

    def __call__(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """A request without `Host` does not come from a browser."""
        named = (value.decode("latin-1") for name, value in headers if name == b"host")
        return self._any or all(self._is_ours(host_name(host)) for host in named)

    def _is_ours(self, name: str) -> bool:
        return name in self._names or is_local(name)


def host_name(text: str) -> str:
    """Of `Host`, or of the address of a site: without scheme, port and final dot, in lower case."""
    try:
        host = urlsplit(text if "//" in text else f"//{text}").hostname or ""
    except ValueError:
        return ""
    return host.removesuffix(".")


def is_local(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        single = name != "" and "." not in name
        return single or name.endswith(tuple(f".{domain}" for domain in LOCAL))
    return True
