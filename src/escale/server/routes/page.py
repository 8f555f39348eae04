"""Serves the single-page application that `hatch_build.py` built.

Every path that the page can show gets the same document. The files that it loads have a digest in
their names and are cached for ever; the document is revalidated each time.
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
MEDIA_TYPES = {
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
PAGE_PATHS = re.compile(r"/|/host|/table/[^/]+(/replay)?|/games/[^/]+/(rules|new)")
ENCODINGS = {"br": "br", "gzip": "gz"}  # the smaller one first
FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
SAFE = [HttpMethod.GET, HttpMethod.HEAD]


@dataclass(frozen=True, slots=True)
class File:
    media_type: str
    cache: str
    bodies: dict[str, bytes]  # by encoding; "" is the file as it is
    tag: str

    def answer(self, request: HttpRequest, status: int = 200) -> Response[bytes]:
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        encoding = next((one for one in ENCODINGS if one in self.bodies and one in accepted), "")
        etag = f'"{self.tag}{encoding}"'
        headers = {"Cache-Control": self.cache, "ETag": etag, "Vary": "Accept-Encoding"}
        if status == 200 and etag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers, media_type=self.media_type)
        if encoding:
            headers["Content-Encoding"] = encoding
        body = self.bodies[encoding]
        return Response(body, status_code=status, headers=headers, media_type=self.media_type)


def _accepted(header: str) -> set[str]:
    """The encodings of `Accept-Encoding`, without those of weight 0."""
    named = (one.replace(" ", "").lower().partition(";q=") for one in header.split(","))
    return {name for name, _, weight in named if not weight or weight.strip("0.")}


class BuiltFiles:
    """The files of the page by their paths, read once, and again after the next build."""

    def __init__(self, folder: Any = DIST) -> None:
        self._folder = folder
        self._mtime: float | None = None
        self._files: dict[str, File] = {}

    def __call__(self) -> dict[str, File]:
        index = self._folder / "index.html"
        built = index.stat().st_mtime if index.is_file() else None
        if built != self._mtime:
            self._mtime = built
            self._files = dict(self._read(self._folder, "/")) if built else {}
        return self._files

    def _read(self, folder: Any, path: str) -> Any:
        for entry in folder.iterdir():
            ending = entry.name.rpartition(".")[2]
            if entry.is_dir():
                yield from self._read(entry, f"{path}{entry.name}/")
            elif ending in MEDIA_TYPES and not entry.name.startswith("."):
                yield path + entry.name, _file(folder, entry, path)


def _file(folder: Any, entry: Any, path: str) -> File:
    whole = entry.read_bytes()
    bodies = {"": whole}
    for encoding, ending in ENCODINGS.items():
        packed = folder / f"{entry.name}.{ending}"
        if packed.is_file():
            bodies[encoding] = packed.read_bytes()
    cache = FOR_EVER if path == "/assets/" else REVALIDATE
    media_type = MEDIA_TYPES[entry.name.rpartition(".")[2]]
    return File(media_type, cache, bodies, sha256(whole).hexdigest()[:20])


built = BuiltFiles()


@route(["/", "/{path:path}"], http_method=SAFE, include_in_schema=False, sync_to_thread=False)
def page(request: HttpRequest) -> Response[bytes]:
    """A file, or the document; the page itself tells of an unknown path."""
    path: str = request.scope["path"]
    if PAGE_PATHS.fullmatch(path):
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
