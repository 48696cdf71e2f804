"""Static files as they are collected: without what a browser does not need, so that a phone fetches less."""

from typing import Any, Final

import rcssmin
import rjsmin
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

from scorekeeper.bundles import BUNDLES, bundle_file

_MINIFIED: Final = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


class MinifiedStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's own, which leaves out the comments and the indentation of styles and scripts before they are named.

    What is minified already, as libraries come, is taken as it is. Scripts that always come together are one file more.
    """

    bundles = True

    def save(self, name: str, content: "File[Any]", max_length: int | None = None) -> str:
        """Keep ``content`` under ``name``; the name it got."""
        minify = _MINIFIED.get("." + name.rpartition(".")[2])
        if minify and ".min." not in name:
            content = ContentFile(minify(content.read().decode()).encode())
        saved: str = super().save(name, content, max_length)
        return saved

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Any:
        """Name the files by what was collected: Django would read them where they are written."""
        collected = dict.fromkeys(paths, self)
        for name, parts in BUNDLES.items():
            if collected.keys() >= set(parts):
                collected[self._bundled(name, parts)] = self
        return super().post_process({name: (self, name) for name in collected}, *args, **options)

    def _bundled(self, name: str, parts: tuple[str, ...]) -> str:
        """Write the scripts of a bundle behind one another; the name of the file."""
        texts = []
        for part in parts:
            with self.open(part) as script:
                texts.append(script.read())
        self.delete(bundle_file(name))
        return self.save(bundle_file(name), ContentFile(b"\n".join(texts)))
