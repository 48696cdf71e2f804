"""Evenings that run in Chromium, Firefox and WebKit, at the size of a phone.

What a person does is in ``player.py``, on a page that can be opened, tapped, typed on and looked at (``screen.py``);
where things are on the pages is in ``places.py``. Playwright drives Chromium; WebDriver BiDi over ``websocket-client``
drives Debian's Firefox, which has no geckodriver; Selenium and WebKitWebDriver drive WebKitGTK on a display of Xvfb.

WebKitGTK is the engine of iPhones, not their system: its driver turns a touch into a click, and it has no bars of
Safari, no home screen and no sound switch. Firefox runs without a window and has no ``is_mobile``.
"""
