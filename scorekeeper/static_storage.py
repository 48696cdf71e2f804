"""The static files storage: minifies styles and scripts, and joins them into bundles (``bundles.py``).

Without minifying, the first load of a table's page is 68.7 KB instead of 58.3 (brotli, as in
``tests/benchmarks/bench_pages.py``). The page must stay under 60 KB, so compression and bundles alone are not enough.
"""

from typing import Any, Final

import rcssmin
import rjsmin
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

from scorekeeper.bundles import BUNDLES, bundle_file


def minified_css(text: str) -> str:
    """Return a stylesheet without comments and needless white space.

    rcssmin finds selectors within ``@media`` and ``@supports`` only: in ``@container`` it would join ``.a :is(.b)``.
    """
    minified: str = rcssmin.cssmin(text.replace("@container ", "@media container "))
    return minified.replace("@media container ", "@container ")


_MINIFIED: Final = {".css": minified_css, ".js": rjsmin.jsmin}


class MinifiedStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also minifies styles and scripts before they get their hashed names.

    Files that are minified already (".min.") stay as they are. Each bundle becomes an additional file.
    """

    bundles = True

    def save(self, name: str, content: "File[Any]", max_length: int | None = None) -> str:
        """Store ``content``, minified, and return the name it got."""
        minify = _MINIFIED.get("." + name.rpartition(".")[2])
        if minify and ".min." not in name:
            content = ContentFile(minify(content.read().decode()).encode())
        saved: str = super().save(name, content, max_length)
        return saved

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Any:
        """Hash the collected files: Django would otherwise read the sources, which are not minified."""
        collected = dict.fromkeys(paths, self)
        for name, parts in BUNDLES.items():
            if collected.keys() >= set(parts):
                collected[self._bundled(name, parts)] = self
        return super().post_process({name: (self, name) for name in collected}, *args, **options)

    def _bundled(self, name: str, parts: tuple[str, ...]) -> str:
        """Write the files of a bundle into one; return its name."""
        texts = []
        for part in parts:
            with self.open(part) as file:
                texts.append(file.read())
        self.delete(bundle_file(name))
        return self.save(bundle_file(name), ContentFile(b"\n".join(texts)))
