"""The API's URL patterns for webhooks, included by ``games.api.urls``."""

from django.urls import path

from games.api.sharing import webhooks

urlpatterns = [
    path("webhooks/", webhooks.WebhookListView.as_view(), name="api-webhooks"),
    path("webhooks/<slug:public_id>/", webhooks.WebhookDetailView.as_view(), name="api-webhook"),
    path("webhooks/<slug:public_id>/secret/", webhooks.WebhookSecretView.as_view(), name="api-webhook-secret"),
    path("webhooks/<slug:public_id>/test/", webhooks.WebhookTestView.as_view(), name="api-webhook-test"),
    path("webhooks/<slug:public_id>/deliveries/", webhooks.DeliveryListView.as_view(), name="api-deliveries"),
    path(
        "webhooks/<slug:public_id>/deliveries/<int:delivery>/again/",
        webhooks.DeliveryRetryView.as_view(),
        name="api-send-again",
    ),
    path("tables/<slug:public_id>/webhooks/", webhooks.TableWebhookListView.as_view(), name="api-table-webhooks"),
]
