"""The addresses of webhooks in the API."""

from django.urls import path

from games.api import webhooks

urlpatterns = [
    path("webhooks/", webhooks.Webhooks.as_view(), name="api-webhooks"),
    path("webhooks/<slug:public_id>/", webhooks.OneWebhook.as_view(), name="api-webhook"),
    path("webhooks/<slug:public_id>/secret/", webhooks.Secret.as_view(), name="api-webhook-secret"),
    path("webhooks/<slug:public_id>/test/", webhooks.Test.as_view(), name="api-webhook-test"),
    path("webhooks/<slug:public_id>/deliveries/", webhooks.Deliveries.as_view(), name="api-deliveries"),
    path("webhooks/<slug:public_id>/deliveries/<int:delivery>/again/", webhooks.Again.as_view(), name="api-send-again"),
    path("tables/<slug:public_id>/webhooks/", webhooks.TableWebhooks.as_view(), name="api-table-webhooks"),
]
