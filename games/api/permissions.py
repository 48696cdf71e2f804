"""Permissions of the API: what a request needs at a table, of an account, in a league, in a season, at a match.

A view set names them in ``permission_classes``, or in ``action_permissions``. DRF checks one before the method runs,
once without an object and once for what ``get_object`` finds. The OpenAPI schema shows the same.

Which role or duty an action needs is in ``games.permissions`` (``REQUIRED_ROLE``, ``REQUIRED_DUTIES``). Here is only
how a request is judged by it.
"""

from typing import Any, Final

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from games.models import ApiToken, Duty, Role, Scope
from games.permissions import REQUIRED_DUTIES, REQUIRED_ROLE, Access, LeagueAccess
from games.refusals import RefusedError
from games.selectors.account.api_tokens import demand_scope
from games.selectors.league.league_access import SeasonAccess

NO_TOKEN: Final = "This request needs an Authorization header: Bearer, then a token."  # noqa: S105 - a sentence
NO_ACCOUNT_TOKEN: Final = (
    "This request needs an Authorization header: Bearer, then an account token, which starts with gin_."  # noqa: S105 - a sentence
)


class DeclaredPermission(BasePermission):
    """A permission that tells the schema what it needs."""

    role = ""
    """The role that a token of the table must have; "" if it's about an account."""
    scope = ""
    """The scope that a token of an account must have; "" if it's about a table."""
    duty = ""
    """The action of ``permissions.REQUIRED_DUTIES`` that it needs in the league; "" for none."""
    allows_anonymous = False
    """Whether public leagues can be read without a token."""

    def for_method(self, method: str) -> "DeclaredPermission":
        """Return what a request with this method needs."""
        return self

    @property
    def shown_role(self) -> str:
        """Who may do it, as the schema says it; "" for everybody."""
        if self.role or not self.scope:
            return self.role
        return "account read or none" if self.allows_anonymous else f"account {self.scope}"

    @property
    def security(self) -> list[dict[str, list[str]]]:
        """The security requirements of an operation, as the schema has them."""
        return [{"token": []}, *([{}] if self.allows_anonymous else [])] if self.shown_role else []

    @property
    def codes(self) -> list[str]:
        """The codes with which it refuses a request."""
        codes = ["not_authenticated", "invalid_token"] if self.shown_role else []
        codes += ["not_found", "link_revoked"] if self.role else []
        codes += ["not_allowed"] if self.role in ("score", "owner") or self.scope in ("score", "manage") else []
        return codes + (["not_your_duty"] if self.duty else [])


class AtTable(DeclaredPermission):
    """Needs a token that allows ``action`` (of ``permissions.REQUIRED_ROLE``) at the table of the address.

    Raises NotAuthenticated without a token, RefusedError for one that doesn't allow the action.
    """

    def __init__(self, action: str, *, role: Role | None = None) -> None:
        """Remember the action; ``role`` is what the schema shows if not that of REQUIRED_ROLE."""
        self.action = action
        self.role = (role or REQUIRED_ROLE[action]).value

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True. Raises as the class says."""
        if request.auth is None:
            raise NotAuthenticated(NO_TOKEN)
        return True

    def has_object_permission(self, request: Request, view: Any, obj: Access) -> bool:
        """Return True. Raises as the class says."""
        obj.demand(self.action)
        return True


class MayStartTable(DeclaredPermission):
    """Anyone may start a table; an account's token that comes along makes the table its account's, if it may manage.

    Raises RefusedError ("not_allowed") for an account's token of a smaller scope.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True. Raises as the class says."""
        if isinstance(request.auth, ApiToken) and request.auth.scope != Scope.MANAGE:
            raise RefusedError("not_allowed", action="start", role="token")
        return True


