"""HTML as tests read it, by lxml: the controls of a form, and what it sends."""

from lxml.html import FormElement, HtmlElement


def controls(form: FormElement) -> list[HtmlElement]:
    """The inputs, selects and textareas of a form, also those that stand elsewhere on the page and name it."""
    own = "(.//input | .//select | .//textarea)[not(@form)]"
    return form.xpath(f"({own} | //input[@form = $id])[@name and not(@disabled)]", id=form.get("id", " "))


def sent_untouched(form: FormElement) -> dict[str, str]:
    """What a form sends if nobody types into it or ticks anything."""
    sent = {}
    for control in controls(form):
        if control.tag != "input":
            sent[control.name] = control.value or ""
        elif not control.checkable:
            sent[control.name] = control.get("value", "")
        elif control.checked:
            sent[control.name] = control.get("value", "on")
    return sent
