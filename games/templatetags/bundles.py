"""Template tags for the tags that load a bundle of scripts or of stylesheets."""

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scorekeeper.bundles import BUNDLES, bundle_file

register = template.Library()


def bundle_files(name: str) -> tuple[str, ...]:
    """Return the files of a bundle: the combined one after ``collectstatic``, otherwise its parts.

    With DEBUG, they are its parts too, which are served as they are now, not as they were collected.
    """
    combined = getattr(staticfiles_storage, "bundles", False) and not settings.DEBUG
    return (bundle_file(name),) if combined else BUNDLES[name]


@register.simple_tag
def scripts(name: str) -> SafeString:
    """Return the script tags of the bundle ``name``, such as "entry.js". Raises KeyError for an unknown one."""
    return format_html_join("", '<script src="{}" defer></script>', ((static(file),) for file in bundle_files(name)))


@register.simple_tag
def script_addresses(name: str) -> str:
    """Return the addresses of the bundle ``name`` with spaces between them, for a script that loads it later."""
    return " ".join(static(file) for file in bundle_files(name))


@register.simple_tag
def styles(name: str) -> SafeString:
    """Return the link tags of the bundle ``name``, such as "app.css". Raises KeyError for an unknown one."""
    return format_html_join("", '<link rel="stylesheet" href="{}">', ((static(file),) for file in bundle_files(name)))
