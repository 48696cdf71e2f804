"""The WSGI application of Scorekeeper: pages and API, without live streams."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

application = get_wsgi_application()

from scorekeeper import metrics  # noqa: E402 - it needs what the line before has set up
from scorekeeper.readiness import demand_ready  # noqa: E402

demand_ready()
metrics.switch_on()
