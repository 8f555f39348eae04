"""The page of the house, as `hatch_build.py` built it: a few files, served quickly.

Every address that the page knows how to draw gets the same document. What it loads has a digest in
its name and never changes; the document itself is asked about each time, and rarely sent again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

from litestar import HttpMethod, MediaType, Response, route

from escale.server.asgi import HttpRequest
from escale.server.routes.plain_pages.layout import Here, html, problem
from escale.server.routes.plain_pages.markup import tag

DIST: Any = files("escale") / "web" / "dist"
KINDS = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
KNOWN = re.compile(r"/|/table/[^/]+(/replay)?|/games/[^/]+/(rules|new)")
ENCODINGS = {"br": "br", "gzip": "gz"}  # the smaller one first
FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
SAFE = [HttpMethod.GET, HttpMethod.HEAD]


@dataclass(frozen=True, slots=True)
class File:
    kind: str
    cache: str
    bodies: dict[str, bytes]  # by encoding; "" is the file as it is
    tag: str

    def answer(self, request: HttpRequest, status: int = 200) -> Response[bytes]:
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        encoding = next((one for one in ENCODINGS if one in self.bodies and one in accepted), "")
        etag = f'"{self.tag}{encoding}"'
        headers = {"Cache-Control": self.cache, "ETag": etag, "Vary": "Accept-Encoding"}
        if status == 200 and etag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        if encoding:
            headers["Content-Encoding"] = encoding
        body = self.bodies[encoding]
        return Response(body, status_code=status, headers=headers, media_type=self.kind)


def _accepted(header: str) -> set[str]:
    """The encodings that a browser names, without those that it says it does not want."""
    named = (one.replace(" ", "").lower().partition(";q=") for one in header.split(","))
    return {name for name, _, weight in named if not weight or weight.strip("0.")}


class Built:
    """The files of the page by their paths, read once; anew when it was built again."""

    def __init__(self, folder: Any = DIST) -> None:
        self._folder = folder
        self._of: float | None = None
        self._files: dict[str, File] = {}

    def __call__(self) -> dict[str, File]:
        index = self._folder / "index.html"
        built = index.stat().st_mtime if index.is_file() else None
        if built != self._of:
            self._of, self._files = built, dict(self._read(self._folder, "/")) if built else {}
        return self._files

    def _read(self, folder: Any, path: str) -> Any:
        for entry in folder.iterdir():
            ending = entry.name.rpartition(".")[2]
            if entry.is_dir():
                yield from self._read(entry, f"{path}{entry.name}/")
            elif ending in KINDS and not entry.name.startswith("."):
                yield path + entry.name, _file(folder, entry, path)


def _file(folder: Any, entry: Any, path: str) -> File:
    whole = entry.read_bytes()
    bodies = {"": whole}
    for encoding, ending in ENCODINGS.items():
        packed = folder / f"{entry.name}.{ending}"
        if packed.is_file():
            bodies[encoding] = packed.read_bytes()
    cache = FOR_EVER if path == "/assets/" else ASK_FIRST
    kind = KINDS[entry.name.rpartition(".")[2]]
    return File(kind, cache, bodies, sha256(whole).hexdigest()[:20])


built = Built()


@route(["/", "/{path:path}"], http_method=SAFE, include_in_schema=False, sync_to_thread=False)
def page(request: HttpRequest) -> Response[bytes]:
    """A file, or the document; of an address that it does not know, the page itself says so."""
    path: str = request.scope["path"]
    if KNOWN.fullmatch(path):
        return _document(request)
    found = built().get(path)
    if found is not None and path != "/index.html":
        return found.answer(request)
    if path.startswith("/assets/") and built():
        return Response(b"", status_code=404, media_type=MediaType.TEXT)
    return _document(request, 404)


def _document(request: HttpRequest, status: int = 200) -> Response[bytes]:
    index = built().get("/index.html")
    if index is not None:
        return index.answer(request, status)
    here = Here.of(request)
    say = here.voice()
    how = tag("p", say("pages.not-built-more"), " ", tag("code", "make page"))
    return html(problem(here, say("pages.not-built"), how), here, 503)


PAGE: list[Any] = [page]
