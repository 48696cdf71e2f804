"""Template tag for the script tags of a bundle of JavaScript files."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scorekeeper.bundles import BUNDLES, bundle_file

register = template.Library()


def script_files(name: str) -> tuple[str, ...]:
    """Return the files of a bundle: the combined one after ``collectstatic``, otherwise its parts."""
    return (bundle_file(name),) if getattr(staticfiles_storage, "bundles", False) else BUNDLES[name]


@register.simple_tag
def scripts(name: str) -> SafeString:
    """Return the script tags of the bundle ``name``. Raises KeyError for an unknown one."""
    return format_html_join("", '<script src="{}" defer></script>', ((static(file),) for file in script_files(name)))
