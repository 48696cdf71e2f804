# Scorekeeper for servers: on PostgreSQL and Redis where DATABASE_URL and REDIS_URL name them, else on SQLite in /data.

FROM python:3.13-slim-bookworm AS packages
WORKDIR /srv/scorekeeper
COPY manage.py pyproject.toml uv.lock ./
COPY scorekeeper/__init__.py scorekeeper/bootstrap.py scorekeeper/command.py scorekeeper/
# The first makes .venv with uv in it.
RUN python manage.py version \
    && .venv/bin/uv sync --frozen --no-dev --no-install-project --no-build --extra scale \
    && .venv/bin/python -m pip uninstall --yes uv

FROM python:3.13-slim-bookworm
# pg_dump and pg_restore, for `backup` and `restore`: of the version of the server in compose.yaml.
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client-15 \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o 10001 -g 10001 -m 700 /data
WORKDIR /srv/scorekeeper
COPY --from=packages /srv/scorekeeper/.venv .venv
COPY manage.py ./
COPY static static
COPY templates templates
COPY scorekeeper scorekeeper
COPY games games
RUN .venv/bin/python manage.py compilemessages \
    && .venv/bin/python -m compileall -q scorekeeper games
ENV SCOREKEEPER_DATA=/data PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001:10001
VOLUME /data
EXPOSE 8000
# As what ends TLS in front would ask: without that header, https sends everybody on.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
    CMD ["/srv/scorekeeper/.venv/bin/python", "-c", "from urllib.request import Request, urlopen; urlopen(Request('http://127.0.0.1:8000/healthz', headers={'X-Forwarded-Proto': 'https'}), timeout=2)"]
ENTRYPOINT ["/srv/scorekeeper/.venv/bin/python", "manage.py"]
CMD ["start", "--host", "0.0.0.0", "--port", "8000"]