class OptionalAccount(DeclaredPermission):
    """Needs no token; an account's token shows more. Raises AuthenticationFailed for any other token."""

    scope = Scope.READ.value
    allows_anonymous = True

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True. Raises as the class says."""
        return request.auth is None or isinstance(request.auth, ApiToken)


class OfAccount(DeclaredPermission):
    """Needs a token of an account with ``scope`` or a larger one. The view finds it in ``request.auth``.

    Raises NotAuthenticated without a token, RefusedError ("not_allowed") if its scope is smaller.
    """

    def __init__(self, scope: Scope = Scope.READ) -> None:
        """Remember the scope."""
        self.needed, self.scope = scope, scope.value

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True. Raises as the class says."""
        token: Any = request.auth
        if token is None:
            raise NotAuthenticated(NO_ACCOUNT_TOKEN)
        demand_scope(token, self.needed)
        return True


class InLeague(DeclaredPermission):
    """Needs ``scope`` or a larger one, and the ``duty`` in the league; without a token, public leagues can be read.

    Raises NotAuthenticated without a token, except for reading. Raises RefusedError ("not_allowed", "not_your_duty").
    """

    def __init__(self, scope: Scope = Scope.READ, duty: str = "") -> None:
        """Remember the scope and the duty; "" for none."""
        self.needed, self.scope, self.duty = scope, scope.value, duty
        self.allows_anonymous = scope == Scope.READ and not duty

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True. Raises as the class says."""
        if request.auth is None and not self.allows_anonymous:
            raise NotAuthenticated(NO_ACCOUNT_TOKEN)
        return True

    def has_object_permission(self, request: Request, view: Any, obj: LeagueAccess | SeasonAccess) -> bool:
        """Return True. Raises as the class says."""
        token: Any = request.auth
        if token is not None:
            demand_scope(token, self.needed)
        if self.duty:
            obj.demand(self.duty)
        return True


class ChangesInLeague(InLeague):
    """Needs ``duty``, and the scope in which a token of an account has such a duty."""

    def __init__(self, duty: str) -> None:
        """Remember the duty, and the scope: "score" if others than organizers may do it."""
        super().__init__(Scope.MANAGE if REQUIRED_DUTIES[duty] == {Duty.ORGANIZER} else Scope.SCORE, duty)


# --- What the view sets name in ``permission_classes`` ----------------------------------------------------------------


class PermissionByMethod(DeclaredPermission):
    """One permission to read, another one to change something."""

    to_read: DeclaredPermission
    to_change: DeclaredPermission

    def for_method(self, method: str) -> DeclaredPermission:
        """Return what a request with this method needs."""
        return self.to_read if method in SAFE_METHODS else self.to_change

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True. Raises as the permission of the method does."""
        return self.for_method(str(request.method)).has_permission(request, view)

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        """Return True. Raises as the permission of the method does."""
        return self.for_method(str(request.method)).has_object_permission(request, view, obj)


class AccountOwner(PermissionByMethod):
    """The account's tokens read it; those that manage change it."""

    to_read, to_change = OfAccount(), OfAccount(Scope.MANAGE)


class OrganizersChangeLeague(PermissionByMethod):
    """Anyone who can see the league can read it, its seasons and matches; only its organizers can change them."""

    to_read, to_change = InLeague(), ChangesInLeague("manage_league")


class OrganizersOnly(PermissionByMethod):
    """Only the league's organizers read and change it."""

    to_read, to_change = InLeague(duty="manage_league"), ChangesInLeague("manage_league")


class RefereesRunClock(PermissionByMethod):
    """Anyone who can see the season can read the clock; referees and organizers run it."""

    to_read, to_change = InLeague(), ChangesInLeague("run_clock")


class ScorersChangeTable(PermissionByMethod):
    """Every token of a table reads it; those that may score change it."""

    to_read, to_change = AtTable("watch"), AtTable("score")


class OwnersOnly(PermissionByMethod):
    """Only the table's owner reads and changes its links."""

    to_read = to_change = AtTable("manage_links")
