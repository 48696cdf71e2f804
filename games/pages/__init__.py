"""Pages: the frozen dataclasses that templates get as context, with every value ready to be shown.

Templates do no arithmetic and no queries. Amounts are points unless a field says otherwise; ``*_url`` are paths on this
server; texts are plain text, not HTML.
"""
