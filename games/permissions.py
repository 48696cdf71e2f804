"""Who may do what at a table, in one place. What is not listed is nobody's right."""

from dataclasses import dataclass
from typing import Final

from games.models import AccessLink, Device, Role, Table
from games.refusals import Refused

NEEDS: Final[dict[str, Role]] = {
    "watch": Role.WATCH,
    "score": Role.SCORE,
    "finish": Role.SCORE,
    "manage_links": Role.OWNER,
    "set_strict": Role.OWNER,
}
_RANK: Final = {Role.WATCH: 0, Role.SCORE: 1, Role.OWNER: 2}


@dataclass(frozen=True, slots=True)
class Access:
    """Somebody at a table: in which role, through which link, on which device (None: a program with a token)."""

    table: Table
    role: Role
    link: AccessLink
    device: Device | None

    @property
    def label(self) -> str:
        """What the sheet calls whoever this is."""
        return self.device.label if self.device else self.link.label

    def may(self, action: str) -> bool:
        """Whether this role may do ``action``, one of NEEDS."""
        return _RANK[self.role] >= _RANK[NEEDS[action]]

    def demand(self, action: str) -> None:
        """Raise Refused ("not_allowed") unless this role may do ``action``."""
        if not self.may(action):
            raise Refused("not_allowed", action=action, role=self.role.value)
