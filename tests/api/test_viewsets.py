"""API: a view set of ours obeys what Django REST framework's users say of an action."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from games.api.fields import NameField
from games.api.permissions import OfAccount
from games.api.serializers import BodySerializer
from games.api.viewsets import ApiViewSet, route


class GreetingSerializer(BodySerializer):
    name = NameField()


class GreetingViewSet(ApiViewSet):
    @action(detail=False, methods=["post"], serializer_class=GreetingSerializer)
    def greet(self, request: Request) -> Response:
        return Response(self.validated_data())

    @action(detail=False, permission_classes=[OfAccount])
    def whisper(self, request: Request) -> Response:
        return Response({})


@pytest.mark.parametrize(
    ("name", "method", "status"), [("greet", "post", 200), ("whisper", "get", 401), ("greet", "get", 405)]
)
def test_what_an_action_says_of_itself_is_heard(name: str, method: str, status: int) -> None:
    router = SimpleRouter(use_regex_path=False)
    router.register("greetings", GreetingViewSet, basename="greeting")
    urls: Any = router.urls
    view = next(url.callback for url in urls if url.name == f"greeting-{name}")
    sent = {"data": '{"name": "Ann"}', "content_type": "application/json"} if method == "post" else {}
    assert view(getattr(RequestFactory(), method)("/", **sent)).status_code == status


def test_no_action_with_arguments_of_its_own_gets_a_url_that_drops_them() -> None:
    with pytest.raises(ImproperlyConfigured):
        route("greetings/", "greetings", GreetingViewSet, get="whisper")
