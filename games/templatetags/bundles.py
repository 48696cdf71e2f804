"""Scripts that a page asks for together."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scorekeeper.bundles import BUNDLES, bundle_file

register = template.Library()


def script_files(name: str) -> tuple[str, ...]:
    """What a page fetches for a bundle: one file where files were collected, otherwise those it is made of."""
    return (bundle_file(name),) if getattr(staticfiles_storage, "bundles", False) else BUNDLES[name]


@register.simple_tag
def scripts(name: str) -> SafeString:
    """The tags for the scripts of the bundle ``name``. Raises KeyError for one that there is not."""
    return format_html_join("", '<script src="{}" defer></script>', ((static(file),) for file in script_files(name)))
