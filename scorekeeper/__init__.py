"""The wiring of Scorekeeper: settings, addresses, servers and the first start. The game itself lives in `games`."""

VERSION = "0.1.0"
